// Argument lists of tasks (CoreTaskArgs) and of the program (ChipTaskArgs), and what a submit returns.
#pragma once

#include <stdint.h>

#include <type_traits>
#include <utility>

#include "assert_compat.h"
#include "data_type.h"
#include "submit_types.h"
#include "task_args.h"
#include "tensor.h"
#include "tensor_create_info.h"

#define PTO_NINJA_NOINLINE __attribute__((noinline))

enum class ScopeMode : uint8_t { AUTO = 0, MANUAL = 1 };

// What an explicit dependency asks for. Every dependency orders; buffers live until their last user is done anyway.
enum DepFlags : uint8_t { DEP_NONE = 0, DEP_WAIT = 1, DEP_RETAIN = 2 };
constexpr DepFlags operator|(DepFlags a, DepFlags b) {
    return static_cast<DepFlags>(static_cast<uint8_t>(a) | static_cast<uint8_t>(b));
}

inline constexpr int32_t TASK_TIMING_SLOT_NONE = -1;
inline constexpr int32_t NUM_TASK_TIMING_SLOTS = 16;

// The tensors that the runtime allocated for a task. References from get_ref stay valid until the end of the scope.
class TaskOutputTensors {
  public:
    bool empty() const { return count_ == 0; }
    uint32_t size() const { return count_; }

    const Tensor& get_ref(uint32_t index) const& {
        always_assert(index < count_);
        return *tensors_[index];
    }
    const Tensor& get_ref(uint32_t index) const&& = delete;

    void materialize_output(const Tensor& tensor) {
        always_assert(count_ < static_cast<uint32_t>(MAX_TENSOR_ARGS));
        tensors_[count_++] = &tensor;
    }
    void set_task_id(TaskId id) { task_id_ = id; }
    TaskId task_id() const { return task_id_; }

  private:
    TaskId task_id_ = TaskId::invalid();
    uint32_t count_ = 0;
    const Tensor* tensors_[MAX_TENSOR_ARGS];
};

// One element of a tensor, which must outlive the submit.
struct CorePredicateOperand {
    const Tensor* tensor{nullptr};
    uint32_t ndims{0};
    uint32_t indices[MAX_TENSOR_DIMS]{};
};

// `operand op target`, evaluated when the task is ready; the element is read as a signed integer.
struct CoreTaskPredicate {
    CorePredicateOperand operand;
    PredicateOp op{PredicateOp::NONE};
    int64_t target{0};
};

// Arguments are kept by address and must outlive the submit. A mistake (too many arguments, a tensor after a scalar) is
// remembered and reported by the submit.
template <size_t MaxT, size_t MaxS>
struct TaskArgsBuilder : TaskArgsStorage<MaxT, MaxS> {
    using Storage = TaskArgsStorage<MaxT, MaxS>;

    PTO_NINJA_NOINLINE TaskArgsBuilder() {}
    TaskArgsBuilder(const TaskArgsBuilder&) = delete;
    TaskArgsBuilder& operator=(const TaskArgsBuilder&) = delete;

    bool has_error{false};
    const char* error_msg{nullptr};
    LaunchSpec launch_spec;

    PTO_NINJA_NOINLINE void set_error(const char* message) {
        if (!has_error) error_msg = message;
        has_error = true;
    }

    template <typename... Tensors>
    void add_input(Tensors&&... tensors) {
        AddTensors(TensorArgType::INPUT, std::forward<Tensors>(tensors)...);
    }

    // Tensors that exist are written over; requests (TensorCreateInfo) are allocated by the runtime.
    template <typename... Tensors>
    void add_output(Tensors&&... tensors) {
        constexpr bool requests = (std::is_same_v<std::decay_t<Tensors>, TensorCreateInfo> && ...);
        static_assert(requests || (std::is_same_v<std::decay_t<Tensors>, Tensor> && ...),
                      "add_output takes tensors or TensorCreateInfo, not both");
        Append(requests ? TensorArgType::OUTPUT : TensorArgType::OUTPUT_EXISTING, std::forward<Tensors>(tensors)...);
    }

    template <typename... Tensors>
    void add_inout(Tensors&&... tensors) {
        AddTensors(TensorArgType::INOUT, std::forward<Tensors>(tensors)...);
    }

