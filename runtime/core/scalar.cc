#include "runtime/core/scalar.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/text.h"

namespace pto::run {
namespace {

// Wide enough for every integer type of either sign.
struct Integer {
    bool negative = false;
    uint64_t magnitude = 0;
};

uint64_t LargestMagnitude(const DType& dtype, bool negative) {
    if (dtype.form == HostForm::kBool) return negative ? 0 : 1;
    const uint64_t all = std::numeric_limits<uint64_t>::max() >> (64 - dtype.bits);
    if (dtype.form == HostForm::kUnsigned) return negative ? 0 : all;
    return negative ? all / 2 + 1 : all / 2;
}

std::optional<uint64_t> Slot(const DType& dtype, const Integer& integer) {
    if (integer.magnitude > LargestMagnitude(dtype, integer.negative)) return std::nullopt;
    return integer.negative ? ~integer.magnitude + 1 : integer.magnitude;
}

uint64_t Slot(const DType& dtype, double value) {
    if (dtype.form == HostForm::kFp64) return std::bit_cast<uint64_t>(value);
    return std::bit_cast<uint32_t>(static_cast<float>(value));
}

std::optional<Integer> ParseInteger(std::string_view text) {
    Integer integer;
    integer.negative = text.starts_with("-");
    if (integer.negative || text.starts_with("+")) text.remove_prefix(1);
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    if (hexadecimal) text.remove_prefix(2);
    const char* end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, integer.magnitude, hexadecimal ? 16 : 10);
    if (code != std::errc() || stop != end) return std::nullopt;
    return integer;
}

std::optional<double> ParseReal(std::string_view text) {
    if (text.starts_with("+")) text.remove_prefix(1);
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, value);
    if (code != std::errc() || stop != end) return std::nullopt;
    return value;
}

Integer IntegerElement(const DType& stored, const void* element) {
    uint64_t bits = 0;
    std::memcpy(&bits, element, static_cast<size_t>(stored.bits / 8));
    if (stored.form != HostForm::kSigned) return {false, bits};
    const int unused = 64 - stored.bits;
    const auto value = static_cast<int64_t>(bits << unused) >> unused;
    return value < 0 ? Integer{true, ~static_cast<uint64_t>(value) + 1} : Integer{false, static_cast<uint64_t>(value)};
}

}  // namespace

bool CanBeScalar(const DType& dtype) {
    switch (dtype.form) {
        case HostForm::kNone:
        case HostForm::kPacked:
        case HostForm::kFp8E4M3:
        case HostForm::kFp8E5M2:
        case HostForm::kFp8E8M0:
            return false;
        default:
            return true;
    }
}

std::optional<uint64_t> ScalarFromText(const DType& dtype, std::string_view text) {
    text = Trim(text);
    if (!CanBeScalar(dtype)) return std::nullopt;
    if (dtype.form == HostForm::kBool && (text == "true" || text == "false")) return text == "true" ? 1 : 0;
    if (!IsFloat(dtype.form)) {
        const std::optional<Integer> integer = ParseInteger(text);
        return integer ? Slot(dtype, *integer) : std::nullopt;
    }
    const std::optional<double> value = ParseReal(text);
    return value ? std::optional(Slot(dtype, *value)) : std::nullopt;
}

std::optional<uint64_t> ScalarFromElement(const DType& dtype, const DType& stored, const void* element) {
    if (!CanBeScalar(dtype) || !HasValues(stored.form)) return std::nullopt;
    if (IsFloat(dtype.form)) return Slot(dtype, LoadAsDouble(stored, element));
    if (IsFloat(stored.form)) return std::nullopt;
    if (stored.form == HostForm::kBool)
        return Slot(dtype, Integer{false, LoadAsDouble(stored, element) != 0 ? 1U : 0U});
    return Slot(dtype, IntegerElement(stored, element));
}

std::string ScalarExpectation(const DType& dtype) {
    if (dtype.form == HostForm::kBool) return "true or false";
    if (IsFloat(dtype.form)) return "a number";
    const uint64_t below = LargestMagnitude(dtype, true);
    return fmt::format("an integer from {}{} to {}", below > 0 ? "-" : "", below, LargestMagnitude(dtype, false));
}

std::string ScalarText(const DType& dtype, uint64_t slot) {
    if (dtype.form == HostForm::kBool) return slot != 0 ? "true" : "false";
    if (dtype.form == HostForm::kFp64) return fmt::format("{}", std::bit_cast<double>(slot));
    if (IsFloat(dtype.form)) return fmt::format("{}", std::bit_cast<float>(static_cast<uint32_t>(slot)));
    return dtype.form == HostForm::kSigned ? std::to_string(static_cast<int64_t>(slot)) : std::to_string(slot);
}

}  // namespace pto::run
