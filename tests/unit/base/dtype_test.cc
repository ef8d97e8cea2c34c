#include "base/dtype.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "base/error.h"
#include "base/half.h"
#include "tests/support/error_of.h"

namespace pto {
namespace {

using test::ErrorOf;

const DType& Get(std::string_view name) {
    const DType* dtype = FindDType(name);
    if (dtype == nullptr) throw std::runtime_error("no dtype " + std::string(name));
    return *dtype;
}

std::string Row(const DType& dtype) {
    return std::string(dtype.name) + " " + std::to_string(dtype.bits) + " " + std::string(dtype.safetensors) + " " +
           std::string(dtype.torch) + " " + std::to_string(dtype.runtime_code) + "\n";
}

// Name, bits, dtype in a .safetensors header, torch attribute, enumerator of the runtime's DataType.
TEST(DType, TheWholeTable) {
    std::string table;
    for (const DType& dtype : AllDTypes()) table += Row(dtype);
    EXPECT_EQ(table, R"(bool 8 BOOL bool 11
int4 4   -1
int8 8 I8 int8 4
int16 16 I16 int16 3
int32 32 I32 int32 2
int64 64 I64 int64 7
uint4 4   -1
uint8 8 U8 uint8 5
uint16 16 U16 uint16 9
uint32 32 U32 uint32 10
uint64 64 U64 uint64 8
fp4e2m1x2 8 F4 float4_e2m1fn_x2 14
fp4 8 F4 float4_e2m1fn_x2 14
fp8e4m3fn 8 F8_E4M3 float8_e4m3fn 12
fp8e5m2 8 F8_E5M2 float8_e5m2 -1
fp8e8m0 8 F8_E8M0 float8_e8m0fnu 13
fp16 16 F16 float16 1
fp32 32 F32 float32 0
bfloat16 16 BF16 bfloat16 6
hf4 4   -1
hf8 8   -1
index 64 I64 int64 7
task_id 64   8
fp64 64 F64 float64 -1
)");
}

TEST(DType, IsFoundByEachOfItsNames) {
    for (const DType& dtype : AllDTypes()) {
        EXPECT_EQ(FindDType(dtype.name), &dtype);
        const DType* by_torch = FindDTypeByTorch(dtype.torch);
        const DType* by_safetensors = FindDTypeBySafetensors(dtype.safetensors);
        EXPECT_EQ(by_torch == nullptr ? "" : by_torch->torch, dtype.torch);
        EXPECT_EQ(by_safetensors == nullptr ? "" : by_safetensors->safetensors, dtype.safetensors);
    }
    EXPECT_EQ(FindDTypeBySafetensors("I64")->name, "int64") << "not 'index', which shares the name";
    EXPECT_EQ(FindDTypeByTorch("int64")->name, "int64");
    for (const char* name : {"", "unknown", "float32", "FP32", "fp32 "}) EXPECT_EQ(FindDType(name), nullptr) << name;
    EXPECT_EQ(FindDTypeBySafetensors(""), nullptr);
    EXPECT_EQ(FindDTypeByTorch(""), nullptr);
    EXPECT_EQ(DTypeNames().size(), AllDTypes().size());
    EXPECT_EQ(DTypeNames()[16], "fp16");
    EXPECT_EQ(FindDTypeByTorch("float4_e2m1fn_x2")->name, "fp4e2m1x2");
    EXPECT_EQ(FindDTypeBySafetensors("F4")->name, "fp4e2m1x2");
}

TEST(DType, SameStorage) {
    struct Case {
        const char* a;
        const char* b;
        bool same;
    };
    const Case cases[] = {{"fp32", "fp32", true},      {"index", "int64", true},   {"int32", "uint32", false},
                          {"fp16", "bfloat16", false}, {"fp4", "fp4e2m1x2", true}, {"hf4", "hf4", true},
                          {"hf4", "int4", false},      {"hf8", "fp4", false},      {"uint8", "fp4e2m1x2", false}};
    for (const Case& c : cases) EXPECT_EQ(SameStorage(Get(c.a), Get(c.b)), c.same) << c.a << " " << c.b;
}

TEST(DType, ElementCountAndBytes) {
    struct Case {
        const char* dtype;
        std::vector<int64_t> shape;
        int64_t count;
        uint64_t bytes;
    };
    const Case cases[] = {
        {"fp32", {}, 1, 4},
        {"fp32", {0}, 0, 0},
        {"fp32", {96, 64}, 6144, 24576},
        {"fp16", {3, 0, 5}, 0, 0},
        {"bool", {7}, 7, 7},
        {"int4", {}, 1, 1},
        {"int4", {3}, 3, 2},
        {"fp4", {3}, 3, 3},
        {"int64", {int64_t{1} << 57}, int64_t{1} << 57, uint64_t{1} << 60},
        {"int8", {(int64_t{1} << 60)}, int64_t{1} << 60, uint64_t{1} << 60},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(ElementCount(c.shape), c.count);
        EXPECT_EQ(DenseBytes(Get(c.dtype), c.shape), c.bytes) << c.dtype;
    }
}

TEST(DType, ShapesThatOverflowAreRefused) {
    const std::string shape_text = "a tensor shape is negative or larger than 2^63 elements";
    const std::vector<std::vector<int64_t>> shapes = {
        {-1}, {4, -1}, {0, -1}, {int64_t{1} << 62, 2}, {1000000000, 1000000000, 1000000000}};
    for (const auto& shape : shapes) {
        EXPECT_EQ(ErrorOf([&] { ElementCount(shape); }), shape_text);
        EXPECT_EQ(ErrorOf([&] { DenseBytes(Get("int8"), shape); }), shape_text);
    }
    const std::vector<int64_t> large = {int64_t{1} << 58};
    EXPECT_EQ(ErrorOf([&] { DenseBytes(Get("int64"), large); }), "a tensor is larger than 2^61 bytes");
    EXPECT_EQ(DenseBytes(Get("int32"), large), uint64_t{1} << 60);
}

TEST(DType, StoresAndLoadsTheExtremesOfEveryInteger) {
    struct Case {
        const char* dtype;
        std::vector<double> values;
    };
    const Case cases[] = {
        {"int8", {-128, -1, 0, 127}},
        {"int16", {-32768, -1, 0, 32767}},
        {"int32", {-2147483648.0, -1, 0, 2147483647.0}},
        {"int64", {-9223372036854775808.0, -1, 0, 9007199254740992.0}},
        {"index", {-1, 0, 9007199254740992.0}},
        {"uint8", {0, 255}},
        {"uint16", {0, 65535}},
        {"uint32", {0, 4294967295.0}},
        {"uint64", {0, 9007199254740992.0, 9223372036854775808.0}},
        {"bool", {0, 1}},
    };
    for (const Case& c : cases) {
        for (const double value : c.values) {
            unsigned char element[8] = {};
            StoreFromDouble(Get(c.dtype), value, element);
            EXPECT_EQ(LoadAsDouble(Get(c.dtype), element), value) << c.dtype;
        }
    }
}

TEST(DType, StoreTruncatesIntegersAndTestsBool) {
    unsigned char element[8] = {};
    for (const double value : {2.9, 2.5, 2.0}) {
        StoreFromDouble(Get("int32"), value, element);
        EXPECT_EQ(LoadAsDouble(Get("int32"), element), 2.0);
        StoreFromDouble(Get("int32"), -value, element);
        EXPECT_EQ(LoadAsDouble(Get("int32"), element), -2.0);
    }
    for (const double value : {0.25, -3.0, 1e300, std::numeric_limits<double>::quiet_NaN()}) {
        StoreFromDouble(Get("bool"), value, element);
        EXPECT_EQ(element[0], 1);
    }
    element[0] = 7;  // any other byte of a file is true as well
    EXPECT_EQ(LoadAsDouble(Get("bool"), element), 1.0);
}

// A range that is not the type's has no right answer, but must not be undefined behaviour either.
TEST(DType, StoreOfIntegersOutOfRangeSaturates) {
    struct Case {
        const char* dtype;
        double smallest, largest;
    };
    const Case cases[] = {{"int8", -128, 127},
                          {"uint8", 0, 255},
                          {"int16", -32768, 32767},
                          {"uint16", 0, 65535},
                          {"int32", -2147483648.0, 2147483647.0},
                          {"uint32", 0, 4294967295.0},
                          {"int64", -9223372036854775808.0, 9223372036854775808.0},
                          {"uint64", 0, 18446744073709551616.0}};
    for (const Case& c : cases) {
        const double infinity = std::numeric_limits<double>::infinity();
        for (const double value : {1e30, infinity, -1e30, -infinity}) {
            unsigned char element[8] = {};
            StoreFromDouble(Get(c.dtype), value, element);
            EXPECT_EQ(LoadAsDouble(Get(c.dtype), element), value > 0 ? c.largest : c.smallest) << c.dtype << value;
        }
        unsigned char element[8] = {1, 1, 1, 1, 1, 1, 1, 1};
        StoreFromDouble(Get(c.dtype), std::numeric_limits<double>::quiet_NaN(), element);
        EXPECT_EQ(LoadAsDouble(Get(c.dtype), element), 0.0) << c.dtype;
    }
}

TEST(DType, StoresFloatsThroughTheirConversions) {
    struct Case {
        const char* dtype;
        double value, stored;
    };
    const Case cases[] = {
        {"fp16", 1.0 / 3, 0.333251953125},
        {"fp16", 1e6, HUGE_VAL},
        {"bfloat16", 1.0 / 3, 0.333984375},
        {"fp32", 0.1, 0.1F},
        {"fp64", 0.1, 0.1},
        {"fp32", 1e300, HUGE_VAL},
        {"fp8e4m3fn", 0.3, 0.3125},
        {"fp8e5m2", 0.3, 0.3125},
        {"fp8e8m0", 3.1, 4.0},
        {"fp8e5m2", -1e9, -HUGE_VAL},
        {"fp8e4m3fn", 0.001, 0.001953125},
        {"bfloat16", -0.0, -0.0},
    };
    for (const Case& c : cases) {
        unsigned char element[8] = {};
        StoreFromDouble(Get(c.dtype), c.value, element);
        EXPECT_EQ(LoadAsDouble(Get(c.dtype), element), c.stored) << c.dtype << " " << c.value;
        EXPECT_EQ(std::signbit(LoadAsDouble(Get(c.dtype), element)), std::signbit(c.stored)) << c.dtype;
    }
    for (const char* name : {"fp16", "bfloat16", "fp32", "fp64", "fp8e4m3fn", "fp8e5m2", "fp8e8m0"}) {
        unsigned char element[8] = {};
        StoreFromDouble(Get(name), std::numeric_limits<double>::quiet_NaN(), element);
        EXPECT_TRUE(std::isnan(LoadAsDouble(Get(name), element))) << name;
    }
}

TEST(DType, CarriedTypesAreLeftAlone) {
    for (const char* name : {"int4", "fp4", "fp4e2m1x2", "hf8", "task_id"}) {
        unsigned char element[8] = {0xab, 0xcd};
        StoreFromDouble(Get(name), 5.0, element);
        EXPECT_EQ(element[0], 0xab) << name;
        EXPECT_EQ(LoadAsDouble(Get(name), element), 0.0) << name;
    }
}

// The distance to the next larger pattern, measured, for every positive finite fp16 and bf16.
TEST(DType, UlpIsTheDistanceToTheNextPattern) {
    for (uint16_t bits = 0; bits < 0x7bff; ++bits) {
        const double here = static_cast<double>(Fp16ToFloat(bits));
        const double next = static_cast<double>(Fp16ToFloat(static_cast<uint16_t>(bits + 1)));
        ASSERT_EQ(UlpAt(Get("fp16"), here), next - here) << bits;
        ASSERT_EQ(UlpAt(Get("fp16"), -here), next - here) << bits;
    }
    for (uint16_t bits = 0; bits < 0x7f7f; ++bits) {
        const double here = static_cast<double>(Bf16ToFloat(bits));
        ASSERT_EQ(UlpAt(Get("bfloat16"), here),
                  static_cast<double>(Bf16ToFloat(static_cast<uint16_t>(bits + 1))) - here);
    }
    for (uint8_t bits = 0; bits < 0x7e; ++bits) {
        const double here = static_cast<double>(Fp8E4M3ToFloat(bits));
        ASSERT_EQ(UlpAt(Get("fp8e4m3fn"), here),
                  static_cast<double>(Fp8E4M3ToFloat(static_cast<uint8_t>(bits + 1))) - here);
    }
    for (uint8_t bits = 0; bits < 254; ++bits) {
        const double here = static_cast<double>(Fp8E8M0ToFloat(bits));
        ASSERT_EQ(UlpAt(Get("fp8e8m0"), here), here);
    }
}

TEST(DType, UlpOfWideTypesAndOfNoNumbers) {
    for (const double value : {0.0, 1e-320, 1e-300, 0.1, 1.0, 12345.678, 1e300}) {
        EXPECT_EQ(UlpAt(Get("fp64"), value), std::nextafter(value, HUGE_VAL) - value) << value;
    }
    for (const float value : {0.0F, 1e-44F, 0.1F, 1.0F, 3e38F}) {
        const auto wide = static_cast<double>(value);
        EXPECT_EQ(UlpAt(Get("fp32"), wide), static_cast<double>(std::nextafter(value, HUGE_VALF)) - wide) << value;
    }
    EXPECT_EQ(UlpAt(Get("int32"), 5.0), 0.0);
    EXPECT_EQ(UlpAt(Get("bool"), 1.0), 0.0);
    EXPECT_EQ(UlpAt(Get("hf4"), 1.0), 0.0);
    EXPECT_GT(UlpAt(Get("fp32"), HUGE_VAL), 0.0) << "no crash on what has no neighbour";
    EXPECT_GT(UlpAt(Get("fp32"), std::nan("")), 0.0);
}

}  // namespace
}  // namespace pto
