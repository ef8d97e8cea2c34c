#include "tests/support/host_orchestration.h"

#include <string_view>
#include <utility>

#include "base/text.h"

namespace pto::test {
namespace {

std::string Indented(const std::string& body) {
    std::string text;
    for (const std::string_view line : Lines(body)) text += "    " + std::string(line) + "\n";
    return text;
}

gen::Program ChipProgram(const std::string& name, std::vector<std::string> signature) {
    gen::Program program;
    program.name = name;
    program.directory = "next_levels/" + name;
    program.config.orchestration = gen::OrchestrationEntry{};
    program.config.orchestration->signature = std::move(signature);
    return program;
}

}  // namespace

std::string HostOrchestration(const std::string& body, const std::string& allocate) {
    return R"(import torch
from simpler.task_interface import CallConfig, CommBufferSpec, DataType, TaskArgs, TensorArgType
from pypto.runtime.tensor_arg import make_tensor_arg
from pypto.runtime.distributed_runner import _submit_chip

def _alloc_intermediates(tensors, world_size=1):
)" + Indented(allocate) +
           R"(
def host(orch, _args, config, *, tensors, callables, sub_ids, _keep, world_size, _domain_provider=None):
)" + Indented(body) +
           "\nhost._pypto_distributed_entry = True\n";
}

gen::BuildDirectory HostDirectory(std::vector<gen::Param> more, std::vector<int64_t> device_ids) {
    const std::vector<int64_t> shape = {2, 4, 8};
    gen::BuildDirectory directory;
    directory.kind = gen::Kind::kL3;
    directory.distributed = gen::DistributedMeta{};
    directory.distributed->common.params = {{"x", "In", shape, "fp32"}, {"y", "Out", shape, "fp32"}};
    for (gen::Param& param : more) directory.distributed->common.params.push_back(std::move(param));
    directory.distributed->config.device_ids = std::move(device_ids);
    directory.programs = {ChipProgram("chip", {"IN", "OUT"}), ChipProgram("free", {})};
    return directory;
}

}  // namespace pto::test
