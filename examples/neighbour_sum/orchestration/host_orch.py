# Which chip program runs on which rank, with what: in the form that PyPTO writes.
import torch
from simpler.task_interface import CallConfig, CommBufferSpec, DataType, TaskArgs, TensorArgType
from pypto.runtime.tensor_arg import make_tensor_arg
from pypto.runtime.distributed_runner import _submit_chip

def _alloc_intermediates(tensors, world_size=1):
    # Keeps the dispatches of one rank in order: each of them changes its token.
    tensors["order"] = [torch.zeros((1,), dtype=torch.int32).share_memory_() for _ in range(max(world_size, 1))]

def neighbour_sum(orch, _args, config, *, tensors, callables, sub_ids, _keep, world_size, _domain_provider=None):
    with (_domain_provider or orch.allocate_domain)(
        name="ring",
        workers=[*range(world_size)],
        window_size=2048 + 32,
        buffers=[
            CommBufferSpec(name="rows", dtype="opaque", count=2048, nbytes=2048),
            CommBufferSpec(name="ready", dtype="opaque", count=32, nbytes=32),
        ],
    ) as ring:
        for r in range(0, world_size, 1):
            tensors["x_r"] = tensors["x"][r, 0:16, 0:32]
            publish = TaskArgs()
            publish.add_tensor(make_tensor_arg(orch._worker, tensors["x_r"]), TensorArgType.INPUT)
            publish.add_tensor(ring[r].buffers["rows"].tensor(shapes=(16, 32), dtype=DataType.FLOAT32), TensorArgType.INOUT)
            publish.add_tensor(ring[r].buffers["ready"].tensor(shapes=(8,), dtype=DataType.INT32), TensorArgType.INOUT)
            publish.add_tensor(make_tensor_arg(orch._worker, tensors["order"][r]), TensorArgType.INOUT)
            publish.add_scalar(ring[r].device_ctx)
            _keep.append(publish)
            _submit_chip(orch, callables["publish"], publish, config, r)
        for r in range(0, world_size, 1):
            tensors["y_r"] = tensors["y"][r, 0:16, 0:32]
            collect = TaskArgs()
            collect.add_tensor(ring[r].buffers["rows"].tensor(shapes=(16, 32), dtype=DataType.FLOAT32), TensorArgType.INPUT)
            collect.add_tensor(ring[r].buffers["ready"].tensor(shapes=(8,), dtype=DataType.INT32), TensorArgType.INOUT)
            collect.add_tensor(make_tensor_arg(orch._worker, tensors["y_r"]), TensorArgType.OUTPUT_EXISTING)
            collect.add_tensor(make_tensor_arg(orch._worker, tensors["order"][r]), TensorArgType.INOUT)
            collect.add_scalar(ring[r].device_ctx)
            _keep.append(collect)
            _submit_chip(orch, callables["collect"], collect, config, r)

neighbour_sum._pypto_distributed_entry = True