    template <typename... Tensors>
    void add_no_dep(Tensors&&... tensors) {
        AddTensors(TensorArgType::NO_DEP, std::forward<Tensors>(tensors)...);
    }

    template <typename... Values>
    void add_scalar(Values&&... values) {
        static_assert((is_supported_scalar_arg_v<Values> && ...), "scalars are arithmetic or enumeration values");
        if (RoomForScalars(sizeof...(values))) (AppendScalar(values), ...);
    }

    template <typename T>
    void add_scalars(const T* values, int count) {
        if (!RoomForScalars(count)) return;
        for (int i = 0; i < count; i++) AppendScalar(values[i]);
    }

    // Scalars that a recorded graph may keep. Nothing is recorded here.
    template <typename... Values>
    void add_static_scalar(Values&&... values) {
        add_scalar(std::forward<Values>(values)...);
    }
    template <typename T>
    void add_static_scalars(const T* values, int count) {
        add_scalars(values, count);
    }

    // Bit patterns: -1 becomes 0x00000000ffffffff.
    void add_scalars_i32(const int32_t* values, int count) {
        if (!RoomForScalars(count)) return;
        for (int i = 0; i < count; i++) AppendScalar(static_cast<uint64_t>(static_cast<uint32_t>(values[i])));
    }

    void copy_scalars_from(const TaskArgsBuilder& source, int offset, int count) {
        if (offset < 0 || count < 0 || offset + count > source.scalar_count_) {
            set_error("copy_scalars_from: range outside the source");
            return;
        }
        if (!RoomForScalars(count)) return;
        for (int i = offset; i < offset + count; i++) AppendBits(source.scalars_[i], source.scalar_dtypes_[i], nullptr);
    }

    // Orders the task after others; the array must outlive the submit, invalid ids are skipped.
    void set_dependencies(const TaskId* deps, uint32_t count) {
        if (count > 0 && explicit_deps_ != nullptr) set_error("set_dependencies: already set");
        if (count > 0 && deps == nullptr) set_error("set_dependencies: no array for a positive count");
        explicit_deps_ = count == 0 ? nullptr : deps;
        explicit_dep_count_ = count;
    }
    void set_dependencies_with_kinds(const TaskId* deps, const DepFlags*, uint32_t count) {
        set_dependencies(deps, count);
    }
    uint32_t explicit_dep_count() const { return explicit_dep_count_; }
    TaskId explicit_dep(uint32_t index) const { return explicit_deps_[index]; }
    DepFlags explicit_dep_kind(uint32_t) const { return DEP_WAIT | DEP_RETAIN; }
    const TaskId* explicit_deps_data() const { return explicit_deps_; }

    // A scheduling hint of the hardware; without effect here.
    void set_allow_early_resolve(bool v = true) { allow_early_resolve_ = v; }
    bool allow_early_resolve() const { return allow_early_resolve_; }

    void set_predicate(const CoreTaskPredicate& predicate) { predicate_ = predicate; }
    const CoreTaskPredicate& predicate() const { return predicate_; }

    void set_task_timing_slot(int32_t slot) {
        if (slot < 0 || slot >= NUM_TASK_TIMING_SLOTS) set_error("task_timing_slot out of range (valid: 0..15)");
        task_timing_slot_ = slot;
    }
    int32_t task_timing_slot() const { return task_timing_slot_; }

    // Selects arguments for the argument dump; all of them when called without any.
    template <typename... Args>
    void dump(Args&&... args) {
        if constexpr (sizeof...(args) == 0) {
            for (int32_t i = 0; i < this->tensor_count_ + this->scalar_count_; i++) Mark(i);
        } else {
            (MarkForDump(args), ...);
        }
    }
    uint64_t dump_arg_mask() const { return dump_mask_; }

    void clear() {
        Storage::clear();
        explicit_deps_ = nullptr;
        explicit_dep_count_ = 0;
        allow_early_resolve_ = false;
        predicate_ = CoreTaskPredicate{};
        task_timing_slot_ = TASK_TIMING_SLOT_NONE;
        dump_mask_ = 0;
    }
    void reset() {
        clear();
        has_error = false;
        error_msg = nullptr;
    }

