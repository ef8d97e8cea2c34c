#include "tensors/safetensors.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/temp_space.h"
#include "tests/support/tensor_fixtures.h"

namespace pto {
namespace {

using test::ErrorOf;
using test::FloatTensor;

constexpr char kSafetensorsRemedy[] = "; the file is cut short or no safetensors file; write it again";

std::string WithHeader(const std::string& header, const std::string& data = {}) {
    std::string bytes;
    for (int i = 0; i < 8; ++i) bytes += static_cast<char>(header.size() >> (8 * i) & 0xff);
    return bytes + header + data;
}

std::vector<Tensor> Mixed() {
    std::vector<Tensor> tensors;
    tensors.push_back(MakeTensor("flags", *FindDType("bool"), {3}));
    tensors.push_back(FloatTensor("x", {2, 2}, {1, 2, 3, 4}));
    tensors.push_back(MakeTensor("n", *FindDType("int64"), {}));
    tensors.push_back(MakeTensor("empty", *FindDType("fp16"), {0, 5}));
    tensors.push_back(MakeTensor("packed", *FindDType("fp4e2m1x2"), {2, 3}));
    return tensors;
}

TEST(Safetensors, WritesTheFormatByteForByte) {
    const std::vector<Tensor> tensors = {FloatTensor("x", {1, 2}, {1, -2})};
    std::string header = R"({"__metadata__":{"a":"b"},"x":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}})";
    while ((8 + header.size()) % 64 != 0) header += ' ';
    const std::string data("\0\0\x80\x3f\0\0\0\xc0", 8);
    EXPECT_EQ(SafetensorsBytes(tensors, {{"a", "b"}}), WithHeader(header, data));
}

TEST(Safetensors, ReadsBackWhatItWrote) {
    const std::vector<Tensor> tensors = Mixed();
    const SafetensorsFile file = ParseSafetensors(SafetensorsBytes(tensors, {{"k", "v \"quoted\""}}), "f");
    EXPECT_EQ(file.metadata, (TensorMetadata{{"k", "v \"quoted\""}}));
    ASSERT_EQ(file.tensors.size(), tensors.size());
    for (const Tensor& tensor : tensors) {
        const Tensor* found = FindTensor(file.tensors, tensor.name);
        ASSERT_NE(found, nullptr) << tensor.name;
        EXPECT_EQ(found->dtype, tensor.dtype);
        EXPECT_EQ(found->shape, tensor.shape);
        EXPECT_EQ(found->bytes, tensor.bytes);
    }
}

TEST(Safetensors, EveryStorableTypeSurvives) {
    for (const DType& dtype : AllDTypes()) {
        if (dtype.safetensors.empty()) continue;
        Tensor tensor = MakeTensor("t", dtype, {4});
        for (size_t i = 0; i < tensor.bytes.size(); ++i) tensor.bytes.data()[i] = static_cast<uint8_t>(i % 2);
        const SafetensorsFile file = ParseSafetensors(SafetensorsBytes({&tensor, 1}, {}), "f");
        // Of types with one name there the first comes back: an index as an int64.
        EXPECT_EQ(file.tensors[0].dtype, FindDTypeBySafetensors(dtype.safetensors));
        EXPECT_TRUE(SameStorage(*file.tensors[0].dtype, dtype)) << dtype.name;
        EXPECT_EQ(file.tensors[0].bytes, tensor.bytes) << dtype.name;
    }
}

TEST(Safetensors, BytesDoNotDependOnTheOrderGiven) {
    std::vector<Tensor> tensors = Mixed();
    const std::string bytes = SafetensorsBytes(tensors, {});
    std::swap(tensors[0], tensors[3]);
    EXPECT_EQ(SafetensorsBytes(tensors, {}), bytes);
    // Falling alignment: every tensor lies at a multiple of its element's size.
    const SafetensorsHeader header = ParseSafetensorsHeader(bytes, "f");
    for (const SafetensorsEntry& entry : header.entries) {
        EXPECT_EQ(entry.offset % static_cast<uint64_t>(entry.dtype->bits / 8), 0u) << entry.name;
    }
    EXPECT_EQ(header.entries[0].name, "n");
    EXPECT_EQ(header.entries[0].offset % 64, 0u);
}

TEST(Safetensors, FourBitTypesAreCountedInHalvesInTheHeader) {
    const Tensor packed = MakeTensor("p", *FindDType("fp4"), {2, 3});
    const std::string bytes = SafetensorsBytes({&packed, 1}, {});
    EXPECT_NE(bytes.find(R"("dtype":"F4","shape":[2,6],"data_offsets":[0,6])"), std::string::npos);
    EXPECT_EQ(ParseSafetensors(bytes, "f").tensors[0].shape, (std::vector<int64_t>{2, 3}));
}

TEST(Safetensors, WritesFilesOnlyWhenTheyChange) {
    const test::TempSpace space;
    const std::string path = space.Path("deep/er/t.safetensors");
    const std::vector<Tensor> tensors = {FloatTensor("x", {2}, {1, 2})};
    EXPECT_EQ(WriteSafetensors(path, tensors, {{"a", "1"}}), WriteResult::kWritten);
    space.SetTime("deep/er/t.safetensors", 1'000'000'000);
    EXPECT_EQ(WriteSafetensors(path, tensors, {{"a", "1"}}), WriteResult::kUnchanged);
    EXPECT_EQ(space.Time("deep/er/t.safetensors"), 1'000'000'000);
    EXPECT_EQ(WriteSafetensors(path, tensors, {{"a", "2"}}), WriteResult::kWritten);
    const std::vector<Tensor> others = {FloatTensor("x", {2}, {1, 3})};
    EXPECT_EQ(WriteSafetensors(path, others, {{"a", "2"}}), WriteResult::kWritten);
    EXPECT_EQ(space.Read("deep/er/t.safetensors"), SafetensorsBytes(others, {{"a", "2"}}));
    EXPECT_EQ(space.Files(), std::vector<std::string>{"deep/er/t.safetensors"});
}

TEST(Safetensors, ReadsHeadersAndPiecesWithoutTheRest) {
    const test::TempSpace space;
    const std::string path = space.Path("t.safetensors");
    WriteSafetensors(path, Mixed(), {{"k", "v"}});
    const SafetensorsHeader header = ReadSafetensorsHeader(path);
    EXPECT_EQ(header.metadata.at("k"), "v");
    const SafetensorsEntry* entry = header.Find("x");
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->shape, (std::vector<int64_t>{2, 2}));
    EXPECT_EQ(header.Find("y"), nullptr);
    float third = 0;
    ReadSafetensorsBytes(path, *entry, 8, {reinterpret_cast<uint8_t*>(&third), 4});
    EXPECT_EQ(third, 3.0f);
    uint8_t byte = 0;
    EXPECT_EQ(ErrorOf([&] {
                  ReadSafetensorsBytes(path, *entry, 16, {&byte, 1});
              }),
              path + ": tensor 'x': has 16 bytes, asked for 1 from 16" + kSafetensorsRemedy);
    EXPECT_EQ(test::Values(*FindTensor(ReadSafetensors(path).tensors, "x")), (std::vector<double>{1, 2, 3, 4}));
}

TEST(Safetensors, RefusesWhatItCannotStore) {
    const test::TempSpace space;
    const std::string path = space.Path("t.safetensors");
    const std::vector<Tensor> nameless = {MakeTensor("x", *FindDType("hf8"), {1})};
    EXPECT_EQ(ErrorOf([&] { WriteSafetensors(path, nameless, {}); }),
              path + ": tensor 'x': dtype 'hf8' cannot be stored in a safetensors file");
    const std::vector<Tensor> twice = {FloatTensor("x", {1}, {1}), FloatTensor("x", {1}, {2})};
    EXPECT_EQ(ErrorOf([&] { WriteSafetensors(path, twice, {}); }),
              path + ": tensor 'x': the name is taken; give each tensor a name of its own");
    EXPECT_FALSE(space.Exists("t.safetensors"));
}

TEST(Safetensors, NamesTheFileThatIsMissing) {
    EXPECT_EQ(ErrorOf([] { ReadSafetensors("no/such.safetensors"); }),
              "no/such.safetensors: cannot be read: No such file or directory");
}

struct Refused {
    const char* name;
    std::string content;
    std::string message;
};

class SafetensorsRefused : public testing::TestWithParam<Refused> {};

TEST_P(SafetensorsRefused, SaysWhere) {
    EXPECT_EQ(ErrorOf([] { ParseSafetensors(GetParam().content, "f"); }), "f: " + GetParam().message);
}

const std::string kFour(4, '\0');
std::string OneTensor(const std::string& entry) {
    return WithHeader("{\"x\":" + entry + "}", kFour);
}

INSTANTIATE_TEST_SUITE_P(
    All, SafetensorsRefused,
    testing::Values(
        Refused{"Empty", "", std::string("has 0 bytes, expected at least 8") + kSafetensorsRemedy},
        Refused{"HugeHeader", std::string(8, '\xff') + "{}",
                std::string("the header length 18446744073709551615 does not fit the file of 10 bytes") +
                    kSafetensorsRemedy},
        Refused{"CutHeader", WithHeader("{}").substr(0, 9),
                std::string("the header length 2 does not fit the file of 9 bytes") + kSafetensorsRemedy},
        Refused{"NoJson", WithHeader("{nope"), std::string("the header is not JSON") + kSafetensorsRemedy},
        Refused{"NotUtf8", WithHeader("{\"\xff\":1}"), std::string("the header is not JSON") + kSafetensorsRemedy},
        Refused{"NoObject", WithHeader("[]"),
                std::string("the header is a list, expected an object") + kSafetensorsRemedy},
        Refused{"Metadata", WithHeader(R"({"__metadata__":{"a":1}})"),
                std::string("__metadata__ 'a' is 1, expected a string") + kSafetensorsRemedy},
        Refused{"MetadataList", WithHeader(R"({"__metadata__":[]})"),
                std::string("__metadata__ is a list, expected an object") + kSafetensorsRemedy},
        Refused{"Twice",
                WithHeader(R"({"x":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"x":{"dtype":"I32","shape":[1],)"
                           R"("data_offsets":[0,4]}})",
                           kFour),
                std::string("tensor 'x': named twice in the header") + kSafetensorsRemedy},
        Refused{"EntryKind", OneTensor("3"), std::string("tensor 'x': is 3, expected an object") + kSafetensorsRemedy},
        Refused{"NoDtype", OneTensor(R"({"shape":[1],"data_offsets":[0,4]})"),
                std::string("tensor 'x': 'dtype' is missing") + kSafetensorsRemedy},
        Refused{"DtypeKind", OneTensor(R"({"dtype":1,"shape":[1],"data_offsets":[0,4]})"),
                std::string("tensor 'x': 'dtype' is 1, expected a string") + kSafetensorsRemedy},
        Refused{"DtypeName", OneTensor(R"({"dtype":"C64","shape":[1],"data_offsets":[0,4]})"),
                "tensor 'x': dtype 'C64' is not known; convert it to a dtype that kernels take"},
        Refused{"NoShape", OneTensor(R"({"dtype":"F32","data_offsets":[0,4]})"),
                std::string("tensor 'x': 'shape' is missing") + kSafetensorsRemedy},
        Refused{"NegativeShape", OneTensor(R"({"dtype":"F32","shape":[-1],"data_offsets":[0,4]})"),
                std::string("tensor 'x': 'shape' holds -1, expected integers from 0 to 2^63 - 1") + kSafetensorsRemedy},
        Refused{
            "FloatShape", OneTensor(R"({"dtype":"F32","shape":[1.5],"data_offsets":[0,4]})"),
            std::string("tensor 'x': 'shape' holds 1.5, expected integers from 0 to 2^63 - 1") + kSafetensorsRemedy},
        Refused{
            "HugeShape", OneTensor(R"({"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,4]})"),
            std::string("tensor 'x': shape [4294967296, 4294967296]: a tensor shape is negative or larger than 2^63 "
                        "elements") +
                kSafetensorsRemedy},
        Refused{"OddHalves", OneTensor(R"({"dtype":"F4","shape":[3],"data_offsets":[0,4]})"),
                std::string("tensor 'x': shape [3] has no even last dimension, as fp4 needs") + kSafetensorsRemedy},
        Refused{"NoOffsets", OneTensor(R"({"dtype":"F32","shape":[1]})"),
                std::string("tensor 'x': 'data_offsets' is missing") + kSafetensorsRemedy},
        Refused{"ReversedOffsets", OneTensor(R"({"dtype":"F32","shape":[1],"data_offsets":[4,0]})"),
                std::string("tensor 'x': 'data_offsets' is [4, 0], expected [begin, end]") + kSafetensorsRemedy},
        Refused{
            "WrongSize", OneTensor(R"({"dtype":"F32","shape":[2],"data_offsets":[0,4]})"),
            std::string("tensor 'x': data_offsets [0, 4] hold 4 bytes, expected 8 for fp32 [2]") + kSafetensorsRemedy},
        Refused{"BeyondEnd", OneTensor(R"({"dtype":"F32","shape":[2],"data_offsets":[0,8]})"),
                std::string("tensor 'x': ends at byte 70 of the file, which has 66") + kSafetensorsRemedy},
        Refused{"Gap", OneTensor(R"({"dtype":"U8","shape":[3],"data_offsets":[1,4]})"),
                std::string("tensor 'x': starts at byte 1, expected 0 where the one before ends") + kSafetensorsRemedy},
        Refused{"Overlap",
                WithHeader(R"({"x":{"dtype":"U8","shape":[3],"data_offsets":[0,3]},)"
                           R"("y":{"dtype":"U8","shape":[2],"data_offsets":[2,4]}})",
                           kFour),
                std::string("tensor 'y': starts at byte 2, expected 3 where the one before ends") + kSafetensorsRemedy},
        Refused{"Trailing", OneTensor(R"({"dtype":"U8","shape":[3],"data_offsets":[0,3]})"),
                std::string("1 bytes after the last tensor belong to none") + kSafetensorsRemedy}),
    [](const auto& param) { return std::string(param.param.name); });

// Whatever a damaged file holds, it is read or refused: no crash, no read out of bounds (run under sanitizers).
TEST(Safetensors, SurvivesDamage) {
    const std::string good = SafetensorsBytes(Mixed(), {{"k", "v"}});
    std::mt19937 random(7);
    int refused = 0;
    for (int round = 0; round < 3000; ++round) {
        std::string bad = good;
        for (int i = 0; i < 3; ++i) bad[random() % bad.size()] = static_cast<char>(random());
        bad.resize(bad.size() - random() % 3 * (random() % bad.size()) / 2);
        refused += ErrorOf([&] { ParseSafetensors(bad, "f"); }) != "no error";
    }
    EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace pto
