// What the runtime's interface is like where its revisions differ, asked of the headers of the checkout and not of its
// version: each answer stands for itself, so that revisions between the two that the adapter was written for have
// theirs, too. Include after the runtime's headers.
#ifndef PTO_SIMPLER_ADAPTER_FEATURES_H
#define PTO_SIMPLER_ADAPTER_FEATURES_H

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#define PTO_WRITTEN_FOR "simpler 6ebaf7715 (2026-08-22) and 247689f4 (2026-09)"

// Makes Has_NAME<Type>: whether the expression, in which the type is called T, means something. A name that is gone is
// no error of the compiler's but the answer "no".
#define PTO_ASK(name, ...)                                                        \
    template <typename T, typename = void>                                        \
    struct Has_##name : std::false_type {};                                       \
    template <typename T>                                                         \
    struct Has_##name<T, std::void_t<decltype(__VA_ARGS__)>> : std::true_type {}; \
    static_assert(true)

namespace pto_features {

using Shape = const uint32_t*;

// ChipTensor had two fields about tasks until 2026-08: 128 bytes with them, 72 without.
PTO_ASK(task_fields, make_tensor_strided(static_cast<void*>(nullptr), Shape{}, Shape{}, uint32_t{}, T{}, bool{},
                                         int32_t{}, AddressSpace{}));
PTO_ASK(no_task_fields,
        make_tensor_strided(static_cast<void*>(nullptr), Shape{}, Shape{}, uint32_t{}, T{}, AddressSpace{}));
constexpr bool kTensorsHaveTaskFields = Has_task_fields<DataType>::value;
constexpr bool kTensorsHaveNoTaskFields = Has_no_task_fields<DataType>::value;
constexpr size_t kTensorBytes = kTensorsHaveTaskFields ? 128 : 72;

// The worker was told which workspaces to set up as a mask until 2026-08, then only whether one of them is wanted.
template <typename Worker, typename Workspaces>
using InitFunction = void (Worker::*)(const std::string&, const std::string&, const std::string&, const std::string&,
                                      int, const CallConfig*, Workspaces, const std::string&, const std::string&);
PTO_ASK(init_with_mask, static_cast<InitFunction<T, uint32_t>>(&T::init));
PTO_ASK(init_with_flag, static_cast<InitFunction<T, bool>>(&T::init));
constexpr bool kInitTakesMask = Has_init_with_mask<ChipWorker>::value;
constexpr bool kInitTakesFlag = Has_init_with_flag<ChipWorker>::value;
using Workspaces = std::conditional_t<kInitTakesMask, uint32_t, bool>;

// Since 2026-09. Set by the runtime's own Python only, 0 without it.
PTO_ASK(clock_anchors, static_cast<int32_t T::*>(&T::capture_clock_anchors));
constexpr size_t kConfigNumbers = Has_clock_anchors<CallConfig>::value ? 7 : 6;

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

// A thread writes the runtime's messages since 2026-09; before, who has one writes it.
PTO_ASK(queued_log, std::declval<T&>().flush(uint32_t{}));
constexpr bool kLogIsQueued = Has_queued_log<HostLogger>::value;

}  // namespace pto_features

#endif