  private:
    template <typename... Tensors>
    void AddTensors(TensorArgType tag, Tensors&&... tensors) {
        static_assert((std::is_same_v<std::decay_t<Tensors>, Tensor> && ...), "tensors are Tensor");
        Append(tag, std::forward<Tensors>(tensors)...);
    }

    template <typename... Tensors>
    void Append(TensorArgType tag, Tensors&&... tensors) {
        static_assert((std::is_lvalue_reference_v<Tensors> && ...), "a temporary would be gone before the submit");
        if (RoomForTensors(sizeof...(tensors))) (AppendTensor(tag, &tensors), ...);
    }

    // Generated programs call these hundreds of times: inlining them would multiply the time to compile.
    PTO_NINJA_NOINLINE void AppendTensor(TensorArgType tag, const Tensor* tensor) {
        this->tensors_[this->tensor_count_] = tensor;
        this->tags_[this->tensor_count_++] = tag;
    }
    PTO_NINJA_NOINLINE void AppendTensor(TensorArgType tag, const TensorCreateInfo* request) {
        this->tensors_[this->tensor_count_] = request;
        this->tags_[this->tensor_count_++] = tag;
    }

    PTO_NINJA_NOINLINE bool RoomForTensors(uint64_t count) {
        if (this->scalar_count_ != 0) {
            set_error("a tensor is added after a scalar");
        } else if (static_cast<uint64_t>(this->tensor_count_) + count > MaxT) {
            set_error(MaxT == CORE_MAX_TENSOR_ARGS    ? "more than 32 tensor arguments"
                      : MaxT == GRAPH_MAX_TENSOR_ARGS ? "more than 128 tensor arguments"
                                                      : "more than 256 tensor arguments");
        } else {
            return true;
        }
        return false;
    }

    PTO_NINJA_NOINLINE bool RoomForScalars(int64_t count) {
        if (count >= 0 && this->scalar_count_ + count <= static_cast<int64_t>(MaxS)) return true;
        set_error(MaxS == CORE_MAX_SCALAR_ARGS    ? "more than 16 scalar arguments"
                  : MaxS == GRAPH_MAX_SCALAR_ARGS ? "more than 64 scalar arguments"
                                                  : "more than 128 scalar arguments");
        return false;
    }

    template <typename T>
    void AppendScalar(const T& value) {
        AppendBits(to_u64(value), dtype_of<std::remove_cv_t<T>>(), &value);
    }
    PTO_NINJA_NOINLINE void AppendBits(uint64_t bits, uint8_t dtype, const void* source) {
        scalar_sources_[this->scalar_count_] = source;
        this->scalars_[this->scalar_count_] = bits;
        this->scalar_dtypes_[this->scalar_count_++] = dtype;
    }

    template <typename T>
    void MarkForDump(const T& argument) {
        if constexpr (is_supported_scalar_arg_v<T>) {
            for (int32_t i = 0; i < this->scalar_count_; i++) {
                if (scalar_sources_[i] == &argument) return Mark(this->tensor_count_ + i);
            }
        } else {
            for (int32_t i = 0; i < this->tensor_count_; i++) {
                if (this->tensors_[i].refers_to(&argument)) return Mark(i);
            }
        }
        set_error("dump: not an argument of this task");
    }
    void Mark(int32_t index) {
        if (index < 64) dump_mask_ |= uint64_t{1} << index;
    }

    const TaskId* explicit_deps_{nullptr};
    uint32_t explicit_dep_count_{0};
    bool allow_early_resolve_{false};
    CoreTaskPredicate predicate_;
    int32_t task_timing_slot_{TASK_TIMING_SLOT_NONE};
    uint64_t dump_mask_{0};
    const void* scalar_sources_[MaxS];
};

using CoreTaskArgs = TaskArgsBuilder<MAX_TENSOR_ARGS, MAX_SCALAR_ARGS>;

// The program's own arguments. tensor(i).ref() is a dense tensor over the whole argument.
struct ChipTaskArgs : TaskArgsBuilder<CHIP_MAX_TENSOR_ARGS, CHIP_MAX_SCALAR_ARGS> {};

// What a graph is called with (rt_submit_graph): tensors that exist, and scalars.
struct GraphTaskArgs : TaskArgsBuilder<GRAPH_MAX_TENSOR_ARGS, GRAPH_MAX_SCALAR_ARGS> {};

using TaskSubmitResult = TaskOutputTensors;
