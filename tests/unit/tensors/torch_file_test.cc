#include "tensors/torch_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "tests/support/needs.h"
#include "tests/support/tensor_fixtures.h"

namespace pto {
namespace {

using test::ErrorOf;
using test::TorchFixture;
using test::Values;

constexpr char kSave[] = "; save a single plain tensor with torch.save";
constexpr char kDamaged[] = "; the file is cut short or was not written by torch.save; save it again";

std::string Floats(const std::vector<float>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

// Six floats as a dense 2 x 3 tensor; cases change one thing.
TorchFixture Six() {
    TorchFixture fixture;
    fixture.count = 6;
    fixture.shape = {2, 3};
    fixture.strides = {3, 1};
    fixture.data = Floats({0, 1, 2, 3, 4, 5});
    return fixture;
}

Tensor Parse(const TorchFixture& fixture) {
    return ParseTorchFile(test::TorchBytes(fixture), "x.pt");
}

TEST(TorchFile, ReadsADenseTensor) {
    const Tensor tensor = Parse(Six());
    EXPECT_EQ(tensor.dtype->name, "fp32");
    EXPECT_EQ(tensor.shape, (std::vector<int64_t>{2, 3}));
    EXPECT_EQ(Values(tensor), (std::vector<double>{0, 1, 2, 3, 4, 5}));
}

TEST(TorchFile, MakesViewsDense) {
    TorchFixture transposed = Six();
    transposed.shape = {3, 2};
    transposed.strides = {1, 3};
    EXPECT_EQ(Values(Parse(transposed)), (std::vector<double>{0, 3, 1, 4, 2, 5}));

    TorchFixture column = Six();
    column.offset = 1;
    column.shape = {2};
    column.strides = {3};
    EXPECT_EQ(Values(Parse(column)), (std::vector<double>{1, 4}));

    TorchFixture expanded = Six();
    expanded.offset = 4;
    expanded.shape = {2, 2, 2};
    expanded.strides = {0, 0, 1};
    EXPECT_EQ(Values(Parse(expanded)), (std::vector<double>{4, 5, 4, 5, 4, 5, 4, 5}));

    TorchFixture between = Six();
    between.shape = {2, 3, 2};
    between.strides = {3, 0, 1};
    EXPECT_EQ(Values(Parse(between)), (std::vector<double>{0, 1, 0, 1, 0, 1, 3, 4, 3, 4, 3, 4}));

    TorchFixture windows = Six();
    windows.shape = {3, 3};
    windows.strides = {1, 1};
    EXPECT_EQ(Values(Parse(windows)), (std::vector<double>{0, 1, 2, 1, 2, 3, 2, 3, 4}));

    TorchFixture filled = Six();  // a power of two and something
    filled.shape = {13};
    filled.strides = {0};
    EXPECT_EQ(Values(Parse(filled)), std::vector<double>(13, 0));

    TorchFixture slice = Six();  // dense from an offset
    slice.offset = 3;
    slice.shape = {1, 3};
    EXPECT_EQ(Values(Parse(slice)), (std::vector<double>{3, 4, 5}));
}

TEST(TorchFile, ReadsRankZeroAndNoElements) {
    TorchFixture scalar = Six();
    scalar.offset = 5;
    scalar.shape = {};
    scalar.strides = {};
    EXPECT_EQ(Values(Parse(scalar)), std::vector<double>{5});

    TorchFixture empty;
    empty.shape = {0, 4};
    empty.strides = {4, 1};
    EXPECT_EQ(Parse(empty).shape, (std::vector<int64_t>{0, 4}));
    EXPECT_TRUE(Parse(empty).bytes.empty());
}

TEST(TorchFile, KnowsEveryStorage) {
    for (const char* name : {"fp32", "fp64", "fp16", "bfloat16", "int64", "int32", "int16", "int8", "uint8", "bool"}) {
        Tensor tensor = MakeTensor("", *FindDType(name), {3});
        for (size_t i = 0; i < tensor.bytes.size(); ++i) tensor.bytes.data()[i] = static_cast<uint8_t>(i % 2);
        const Tensor back = ParseTorchFile(test::TorchBytes(tensor), "x.pt");
        EXPECT_EQ(back.dtype->name, name);
        EXPECT_EQ(back.bytes, tensor.bytes);
    }
}

TEST(TorchFile, ReadsNewerTypesFromUntypedStorage) {
    for (const char* storage : {"torch.storage\nUntypedStorage\n", "torch\nUntypedStorage\n"}) {
        TorchFixture fixture;
        fixture.rebuild = "torch._utils\n_rebuild_tensor_v3\n";
        fixture.storage = storage;
        fixture.dtype = "torch\nuint16\n";
        fixture.count = 6;  // bytes
        fixture.offset = 1;
        fixture.shape = {2};
        fixture.strides = {1};
        fixture.data = std::string("\1\0\2\0\3\0", 6);
        EXPECT_EQ(Parse(fixture).dtype->name, "uint16");
        EXPECT_EQ(Values(Parse(fixture)), (std::vector<double>{2, 3}));
        fixture.dtype = "torch\nfloat8_e4m3fn\n";
        EXPECT_EQ(Parse(fixture).dtype->name, "fp8e4m3fn");
        fixture.dtype = "torch\nfloat8_e8m0fnu\n";
        EXPECT_EQ(Parse(fixture).dtype->name, "fp8e8m0");
        fixture.dtype = "torch\nfloat4_e2m1fn_x2\n";
        const Tensor carriers = Parse(fixture);
        EXPECT_EQ(TypeText(*carriers.dtype, carriers.shape), "fp4e2m1x2 [2]");
        EXPECT_EQ(std::string(carriers.bytes.data(), carriers.bytes.data() + 2), std::string("\0\2", 2));
        fixture.dtype = "torch\ncomplex32\n";
        EXPECT_EQ(ErrorOf([&] { Parse(fixture); }),
                  std::string("x.pt: has dtype 'torch.complex32', which no kernel takes") + kSave);
    }
}

TEST(TorchFile, ReadsParametersAndLayoutsOfAllVersions) {
    TorchFixture parameter = Six();
    parameter.parameter = true;
    EXPECT_EQ(Values(Parse(parameter)).size(), 6u);

    TorchFixture older = Six();
    older.byteorder.clear();
    EXPECT_EQ(Values(Parse(older)).size(), 6u);

    TorchFixture padded = Six();
    padded.zip.padding = 61;
    padded.zip.entries = {{"x/.format_version", "1"}, {"x/.storage_alignment", "64"}};
    EXPECT_EQ(Values(Parse(padded)).size(), 6u);

    TorchFixture large = Six();
    large.zip.zip64 = true;
    EXPECT_EQ(Values(Parse(large)).size(), 6u);

    TorchFixture commented = Six();
    commented.zip.comment = "saved by hand";
    EXPECT_EQ(Values(Parse(commented)).size(), 6u);
}

// Each case spoils one thing of a good file.
struct Spoilt {
    const char* name;
    void (*spoil)(TorchFixture& fixture);
    std::string message;
};

class TorchFileRefused : public testing::TestWithParam<Spoilt> {};

TEST_P(TorchFileRefused, SaysWhy) {
    TorchFixture fixture = Six();
    GetParam().spoil(fixture);
    EXPECT_EQ(ErrorOf([&] { Parse(fixture); }), "x.pt: " + GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    All, TorchFileRefused,
    testing::Values(
        Spoilt{"BigEndian", [](TorchFixture& f) { f.byteorder = "big"; },
               std::string("was saved with byte order 'big', expected 'little'") + kSave},
        Spoilt{"Complex", [](TorchFixture& f) { f.storage = "torch\nComplexFloatStorage\n"; },
               std::string("has storage 'torch.ComplexFloatStorage', which no kernel takes") + kSave},
        Spoilt{"Sparse", [](TorchFixture& f) { f.rebuild = "torch._utils\n_rebuild_sparse_tensor\n"; },
               std::string("holds a call of 'torch._utils._rebuild_sparse_tensor', expected a plain dense tensor") +
                   kSave},
        // The classic attack: nothing is run, the name is all that is seen.
        Spoilt{"System", [](TorchFixture& f) { f.rebuild = "os\nsystem\n"; },
               std::string("holds a call of 'os.system', expected a plain dense tensor") + kSave},
        Spoilt{"NegativeShape",
               [](TorchFixture& f) {
                   f.shape = {-1, 3};
               },
               std::string("gives the integer -1 as the shape, expected an integer from 0") + kSave},
        Spoilt{"NegativeStride",
               [](TorchFixture& f) {
                   f.strides = {-3, 1};
               },
               std::string("gives the integer -3 as the strides, expected an integer from 0") + kSave},
        Spoilt{"NegativeOffset", [](TorchFixture& f) { f.offset = -4; },
               std::string("gives the integer -4 as the storage offset, expected an integer from 0") + kSave},
        Spoilt{"RankMismatch", [](TorchFixture& f) { f.strides = {1}; },
               std::string("has shape [2, 3] but strides [1]") + kSave},
        Spoilt{"BeyondStorage", [](TorchFixture& f) { f.offset = 1; },
               std::string("needs elements beyond its storage of 6") + kSave},
        Spoilt{"StrideBeyondStorage",
               [](TorchFixture& f) {
                   f.strides = {4, 1};
               },
               std::string("needs elements beyond its storage of 6") + kSave},
        Spoilt{"StrideOverflow",
               [](TorchFixture& f) {
                   f.strides = {INT64_MAX, INT64_MAX};
               },
               std::string("needs elements beyond its storage of 6") + kSave},
        Spoilt{"HugeShape",
               [](TorchFixture& f) {
                   f.shape = {int64_t{1} << 40, int64_t{1} << 40};
                   f.strides = {0, 0};
               },
               std::string("a tensor shape is negative or larger than 2^63 elements") + kSave},
        Spoilt{"HugeExpansion",
               [](TorchFixture& f) {
                   f.shape = {int64_t{1} << 40, 1};
                   f.strides = {0, 0};
               },
               std::string("expands to 4398046511104 bytes") + kSave},
        Spoilt{"LargeExpansion",
               [](TorchFixture& f) {
                   f.shape = {(int64_t{1} << 28) + 1};
                   f.strides = {0};
               },
               std::string("expands to 1073741828 bytes") + kSave},
        Spoilt{"StorageSize", [](TorchFixture& f) { f.count = 7; },
               std::string("has 24 bytes in storage '0', expected 7 elements of float32") + kSave},
        Spoilt{"StorageRemainder", [](TorchFixture& f) { f.data += "x"; },
               std::string("has 25 bytes in storage '0', expected 6 elements of float32") + kSave},
        Spoilt{"Compressed",
               [](TorchFixture& f) {
                   f.zip.entries = {{"x/extra", "", 8, 0}};
               },
               "zip entry 'x/extra' is compressed, expected a stored one as torch.save writes; save the tensor with "
               "torch.save"},
        Spoilt{"Encrypted",
               [](TorchFixture& f) {
                   f.zip.entries = {{"x/extra", "", 0, 1}};
               },
               "zip entry 'x/extra' is encrypted; save the tensor with torch.save"},
        Spoilt{"TwoEntries",
               [](TorchFixture& f) {
                   f.zip.entries = {{"x/data/0", "", 0, 0}};
               },
               std::string("the zip file has two entries 'x/data/0'") + kDamaged}),
    [](const auto& param) { return std::string(param.param.name); });

TEST(TorchFile, RefusesOtherContainers) {
    EXPECT_EQ(ErrorOf([] { ParseTorchFile("", "x.pt"); }),
              std::string("x.pt: is empty, expected a file written by torch.save") + kSave);
    EXPECT_EQ(ErrorOf([] { ParseTorchFile("\x80\x02\x8a\x0al\xfc", "x.pt"); }),
              std::string("x.pt: is not a zip file as torch.save writes since torch 1.6") + kSave);
    EXPECT_EQ(ErrorOf([] { ParseTorchFile("PK and then nothing of a zip file", "x.pt"); }),
              std::string("x.pt: is not a zip file") + kDamaged);
    EXPECT_EQ(ErrorOf([] {
                  ParseTorchFile(test::ZipBytes({{{"a/b", "c"}}}), "x.pt");
              }),
              std::string("x.pt: is a zip file without data.pkl, expected one written by torch.save") + kSave);
    EXPECT_EQ(ErrorOf([] { ReadTorchFile(RealFileSystem(), "no/such.pt"); }),
              "no/such.pt: cannot be read: No such file or directory");
}

std::string ErrorOfPickle(const std::string& pickle) {
    const std::string bytes = test::ZipBytes({{{"x/data.pkl", pickle}, {"x/data/0", "1234"}}});
    return ErrorOf([&] { ParseTorchFile(bytes, "x.pt"); });
}

TEST(TorchFile, RefusesOtherPickles) {
    const std::pair<std::string, std::string> cases[] = {
        {"", "the pickle ends in the middle"},
        {"\x80\x04.", "the pickle has protocol 4, expected 2"},
        {"\x80\x02}.", "holds a dict, expected one tensor"},
        {"\x80\x02]K\x01"
         "a.",
         "holds a list, expected one tensor"},
        {"\x80\x02"
         "G\x3f\xf8\x01\x01\x01\x01\x01\x01.",
         "holds a float, expected one tensor"},
        {"\x80\x02K\x05.", "holds the integer 5, expected one tensor"},
        {"\x80\x02"
         "cos\nsystem\n.",
         "holds 'os.system', expected one tensor"},
        {"\x80\x02"
         "cos\nsystem\n)\x81.",
         "the pickle uses opcode NEWOBJ, which no plain tensor needs"},
        {"\x80\x02"
         "cos\nsystem\n}b.",
         "the pickle uses opcode BUILD, which no plain tensor needs"},
        {"\x80\x02\x93.", "the pickle uses opcode STACK_GLOBAL, which no plain tensor needs"},
        {"\x80\x02\x01.", "the pickle has the byte 0x01 where an opcode is expected"},
        {"\x80\x02X\xff\xff\xff\xff"
         "abc",
         "the pickle ends in the middle"},
        {"\x80\x02"
         "cos",
         "the pickle ends in the middle"},
        {"\x80\x02R.", "the pickle takes a value that is not there"},
        {"\x80\x02K\x01K\x02.", "the pickle ends with 2 values"},
        {"\x80\x02K\x01(K\x02\x86.", "the pickle takes a value that is not there"},
        {"\x80\x02t.", "the pickle closes a group that was not opened"},
        {"\x80\x02h\x07.", "the pickle refers to memo 7, which is not set"},
        {"\x80\x02K\x01K\x02R.", "the pickle calls the integer 1"},
        {"\x80\x02K\x01K\x02"
         "a.",
         "the pickle adds items to the integer 1"},
        {"\x80\x02\x8a\x09"
         "123456789.",
         "the pickle has an integer of 9 bytes"},
        {"\x80\x02)" + std::string(40, '\x85') + ".", "the pickle nests deeper than any tensor"},
        {std::string(20000, 'N'), "the pickle has 20000 bytes, far more than one tensor needs"},
        {"\x80\x02"
         "ctorch._utils\n_rebuild_tensor_v2\n)R.",
         "a call of 'torch._utils._rebuild_tensor_v2' has 0 arguments, expected 6"},
        {"\x80\x02"
         "ctorch._utils\n_rebuild_tensor_v2\n(NNNNNNtR.",
         "holds None where a storage is expected"},
        {"\x80\x02"
         "ctorch._utils\n_rebuild_tensor_v2\n(K\x01QNNNNNtR.",
         "holds a storage where a storage is expected"},
        {"\x80\x02"
         "ctorch._utils\n_rebuild_tensor_v2\n()QNNNNNtR.",
         "has a storage of an unknown form"},
    };
    for (const auto& [pickle, message] : cases) {
        EXPECT_EQ(ErrorOfPickle(pickle), "x.pt: " + message + kSave) << testing::PrintToString(pickle);
    }
}

// Under sanitizers this finds reads out of bounds; here it at least shows that nothing crashes or allocates wildly.
TEST(TorchFile, SurvivesDamage) {
    TorchFixture fixture = Six();
    fixture.zip.zip64 = true;
    fixture.zip.padding = 5;
    for (const std::string& good : {test::TorchBytes(fixture), test::TorchBytes(Six())}) {
        for (size_t cut = 0; cut < good.size(); ++cut) {
            EXPECT_NE(ErrorOf([&] { ParseTorchFile(std::string_view(good).substr(0, cut), "x.pt"); }), "no error");
        }
        std::mt19937 random(11);
        int refused = 0;
        for (int round = 0; round < 20000; ++round) {
            std::string bad = good;
            for (auto i = random() % 3; i < 3; ++i) bad[random() % bad.size()] = static_cast<char>(random());
            refused += ErrorOf([&] { ParseTorchFile(bad, "x.pt"); }) != "no error";
        }
        EXPECT_GT(refused, 5000);
    }
}

TEST(TorchFile, ReadsWhatTorchWrote) {
    PTO_NEEDS_DATA("corpus");
    const std::string shared = test::SharedRoot();
    const std::pair<const char*, const char*> types[] = {
        {"accumulate_inout/data/in/acc.pt", "fp16 [64, 64]"},
        {"accumulate_inout/data/in/x.pt", "fp16 [64, 64]"},
        {"accumulate_inout/data/out/acc.pt", "fp16 [64, 64]"},
        {"block_rows_spmd/data/in/x.pt", "fp32 [128, 64]"},
        {"block_rows_spmd/data/out/y.pt", "fp32 [128, 64]"},
        {"gated_residual/data/in/g.pt", "fp32 [96, 64]"},
        {"gated_residual/data/in/x.pt", "fp32 [96, 64]"},
        {"gated_residual/data/out/out.pt", "fp32 [96, 64]"},
        {"linear_relu/data/in/a.pt", "bfloat16 [64, 128]"},
        {"linear_relu/data/in/b.pt", "bfloat16 [128, 64]"},
        {"linear_relu/data/in/bias.pt", "fp32 [64, 64]"},
        {"linear_relu/data/out/y.pt", "fp32 [64, 64]"},
        {"map_reduce_l3/data/in/x__ssa_v0.pt", "fp32 [2, 16, 32]"},
        {"map_reduce_l3/data/out/y__ssa_v0.pt", "fp32 [2, 16, 32]"},
        {"map_reduce_l3/data/out/z__ssa_v0.pt", "fp32 [16, 32]"},
        {"share_sum_l3/data/in/xs__ssa_v0.pt", "fp32 [2, 1, 128]"},
        {"share_sum_l3/data/out/ys__ssa_v0.pt", "fp32 [2, 1, 128]"},
        {"softmax_rows/data/in/x.pt", "fp32 [128, 128]"},
        {"softmax_rows/data/out/y.pt", "fp32 [128, 128]"},
        {"wide_chain/data/in/b.pt", "fp32 [64, 64]"},
        {"wide_chain/data/in/x.pt", "fp32 [64, 64]"},
        {"wide_chain/data/out/out.pt", "fp32 [64, 64]"},
    };
    for (const auto& [path, type] : types) {
        const Tensor tensor = ReadTorchFile(RealFileSystem(), shared + "/corpus/" + path);
        EXPECT_EQ(TypeText(*tensor.dtype, tensor.shape), type) << path;
    }
}

}  // namespace
}  // namespace pto
