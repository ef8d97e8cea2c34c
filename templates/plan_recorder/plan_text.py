"""plan.json: what was recorded, in the order of the format's description, one storage, domain or dispatch a line."""

import base64
import json

from plan_recorder.arguments import DeviceContext, HostTensor, WindowTensor, bits_text


def used_storages(ledger, dispatches):
    """Those of parameters, and the intermediates that a dispatch takes, in the order they were made."""
    taken = {
        id(tensor.tensor.storage)
        for dispatch in dispatches
        for tensor, _ in dispatch["tensors"]
        if isinstance(tensor, HostTensor)
    }
    storages = [storage for storage in ledger.storages if storage.parameter is not None]
    return storages + [s for s in ledger.storages if s.parameter is None and id(s) in taken]


def storage_record(storage):
    if storage.parameter is not None:
        return {"name": storage.name, "parameter": storage.parameter, "bytes": storage.nbytes}
    return {"name": storage.name, "bytes": storage.nbytes, "values": storage.values_text()}


def scalar_record(scalar):
    if isinstance(scalar, DeviceContext):
        return {"device_ctx": {"domain": scalar.context.domain.index, "rank": scalar.context.rank}}
    return {"bits": bits_text(scalar)}


def dispatch_record(dispatch, places):
    domains = {s.context.domain.index for s in dispatch["scalars"] if isinstance(s, DeviceContext)}
    tensors = []
    for tensor, tag in dispatch["tensors"]:
        if isinstance(tensor, WindowTensor):
            domains.add(tensor.buffer.context.domain.index)
            tensors.append(tensor.record(tag))
        else:
            tensors.append(tensor.record(tag, places[id(tensor.tensor.storage)]))
    record = {key: dispatch[key] for key in ("program", "rank", "line")}
    record["tensors"] = tensors
    record["scalars"] = [scalar_record(scalar) for scalar in dispatch["scalars"]]
    record["domains"] = sorted(domains)
    if dispatch["config"]:
        record["config"] = dispatch["config"]
    record["depends_on"] = dispatch["depends_on"]
    return record


def read_record(parameter, offset, values):
    return {"parameter": parameter, "offset": offset, "values": base64.b64encode(values).decode("ascii")}


def name_intermediates(storages):
    """Names are for people: two of one name get a number, one without gets its place."""
    seen = {}
    for i, storage in enumerate(storages):
        name = storage.name or f"storage {i}"
        seen[name] = seen.get(name, 0) + 1
        if storage.parameter is None:
            storage.name = name if seen[name] == 1 else f"{name} #{seen[name]}"


def lines_of(items):
    return "[" + ",".join("\n  " + json.dumps(item) for item in items) + ("\n ]" if items else "]")


def plan_text(source, entry, device_ids, parameters, ledger, orch):
    storages = used_storages(ledger, orch.dispatches)
    name_intermediates(storages)
    places = {id(storage): i for i, storage in enumerate(storages)}
    fields = {
        "schema": "1",
        "source": json.dumps(source),
        "entry": json.dumps(entry),
        "device_ids": json.dumps(device_ids),
        "parameters": lines_of(parameters.records),
        "storages": lines_of([storage_record(storage) for storage in storages]),
        "domains": lines_of([domain.record() for domain in orch.domains]),
        "dispatches": lines_of([dispatch_record(dispatch, places) for dispatch in orch.dispatches]),
    }
    reads = [read_record(*read) for read in ledger.read_values()]
    if reads:
        fields["reads_values"] = lines_of(reads)
    return "{" + ",".join(f'\n "{key}": {text}' for key, text in fields.items()) + "\n}\n"
