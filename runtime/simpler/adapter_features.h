// What the runtime's interface is like where its revisions differ, asked of the headers of the checkout and not of its
// version: each answer stands for itself, so that revisions between those that the adapter was tried with have theirs,
// too. The names of this file are of all months; days are those of the runtime's changes. Include after the runtime's
// headers.
#ifndef PTO_SIMPLER_ADAPTER_FEATURES_H
#define PTO_SIMPLER_ADAPTER_FEATURES_H

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#define PTO_WRITTEN_FOR "simpler 324df3d65 (2026-06-01) to 247689f4 (2026-09)"

// Makes Has_NAME<Type>: whether the expression, in which the type is called T, means something. A name that is gone is
// no error of the compiler's but the answer "no".
#define PTO_ASK(name, ...)                                                        \
    template <typename T, typename = void>                                        \
    struct Has_##name : std::false_type {};                                       \
    template <typename T>                                                         \
    struct Has_##name<T, std::void_t<decltype(__VA_ARGS__)>> : std::true_type {}; \
    static_assert(true)

namespace pto_features {

using Path = const std::string&;
using Shape = const uint32_t*;

// The type of a tensor among a program's arguments: ContinuousTensor until 2026-06-22, then Tensor, ChipTensor since
// 2026-08-04.
struct NoTensor {};
template <typename List, typename Item>
Item TakenBy(void (List::*)(const Item&));
template <typename List, typename = void>
struct TensorOf {
    using type = NoTensor;
};
template <typename List>
struct TensorOf<List, std::void_t<decltype(TakenBy(&List::add_tensor))>> {
    using type = decltype(TakenBy(&List::add_tensor));
};
using ProgramTensor = typename TensorOf<ChipStorageTaskArgs>::type;

// Its forms: an address and a shape, 40 bytes; with strides that are filled in afterwards; made with strides, at first
// with two fields about tasks, 128 bytes, since 2026-09 without them, 72.
PTO_ASK(address_only, static_cast<uint64_t T::*>(&T::data), static_cast<uint8_t T::*>(&T::child_memory));
PTO_ASK(strides_to_fill, static_cast<bool T::*>(&T::is_contiguous), static_cast<uint64_t T::*>(&T::extent_elem_cache),
        make_tensor_external(static_cast<void*>(nullptr), Shape{}, uint32_t{}, DataType{}, bool{}, int32_t{},
                             decltype(T::child_memory){}));
PTO_ASK(task_fields, make_tensor_strided(static_cast<void*>(nullptr), Shape{}, Shape{}, uint32_t{}, DataType{}, bool{},
                                         int32_t{}, decltype(T::address_space){}));
PTO_ASK(no_task_fields, make_tensor_strided(static_cast<void*>(nullptr), Shape{}, Shape{}, uint32_t{}, DataType{},
                                            decltype(T::address_space){}));
constexpr bool kTensorsAreAddresses = Has_address_only<ProgramTensor>::value;
constexpr bool kTensorsWantStrides = Has_strides_to_fill<ProgramTensor>::value;
constexpr bool kTensorsHaveTaskFields = Has_task_fields<ProgramTensor>::value;
constexpr bool kTensorsHaveNoTaskFields = Has_no_task_fields<ProgramTensor>::value;
constexpr size_t kTensorBytes = kTensorsAreAddresses ? 40 : kTensorsHaveNoTaskFields ? 72 : 128;

// Types that the runtime has not always had a name for: the small floats since 2026-07-29, BOOL, and with it other
// numbers for them, since 2026-08.
PTO_ASK(bool_type, T::BOOL);
PTO_ASK(small_floats, T::FP8E4M3FN, T::FP8E8M0, T::FP4E2M1);

// The end of the worker's arguments grew from month to month. Which workspaces to set up was a mask until 2026-08, then
// whether one of them is wanted. Until the worker was told where the library of simulated cores lies (2026-08-18), its
// caller loaded that, and the library of the log as well.
template <typename Signature, typename = void>
struct StartsWorker : std::false_type {};
template <typename Worker, typename... Last>
struct StartsWorker<void(Worker*, Last...),
                    std::void_t<decltype(static_cast<void (Worker::*)(Path, Path, Path, Last...)>(&Worker::init))>>
    : std::true_type {};
template <typename... Last>
constexpr bool kStartsWith = StartsWorker<void(ChipWorker*, Last...)>::value;
constexpr bool kInitTakesDevice = kStartsWith<int>;
constexpr bool kInitTakesDispatcher = kStartsWith<Path, int>;
constexpr bool kInitTakesPrewarm = kStartsWith<Path, int, const CallConfig*>;
constexpr bool kInitTakesMask = kStartsWith<Path, int, const CallConfig*, uint32_t>;
constexpr bool kInitTakesContext = kStartsWith<Path, int, const CallConfig*, uint32_t, Path>;
constexpr bool kInitTakesWarmup = kStartsWith<Path, int, const CallConfig*, uint32_t, Path, Path>;
constexpr bool kInitTakesFlag = kStartsWith<Path, int, const CallConfig*, bool, Path, Path>;
constexpr bool kCallerLoadsLibraries = !kInitTakesContext && !kInitTakesWarmup && !kInitTakesFlag;

// Called prepare_callable until 2026-06-30.
PTO_ASK(register_callable, static_cast<void (T::*)(int32_t, const void*)>(&T::register_callable));
PTO_ASK(prepare_callable, static_cast<void (T::*)(int32_t, const void*)>(&T::prepare_callable));
// What it returns, times until 2026-06, is of no interest.
PTO_ASK(run, std::declval<T&>().run(int32_t{}, static_cast<const ChipStorageTaskArgs*>(nullptr),
                                    std::declval<const CallConfig&>()));

// The numbers of a run's configuration. What is not filled here has a default: cores (until 2026-07-26) as many as
// there are; anchors (since 2026-09) are set by the runtime's own Python only.
#define PTO_ASK_NUMBER(name) PTO_ASK(name, static_cast<int32_t T::*>(&T::name))
PTO_ASK_NUMBER(block_dim);
PTO_ASK_NUMBER(aicpu_thread_num);
PTO_ASK_NUMBER(enable_l2_swimlane);    // until 2026-08-04
PTO_ASK_NUMBER(enable_chip_swimlane);  // from then on
PTO_ASK_NUMBER(enable_dump_tensor);    // until 2026-06-25
PTO_ASK_NUMBER(enable_dump_args);      // from then on
PTO_ASK_NUMBER(enable_pmu);
PTO_ASK_NUMBER(enable_dep_gen);
PTO_ASK_NUMBER(enable_scope_stats);  // since 2026-06
PTO_ASK_NUMBER(capture_clock_anchors);
constexpr size_t kConfigNumbers =
    Has_block_dim<CallConfig>::value + Has_aicpu_thread_num<CallConfig>::value +
    Has_enable_l2_swimlane<CallConfig>::value + Has_enable_chip_swimlane<CallConfig>::value +
    Has_enable_dump_tensor<CallConfig>::value + Has_enable_dump_args<CallConfig>::value +
    Has_enable_pmu<CallConfig>::value + Has_enable_dep_gen<CallConfig>::value +
    Has_enable_scope_stats<CallConfig>::value + Has_capture_clock_anchors<CallConfig>::value;
// The sizes of rings, since 2026-06.
template <typename Config, typename = void>
constexpr size_t kEnvironmentBytes = 0;
template <typename Config>
constexpr size_t kEnvironmentBytes<Config, std::void_t<decltype(Config::runtime_env)>> = sizeof(Config::runtime_env);

// Some revisions of 2026-09 have a callable say how many scalars it takes, which all others see in its signature.
template <typename Child, int MaxSignature, int MaxChildren, typename... Counts>
using CallableBytes = decltype(make_callable<Child, MaxSignature, MaxChildren>(
    std::declval<const ArgDirection*>(), std::declval<Counts>()..., std::declval<const char*>(),
    std::declval<const void*>(), uint32_t{}, std::declval<const int32_t*>(),
    std::declval<const std::vector<uint8_t>*>(), int32_t{}, std::declval<const char*>()));
template <typename Type, typename Counts, typename = void>
struct TakesCounts : std::false_type {};
template <typename Child, int MaxSignature, int MaxChildren, typename... Counts>
struct TakesCounts<Callable<Child, MaxSignature, MaxChildren>, void(Counts...),
                   std::void_t<CallableBytes<Child, MaxSignature, MaxChildren, Counts...>>> : std::true_type {};
constexpr bool kCallablesSignaturesSuffice = TakesCounts<ChipCallable, void(int32_t)>::value;
constexpr bool kCallablesCountScalars = TakesCounts<ChipCallable, void(int32_t, int32_t)>::value;

// Those of 2026-06-26 to 29 have a kernel say which of its arguments each entry of its signature is.
PTO_ASK(plain_kernels, make_callable<CORE_MAX_TENSOR_ARGS>(static_cast<T*>(nullptr), int32_t{},
                                                           static_cast<const void*>(nullptr), uint32_t{}));
PTO_ASK(numbered_kernels, make_callable<CORE_MAX_TENSOR_ARGS>(static_cast<T*>(nullptr), Shape{}, int32_t{},
                                                              static_cast<const void*>(nullptr), uint32_t{}));
constexpr bool kKernelsArePlain = Has_plain_kernels<const ArgDirection>::value;
constexpr bool kKernelsAreNumbered = Has_numbered_kernels<const ArgDirection>::value;

// A thread writes the runtime's messages since 2026-09; before, who has one writes it.
PTO_ASK(queued_log, std::declval<T&>().flush(uint32_t{}));
constexpr bool kLogIsQueued = Has_queued_log<HostLogger>::value;
// Until 2026-07-29 a level was one of five, and that of information had ten steps; then a number as in Python.
PTO_ASK(steps_of_information, std::declval<T&>().set_info_v(int{}));
PTO_ASK(timing_level, T::TIMING);
constexpr bool kLogHasSteps = Has_steps_of_information<HostLogger>::value;

}  // namespace pto_features

#endif
