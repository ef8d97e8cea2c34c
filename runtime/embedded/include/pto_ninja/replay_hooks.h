// What debug/replay_hooks.cpp of a compiled directory is written against: inputs made in C++, and a comparison of one's
// own. Both functions are optional; pto-replay calls them in its own process.
//
//   #include <pto_ninja/replay_hooks.h>
//
//   void MakeInputs(pto_ninja::Arguments& args) {            // before the run
//       args["x"].Fill([](int64_t i) { return 0.5 * i; });
//   }
//   void UserCompare(const pto_ninja::Arguments& args) {     // after it
//       pto_ninja::ExpectClose(args["y"], expected, 1e-5, 1e-5);
//   }
//
// The program's parameters are there by name and by position, inputs with the values that the run would take without
// the hook (those of golden.py, or made up). What MakeInputs leaves in them is what the program sees; the golden's
// expected values then belong to other inputs and judge nothing. UserCompare sees all arguments after the run, and
// fails it by throwing an exception; its text is shown. Nothing here may be called from several threads at once.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// How pto-replay and the compiled hooks speak to each other. A change of anything here changes the version.
extern "C" {
struct PtoHookArgument {
    const char* name;
    const char* dtype;  // "fp32", "bf16", "int32", ...: PyPTO's names
    const int64_t* shape;
    int32_t rank;
    int32_t is_scalar;  // shape is of no meaning, there is one element
    int32_t is_output;  // Out or InOut
    void* data;         // row-major, dense
    int64_t count;      // elements
    int64_t bytes;
};
struct PtoHookArguments {
    const char* program;
    PtoHookArgument* list;
    int64_t count;
};
}

namespace pto_ninja {

inline constexpr int32_t kHooksVersion = 1;

namespace hooks_detail {

inline double FromHalf(uint16_t bits) {
    const int exponent = (bits >> 10) & 31;
    const double fraction = bits & 1023;
    const double sign = (bits & 0x8000) != 0 ? -1 : 1;
    if (exponent == 31) return fraction == 0 ? sign * INFINITY : NAN;
    return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

// To the nearest value of `digits` binary digits and exponents from `least`, ties to even; too large is infinity.
inline double RoundTo(double value, int digits, int least, double largest) {
    if (value == 0 || !std::isfinite(value)) return value;
    const int exponent = std::max(std::ilogb(value), least) - (digits - 1);
    const double rounded = std::ldexp(std::nearbyint(std::ldexp(value, -exponent)), exponent);
    return std::fabs(rounded) > largest ? std::copysign(INFINITY, value) : rounded;
}

inline uint16_t ToHalf(double value) {
    const double rounded = RoundTo(value, 11, -14, 65504.0);
    const uint16_t sign = std::signbit(rounded) ? 0x8000 : 0;
    const double size = std::fabs(rounded);
    if (std::isnan(rounded)) return 0x7E00;
    if (std::isinf(rounded)) return static_cast<uint16_t>(sign | 0x7C00);
    if (size < std::ldexp(1.0, -14)) return static_cast<uint16_t>(sign | static_cast<uint16_t>(std::ldexp(size, 24)));
    const int exponent = std::ilogb(size);
    const auto fraction = static_cast<uint16_t>(std::ldexp(size, 10 - exponent)) & 1023;
    return static_cast<uint16_t>(sign | ((exponent + 15) << 10) | fraction);
}

inline double FromBfloat16(uint16_t bits) {
    const uint32_t word = static_cast<uint32_t>(bits) << 16;
    float value;
    std::memcpy(&value, &word, sizeof value);
    return value;
}

inline uint16_t ToBfloat16(double value) {
    constexpr double kLargest = 3.3895313892515355e38;
    const auto rounded = static_cast<float>(RoundTo(value, 8, -126, kLargest));
    if (std::isnan(rounded)) return 0x7FC0;
    uint32_t word;
    std::memcpy(&word, &rounded, sizeof word);
    return static_cast<uint16_t>(word >> 16);
}

template <typename T>
double Load(const void* data, int64_t index) {
    return static_cast<double>(static_cast<const T*>(data)[index]);
}
template <typename T>
void Store(void* data, int64_t index, double value) {
    static_cast<T*>(data)[index] = static_cast<T>(value);
}
inline double LoadHalf(const void* data, int64_t index) {
    return FromHalf(static_cast<const uint16_t*>(data)[index]);
}
inline void StoreHalf(void* data, int64_t index, double value) {
    static_cast<uint16_t*>(data)[index] = ToHalf(value);
}
inline double LoadBfloat16(const void* data, int64_t index) {
    return FromBfloat16(static_cast<const uint16_t*>(data)[index]);
}
inline void StoreBfloat16(void* data, int64_t index, double value) {
    static_cast<uint16_t*>(data)[index] = ToBfloat16(value);
}
inline void StoreBool(void* data, int64_t index, double value) {
    static_cast<uint8_t*>(data)[index] = value != 0 ? 1 : 0;
}

struct ElementType {
    const char* dtype;
    int64_t size;
    double (*load)(const void*, int64_t);
    void (*store)(void*, int64_t, double);
};

inline const ElementType& TypeOf(const PtoHookArgument& argument) {
    static const ElementType kTypes[] = {{"fp32", 4, Load<float>, Store<float>},
                                         {"fp64", 8, Load<double>, Store<double>},
                                         {"fp16", 2, LoadHalf, StoreHalf},
                                         {"bfloat16", 2, LoadBfloat16, StoreBfloat16},
                                         {"int8", 1, Load<int8_t>, Store<int8_t>},
                                         {"int16", 2, Load<int16_t>, Store<int16_t>},
                                         {"int32", 4, Load<int32_t>, Store<int32_t>},
                                         {"int64", 8, Load<int64_t>, Store<int64_t>},
                                         {"uint8", 1, Load<uint8_t>, Store<uint8_t>},
                                         {"uint16", 2, Load<uint16_t>, Store<uint16_t>},
                                         {"uint32", 4, Load<uint32_t>, Store<uint32_t>},
                                         {"uint64", 8, Load<uint64_t>, Store<uint64_t>},
                                         {"bool", 1, Load<uint8_t>, StoreBool}};
    for (const ElementType& type : kTypes) {
        if (std::strcmp(type.dtype, argument.dtype) == 0) return type;
    }
    throw std::runtime_error("'" + std::string(argument.name) + "' is " + argument.dtype +
                             ", whose elements the hooks cannot read: use Data()");
}

}  // namespace hooks_detail

// One argument: a tensor, or a scalar with one element. Values go through double, rounded to the element type as the
// hardware does; Data() has the bytes themselves.
class Argument {
  public:
    explicit Argument(const PtoHookArgument& raw) : raw_(raw) {}

