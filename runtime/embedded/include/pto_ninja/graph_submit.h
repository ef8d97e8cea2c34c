// rt_submit_graph: a part of an orchestration that the real runtime records once and plays again with other arguments.
// Recording only makes it faster, so here the function is called in place, and its tasks are tasks like all others.
#pragma once

#include <stdint.h>

#include <type_traits>

#include "../orchestration_api.h"

// The runtime knows a task only when it played a record, which never happens here.
struct GraphSubmitResult {
    bool execute_block{true};
    bool recording{false};
    TaskId task_id{TaskId::invalid()};
};
using GraphScopeResult = GraphSubmitResult;

using GraphFunction = void (*)(const GraphTaskArgs&);
template <typename... Config>
using GraphFunctionWithConfig = void (*)(const GraphTaskArgs&, Config...);

// An id made of a name (64-bit FNV-1a).
constexpr uint64_t GRAPH_KEY(const char* name) {
    uint64_t hash = 14695981039346656037ull;
    for (; *name != '\0'; name++) hash = (hash ^ static_cast<uint8_t>(*name)) * 1099511628211ull;
    return hash;
}

namespace pto_ninja {

// A graph's border is checked although nothing is recorded: what the device refuses is to fail here too.
template <typename Args>
inline bool CheckGraphArguments(const Args& args) {
    constexpr const char* kCall = "rt_submit_graph";
    if (args.has_error) {
        ReportFatal(SIMPLER_ERROR_INVALID_ARGS, kCall, "%s", args.error_msg ? args.error_msg : "invalid");
        return false;
    }
    if (args.explicit_dep_count() != 0) {
        ReportFatal(SIMPLER_ERROR_INVALID_ARGS, kCall,
                    "the arguments have %u explicit dependencies, expected none: a graph is ordered by its tensors; "
                    "set them on the tasks inside it",
                    args.explicit_dep_count());
        return false;
    }
    for (int32_t i = 0; i < args.tensor_count(); i++) {
        if (args.tag(i) != TensorArgType::OUTPUT) continue;
        ReportFatal(SIMPLER_ERROR_INVALID_ARGS, kCall,
                    "argument %d is a TensorCreateInfo, expected a tensor that exists: allocate it before the graph",
                    static_cast<int>(i));
        return false;
    }
    return true;
}

template <typename Args, typename Function, typename... Values>
inline GraphSubmitResult CallGraph(Function function, const Args& args, const Values&... values) {
    if constexpr (std::is_pointer_v<Function>) {
        if (function == nullptr) {
            ReportFatal(SIMPLER_ERROR_INVALID_ARGS, "rt_submit_graph", "the function is null, expected a graph");
            return {};
        }
    }
    if (CheckGraphArguments(args)) function(args, values...);
    return {};
}

}  // namespace pto_ninja

// The four forms: with or without an id of the caller's own, with or without values that configure the function.
// Without an id the function's address is the identity; both only matter to the record. The arguments are
// GraphTaskArgs; the first graphs had CoreTaskArgs or ChipTaskArgs there.
template <typename Function, typename Args, typename... Values,
          typename = std::enable_if_t<std::is_invocable_v<Function, const Args&, const Values&...>>>
inline GraphSubmitResult rt_submit_graph(Function function, const Args& args, const Values&... values) {
    return pto_ninja::CallGraph<Args>(function, args, values...);
}
template <typename Function, typename Args, typename... Values,
          typename = std::enable_if_t<std::is_invocable_v<Function, const Args&, const Values&...>>>
inline GraphSubmitResult rt_submit_graph(uint64_t, Function function, const Args& args, const Values&... values) {
    return pto_ninja::CallGraph<Args>(function, args, values...);
}