    std::string_view Name() const { return raw_.name; }
    std::string_view Dtype() const { return raw_.dtype; }
    bool IsScalar() const { return raw_.is_scalar != 0; }
    bool IsOutput() const { return raw_.is_output != 0; }
    std::vector<int64_t> Shape() const { return {raw_.shape, raw_.shape + raw_.rank}; }
    int64_t Count() const { return raw_.count; }
    int64_t Bytes() const { return raw_.bytes; }
    void* Data() { return raw_.data; }
    const void* Data() const { return raw_.data; }

    // By flat row-major index, checked.
    double Get(int64_t index) const { return hooks_detail::TypeOf(raw_).load(raw_.data, Checked(index)); }
    void Set(int64_t index, double value) { hooks_detail::TypeOf(raw_).store(raw_.data, Checked(index), value); }

    // value_of(flat index) for every element.
    template <typename ValueOf>
    void Fill(ValueOf&& value_of) {
        for (int64_t i = 0; i < raw_.count; ++i) Set(i, static_cast<double>(value_of(i)));
    }
    std::vector<double> Values() const {
        std::vector<double> values;
        for (int64_t i = 0; i < raw_.count; ++i) values.push_back(Get(i));
        return values;
    }

  private:
    int64_t Checked(int64_t index) const {
        if (index >= 0 && index < raw_.count) return index;
        throw std::out_of_range("'" + std::string(raw_.name) + "' has " + std::to_string(raw_.count) +
                                " elements, none at " + std::to_string(index));
    }

    PtoHookArgument raw_;
};

// The arguments of one program, in parameter order.
class Arguments {
  public:
    explicit Arguments(const PtoHookArguments& raw) : program_(raw.program) {
        for (int64_t i = 0; i < raw.count; ++i) list_.emplace_back(raw.list[i]);
    }

    // Empty where the directory has only one program.
    std::string_view Program() const { return program_; }
    size_t size() const { return list_.size(); }
    Argument& operator[](size_t index) { return list_.at(index); }
    const Argument& operator[](size_t index) const { return list_.at(index); }
    Argument& operator[](const char* name) { return list_[Find(name)]; }
    const Argument& operator[](const char* name) const { return list_[Find(name)]; }
    Argument& operator[](const std::string& name) { return list_[Find(name)]; }
    const Argument& operator[](const std::string& name) const { return list_[Find(name)]; }

  private:
    size_t Find(std::string_view name) const {
        std::string known;
        for (size_t i = 0; i < list_.size(); ++i) {
            if (list_[i].Name() == name) return i;
            known += (known.empty() ? "'" : ", '") + std::string(list_[i].Name()) + "'";
        }
        throw std::out_of_range("there is no argument '" + std::string(name) + "'; there is " + known);
    }

    std::string program_;
    std::vector<Argument> list_;
};

// Fails the run with a text of one's own.
[[noreturn]] inline void Fail(const std::string& text) {
    throw std::runtime_error(text);
}

// |actual - expected| <= atol + rtol * |expected| for every element, as golden.py's outputs are judged; NaN in
// `expected` means "don't care".
inline void ExpectClose(const Argument& actual, const std::vector<double>& expected, double rtol, double atol) {
    if (static_cast<int64_t>(expected.size()) != actual.Count()) {
        Fail("'" + std::string(actual.Name()) + "' has " + std::to_string(actual.Count()) + " elements, " +
             std::to_string(expected.size()) + " are expected");
    }
    for (int64_t i = 0; i < actual.Count(); ++i) {
        const double wanted = expected[static_cast<size_t>(i)];
        const double value = actual.Get(i);
        if (std::isnan(wanted) || value == wanted) continue;
        if (std::isfinite(wanted) && std::fabs(value - wanted) <= atol + rtol * std::fabs(wanted)) continue;
        char text[160];
        std::snprintf(text, sizeof text, "' at %lld: %.9g, expected %.9g, difference %.3g", static_cast<long long>(i),
                      value, wanted, std::fabs(value - wanted));
        Fail("'" + std::string(actual.Name()) + text);
    }
}

}  // namespace pto_ninja

// The user's functions. Weak, so that each may be left out.
__attribute__((weak)) void MakeInputs(pto_ninja::Arguments& args);
__attribute__((weak)) void UserCompare(const pto_ninja::Arguments& args);

#if defined(PTO_NINJA_COMPILES_HOOKS)
namespace pto_ninja::hooks_detail {

// 0: done. 1: it threw, and `text` has what it said, cut to `size`.
template <typename Function>
int32_t Call(Function&& function, char* text, int64_t size) {
    const char* what = "threw something that is no std::exception";
    std::string copy;
    try {
        function();
        return 0;
    } catch (const std::exception& error) {
        copy = error.what();
        what = copy.c_str();
    } catch (...) {
    }
    std::snprintf(text, static_cast<size_t>(size), "%s", what);
    return 1;
}

}  // namespace pto_ninja::hooks_detail

extern "C" {
__attribute__((weak, visibility("default"))) int32_t pto_ninja_hooks_version() {
    return pto_ninja::kHooksVersion;
}
// 1: MakeInputs is there, 2: UserCompare is.
__attribute__((weak, visibility("default"))) int32_t pto_ninja_hooks_defined() {
    return (&MakeInputs != nullptr ? 1 : 0) + (&UserCompare != nullptr ? 2 : 0);
}
__attribute__((weak, visibility("default"))) int32_t pto_ninja_make_inputs(const PtoHookArguments* raw, char* text,
                                                                           int64_t size) {
    return pto_ninja::hooks_detail::Call(
        [raw] {
            pto_ninja::Arguments arguments(*raw);
            MakeInputs(arguments);
        },
        text, size);
}
__attribute__((weak, visibility("default"))) int32_t pto_ninja_user_compare(const PtoHookArguments* raw, char* text,
                                                                            int64_t size) {
    return pto_ninja::hooks_detail::Call(
        [raw] {
            const pto_ninja::Arguments arguments(*raw);
            UserCompare(arguments);
        },
        text, size);
}
}
#endif
