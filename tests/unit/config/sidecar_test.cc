#include "generator/config/sidecar.h"

#include <gmock/gmock.h>

#include "base/dtype.h"
#include "base/error.h"
#include "tests/support/memory_file_system.h"
#include "upstream/sidecar_schemas.h"

namespace pto::gen {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string kSoRecompile = "; recompile the program with ir.compile()";

std::string Param(const std::string& fields) {
    return R"({"schema": 1, "params": [)" + fields + "]}";
}
std::string Distributed(const std::string& config, int schema = 2) {
    return "{\"schema\": " + std::to_string(schema) + ", \"params\": [], \"distributed_config\": " + config + "}";
}
constexpr const char* kEveryField =
    R"({"device_ids": [0], "num_sub_workers": 0, "runtime": "tensormap_and_ringbuffer", "aicpu_thread_num": 0})";

std::string NotesOf(const CompiledMeta& meta) {
    std::string text;
    for (const Note& note : meta.notes) text += note.text + "\n";
    return text;
}
std::string NotesOf(const DistributedMeta& meta) {
    return NotesOf(meta.common);
}

template <typename Parse>
std::string ErrorOf(Parse parse, const std::string& text) {
    try {
        parse(text, "d/meta.json");
        return "accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kInput);
        return error.what();
    }
}

TEST(CompiledMeta, EveryField) {
    const CompiledMeta meta = ParseCompiledMeta(R"({
      "schema": 1,
      "params": [
        {"name": "x", "direction": "In", "shape": [96, -1], "dtype": "fp32", "layout": "ND"},
        {"name": "n", "direction": "InOut", "shape": null, "dtype": "int64"},
        {"name": "y", "direction": "Out", "shape": [], "dtype": "bfloat16"}],
      "num_return_types": 2, "platform": "a5sim", "backend_type": "Ascend950", "later": {}})",
                                                "m");
    ASSERT_EQ(meta.params.size(), 3u);
    EXPECT_EQ(meta.params[0].name, "x");
    EXPECT_EQ(meta.params[0].direction, "In");
    EXPECT_THAT(*meta.params[0].shape, ElementsAre(96, -1));
    EXPECT_EQ(meta.params[0].dtype, "fp32");
    EXPECT_FALSE(meta.params[1].shape);
    EXPECT_THAT(*meta.params[2].shape, IsEmpty());
    EXPECT_EQ(meta.num_return_types, 2);
    EXPECT_EQ(meta.platform, "a5sim");
    EXPECT_EQ(meta.backend, "Ascend950");
}

TEST(CompiledMeta, AnNzShapeIsInBlocks) {
    const auto error = [](const std::string& shape, const std::string& dtype) {
        return ErrorOf(ParseCompiledMeta, Param(R"({"name": "w", "direction": "In", "layout": "NZ", "shape": )" +
                                                shape + ", \"dtype\": \"" + dtype + "\"}"));
    };
    const std::string fp16 =
        ", expected [B, C / 16, R / 16, 16, 16], the blocks of fp16 matrices of R x C, since "
        "params[0].layout is 'NZ'" +
        kSoRecompile;
    EXPECT_EQ(error("[1, 4, 2, 16, 16]", "fp16"), "accepted");
    EXPECT_EQ(error("[-1, -1, -1, 16, 16]", "fp16"), "accepted");
    EXPECT_EQ(error("null", "int32"), "accepted");
    EXPECT_EQ(error("[32, 64]", "fp16"), "d/meta.json: params[0].shape is [32, 64]" + fp16);
    EXPECT_EQ(error("[1, 4, 2, 16, 8]", "fp16"), "d/meta.json: params[0].shape is [1, 4, 2, 16, 8]" + fp16);
    EXPECT_EQ(error("[1, 4, 2, -1, 16]", "fp16"), "d/meta.json: params[0].shape is [1, 4, 2, -1, 16]" + fp16);
    EXPECT_EQ(error("[1, 4, 2, 16, 16]", "int8"),
              "d/meta.json: params[0].shape is [1, 4, 2, 16, 16], expected [B, C / 32, R / 16, 16, 32], the blocks of "
              "int8 matrices of R x C, since params[0].layout is 'NZ'" +
                  kSoRecompile);
    EXPECT_EQ(error("[32, 64]", "fp6"), "accepted") << "its blocks are not known";
}

TEST(CompiledMeta, LayoutsThatAreNotKnownAreNoted) {
    const CompiledMeta meta = ParseCompiledMeta(Param(R"(
        {"name": "a", "direction": "In", "shape": [16], "dtype": "fp32", "layout": "nz"},
        {"name": "b", "direction": "In", "shape": [16], "dtype": "fp32", "layout": "MX_A_ZZ"},
        {"name": "c", "direction": "In", "shape": [16], "dtype": "fp32", "layout": "FRACTAL_ZN"})"),
                                                "m");
    EXPECT_EQ(NotesOf(meta),
              "params[0].layout is 'nz', which is not known: taken for 'ND', as PyPTO does; did you mean 'NZ'?\n"
              "params[2].layout is 'FRACTAL_ZN', which is not known: taken for 'ND', as PyPTO does\n");
}

TEST(CompiledMeta, ABackendThatIsNotThePlatformsIsNoted) {
    const auto notes = [](const std::string& platform, const std::string& backend) {
        return NotesOf(ParseCompiledMeta(
            R"({"schema": 1, "params": [], "platform": ")" + platform + R"(", "backend_type": ")" + backend + "\"}",
            "m"));
    };
    EXPECT_EQ(notes("a2a3sim", "Ascend910B"), "");
    EXPECT_EQ(notes("a2a3sim", "Ascend950"),
              "platform is 'a2a3sim', which is Ascend910B, and backend_type is 'Ascend950': the platform decides; "
              "--platform chooses another one\n");
    EXPECT_EQ(notes("a5", "Ascend910B"),
              "platform is 'a5', which is Ascend950, and backend_type is 'Ascend910B': the platform decides; "
              "--platform chooses another one\n");
    EXPECT_EQ(NotesOf(ParseCompiledMeta(R"({"schema": 1, "params": [], "platform": "a5sim"})", "m")), "");
}

TEST(CompiledMeta, LayoutIsAnyNameOrNothing) {
    const CompiledMeta meta = ParseCompiledMeta(Param(R"(
        {"name": "w", "direction": "In", "shape": [1, 2, 4, 16, 16], "dtype": "fp16", "layout": "NZ"},
        {"name": "k", "direction": "In", "shape": null, "dtype": "int32", "layout": null},
        {"name": "x", "direction": "In", "shape": [16], "dtype": "fp32"},
        {"name": "s", "direction": "In", "shape": [16], "dtype": "fp32", "layout": "MX_B_NN"})"),
                                                "m");
    EXPECT_EQ(meta.params[0].layout, "NZ");
    EXPECT_EQ(meta.params[1].layout, "");
    EXPECT_EQ(meta.params[2].layout, "");
    EXPECT_EQ(meta.params[3].layout, "MX_B_NN");
}

TEST(CompiledMeta, Defaults) {
    for (const char* text : {R"({"schema": 1, "params": []})", R"({"schema": 1, "params": [], "platform": null})"}) {
        const CompiledMeta meta = ParseCompiledMeta(text, "m");
        EXPECT_EQ(meta.num_return_types, 0);
        EXPECT_EQ(meta.platform, "");
        EXPECT_EQ(meta.backend, "Ascend910B");
    }
}

TEST(CompiledMeta, EveryDataType) {
    for (const std::string& name : DTypeNames()) {
        const std::string param = R"({"name": "x", "direction": "In", "shape": [1], "dtype": ")" + name + "\"}";
        EXPECT_EQ(ParseCompiledMeta(Param(param), "m").params[0].dtype, name);
    }
}

struct BadSidecar {
    std::string text;
    std::string expected;
};

class CompiledMetaError : public ::testing::TestWithParam<BadSidecar> {};

TEST_P(CompiledMetaError, NamesFileFieldAndRemedy) {
    EXPECT_EQ(ErrorOf(ParseCompiledMeta, GetParam().text), "d/meta.json" + GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    WholeFile, CompiledMetaError,
    ::testing::Values(
        BadSidecar{"", ":1:1: malformed: the JSON text ends too early" + kSoRecompile},
        BadSidecar{"{\"schema\": 1, \"par", ":1:19: malformed: the JSON text ends too early" + kSoRecompile},
        BadSidecar{"{\"schema\": 1,\n]", ":2:1: malformed: not valid JSON here" + kSoRecompile},
        BadSidecar{"[]", ": the file is a list, expected a JSON object" + kSoRecompile},
        BadSidecar{"{\"params\": []}",
                   ": schema is missing, expected an integer: 1, 2 or newer; the file is of another version of PyPTO "
                   "or was edited: "
                   "recompile the program with ir.compile()"},
        BadSidecar{
            "{\"schema\": 0}",
            ": schema is 0, expected an integer: 1, 2 or newer; the file is of another version of PyPTO or was edited: "
            "recompile the program with ir.compile()"},
        BadSidecar{
            "{\"schema\": 1.0}",
            ": schema is the float 1.0, expected an integer: 1, 2 or newer; the file is of another version of PyPTO or "
            "was edited: "
            "recompile the program with ir.compile()"},
        BadSidecar{"{\"schema\": true}",
                   ": schema is true, expected an integer: 1, 2 or newer; the file is of another version of PyPTO or "
                   "was edited: "
                   "recompile the program with ir.compile()"},
        BadSidecar{R"({"schema": "1\n2"})",
                   ": schema is the string '1?2', expected an integer: 1, 2 or newer; the file is of another version "
                   "of PyPTO or "
                   "was edited: "
                   "recompile the program with ir.compile()"},
        BadSidecar{R"({"schema": 1})", ": params is missing, expected a list" + kSoRecompile},
        BadSidecar{R"({"schema": 1, "params": {}})", ": params is an object, expected a list" + kSoRecompile},
        BadSidecar{R"({"schema": 1, "params": [], "num_return_types": -1})",
                   ": num_return_types is -1, expected an integer of 0 or more" + kSoRecompile},
        BadSidecar{R"({"schema": 1, "params": [], "num_return_types": true})",
                   ": num_return_types is true, expected an integer of 0 or more" + kSoRecompile},
        BadSidecar{R"({"schema": 1, "params": [], "platform": 3})",
                   ": platform is 3, expected a string or null" + kSoRecompile},
        BadSidecar{R"({"schema": 1, "params": [], "backend_type": "Ascend910C"})",
                   ": backend_type is 'Ascend910C', expected 'Ascend910B' or 'Ascend950'; did you mean "
                   "'Ascend910B'? otherwise "
                   "recompile the program with ir.compile()"},
        BadSidecar{R"({"schema": 1, "params": [], "backend_type": null})",
                   ": backend_type is null, expected 'Ascend910B' or 'Ascend950'" + kSoRecompile}));

INSTANTIATE_TEST_SUITE_P(
    Params, CompiledMetaError,
    ::testing::Values(
        BadSidecar{Param("3"), ": params[0] is 3, expected an object" + kSoRecompile},
        BadSidecar{Param("{}"), ": params[0].name is missing, expected a name" + kSoRecompile},
        BadSidecar{Param(R"({"name": 1})"), ": params[0].name is 1, expected a name" + kSoRecompile},
        BadSidecar{Param(R"({"name": "x", "direction": "in"})"),
                   ": params[0].direction is 'in', expected 'In', 'Out' or 'InOut'; did you mean 'In'? "
                   "otherwise recompile the "
                   "program with ir.compile()"},
        BadSidecar{Param(R"({"name": "x", "direction": "In"})"),
                   ": params[0].shape is missing, expected null (a scalar) or a list of integers" + kSoRecompile},
        BadSidecar{Param(R"({"name": "x", "direction": "In", "shape": 3})"),
                   ": params[0].shape is 3, expected null (a scalar) or a list of integers" + kSoRecompile},
        BadSidecar{Param(R"({"name": "x", "direction": "In", "shape": [1, true]})"),
                   ": params[0].shape[1] is true, expected -1 (a dynamic size) or more" + kSoRecompile},
        BadSidecar{Param(R"({"name": "x", "direction": "In", "shape": [1, 2.0]})"),
                   ": params[0].shape[1] is the float 2.0, expected -1 (a dynamic size) or more" + kSoRecompile},
        BadSidecar{Param(R"({"name": "x", "direction": "In", "shape": [99999999999999999999]})"),
                   ": params[0].shape[0] is 1e+20, which is out of range, expected -1 (a dynamic size) or more" +
                       kSoRecompile},
        BadSidecar{Param(R"({"name": "x", "direction": "In", "shape": [9223372036854775808]})"),
                   ": params[0].shape[0] is 9223372036854775808, which is out of range, expected -1 (a dynamic size) "
                   "or more" +
                       kSoRecompile},
        BadSidecar{Param(R"({"name": "x", "direction": "In", "shape": [-2, 64]})"),
                   ": params[0].shape[0] is -2, expected -1 (a dynamic size) or more" + kSoRecompile},
        BadSidecar{Param(R"({"name": "x", "direction": "In", "shape": ["16"]})"),
                   ": params[0].shape[0] is the string '16', expected -1 (a dynamic size) or more" + kSoRecompile},
        BadSidecar{Param(R"({"name": "x", "direction": "In", "shape": [4611686018427387904, 4], "dtype": "fp32"})"),
                   ": params[0].shape is [4611686018427387904, 4] of 'fp32', which is more than 2^60 bytes, expected a "
                   "tensor that fits into memory" +
                       kSoRecompile},
        BadSidecar{Param(R"({"name": "x", "direction": "In", "shape": [-1, 1152921504606846976], "dtype": "fp6"})"),
                   ": params[0].shape is [-1, 1152921504606846976] of 'fp6', which is more than 2^60 bytes, expected a "
                   "tensor that fits into memory" +
                       kSoRecompile},
        BadSidecar{Param(R"({"name": "", "direction": "In", "shape": [], "dtype": "fp32"})"),
                   ": params[0].name is empty, expected a name" + kSoRecompile},
        BadSidecar{Param(R"({"name": "x", "direction": "In", "shape": [], "dtype": "fp32"},
                            {"name": "x", "direction": "Out", "shape": [], "dtype": "fp32"})"),
                   ": params[1].name is 'x', expected a name that no other parameter has" + kSoRecompile},
        BadSidecar{Param(R"({"name": "x", "direction": "In", "shape": [], "dtype": ""})"),
                   ": params[0].dtype is empty, expected the name of a data type, like 'fp32'" + kSoRecompile},
        BadSidecar{Param(R"({"name": "x", "direction": "In", "shape": [], "dtype": "fp32", "layout": ""})"),
                   ": params[0].layout is empty, expected the name of a layout, like 'ND', or null" + kSoRecompile},
        BadSidecar{Param(R"({"name": "x", "direction": "In", "shape": []})"),
                   ": params[0].dtype is missing, expected the name of a data type, like 'fp32'" + kSoRecompile},
        BadSidecar{Param(R"({"name": "x", "direction": "In", "shape": [], "dtype": 3})"),
                   ": params[0].dtype is 3, expected the name of a data type, like 'fp32'" + kSoRecompile},
        BadSidecar{Param(R"({"name": "x", "direction": "In", "shape": [], "dtype": "fp32", "layout": 2})"),
                   ": params[0].layout is 2, expected the name of a layout, like 'ND', or null" + kSoRecompile},
        BadSidecar{Param(R"({"name": "x", "direction": "In", "shape": [], "dtype": "fp32", "layout": ["NZ"]})"),
                   ": params[0].layout is a list, expected the name of a layout, like 'ND', or null" + kSoRecompile}));

std::string Modes(const std::string& modes, int schema = 2) {
    return "{\"schema\": " + std::to_string(schema) + ", \"supported_execution_modes\": " + modes + ", \"params\": []}";
}

INSTANTIATE_TEST_SUITE_P(
    ExecutionModes, CompiledMetaError,
    ::testing::Values(
        BadSidecar{R"({"schema": 2, "params": []})",
                   ": supported_execution_modes is missing, expected a list of "
                   "execution modes, such as [\"program\"]" +
                       kSoRecompile},
        BadSidecar{Modes("null"),
                   ": supported_execution_modes is null, expected a list of execution modes, such as "
                   "[\"program\"]" +
                       kSoRecompile},
        BadSidecar{Modes("\"program\""),
                   ": supported_execution_modes is the string 'program', expected a list of execution modes, "
                   "such as [\"program\"]" +
                       kSoRecompile},
        BadSidecar{Modes("[]"),
                   ": supported_execution_modes is empty, expected at least one execution mode" + kSoRecompile},
        BadSidecar{Modes("[1]"), ": supported_execution_modes[0] is 1, expected 'program' or 'kernel'" + kSoRecompile},
        BadSidecar{Modes(R"(["program", "jit"])"),
                   ": supported_execution_modes[1] is 'jit', expected 'program' or 'kernel'" + kSoRecompile},
        BadSidecar{Modes(R"(["Program"])"),
                   ": supported_execution_modes[0] is 'Program', expected 'program' or "
                   "'kernel'; did you mean 'program'? otherwise recompile the program with "
                   "ir.compile()"},
        BadSidecar{Modes(R"(["kernel", "program", "kernel"])"),
                   ": supported_execution_modes[2] is 'kernel', expected a mode that is not in the list already" +
                       kSoRecompile},
        // A newer schema is read as far as what is needed is valid.
        BadSidecar{Modes("{}", 3),
                   ": supported_execution_modes is an object, expected a list of execution modes, such "
                   "as [\"program\"]" +
                       kSoRecompile},
        BadSidecar{Modes("[]", 3),
                   ": supported_execution_modes is empty, expected at least one execution mode" + kSoRecompile},
        BadSidecar{Modes("[null]", 9),
                   ": supported_execution_modes[0] is null, expected 'program' or 'kernel'" + kSoRecompile},
        BadSidecar{
            R"({"schema": 3, "params": [{"name": "x", "direction": "In", "shape": "auto", "dtype": "fp32"}]})",
            ": params[0].shape is the string 'auto', expected null (a scalar) or a list of integers" + kSoRecompile},
        BadSidecar{R"({"schema": 3, "params": [], "backend_type": "Ascend1000"})",
                   ": backend_type is 'Ascend1000', expected 'Ascend910B' or 'Ascend950'; "
                   "recompile the program with ir.compile()"}));

TEST(CompiledMeta, ExecutionModesInAnyOrder) {
    EXPECT_THAT(ParseCompiledMeta(Modes(R"(["program"])"), "m").modes, ElementsAre("program"));
    EXPECT_THAT(ParseCompiledMeta(Modes(R"(["kernel"])"), "m").modes, ElementsAre("kernel"));
    EXPECT_THAT(ParseCompiledMeta(Modes(R"(["program", "kernel"])"), "m").modes, ElementsAre("program", "kernel"));
}

TEST(CompiledMeta, ExecutionModesAreOneMoreUnknownKeyAtOlderSchemas) {
    for (const char* modes : {"null", "[]", "3", R"(["kernel"])"}) {
        EXPECT_THAT(ParseCompiledMeta(Modes(modes, 1), "m").modes, IsEmpty()) << modes;
        EXPECT_THAT(ParseDistributedMeta(Modes(modes, 2), "m").common.modes, IsEmpty()) << modes;
    }
}

TEST(SidecarSchemas, EveryOneThatPyptoWroteIsReadWithoutANote) {
    for (const SidecarSchema& row : kSidecarSchemas) {
        std::string text = Modes(R"(["program"])", static_cast<int>(row.number));
        text.insert(1, std::string("\"distributed_config\": ") + kEveryField + ", ");
        const CompiledMeta meta =
            row.file == kCompiledMeta ? ParseCompiledMeta(text, "m") : ParseDistributedMeta(text, "m").common;
        EXPECT_EQ(meta.schema, row.number);
        EXPECT_EQ(meta.modes.empty(), !row.modes) << row.file << row.number;
        EXPECT_THAT(meta.notes, IsEmpty());
        EXPECT_FALSE(row.since.date.empty());
    }
}

TEST(SidecarSchemas, ANewerOneIsReadWithANote) {
    const CompiledMeta meta = ParseCompiledMeta(
        R"({"schema": 7, "supported_execution_modes": ["stream"], "ring": 1,
            "params": [{"name": "x", "direction": "In", "shape": [4], "dtype": "fp32", "sparse": true}]})",
        "d/meta.json");
    EXPECT_EQ(meta.schema, 7);
    EXPECT_THAT(meta.modes, ElementsAre("stream"));
    ASSERT_EQ(meta.notes.size(), 1U);
    EXPECT_EQ(meta.notes[0].file, "d/meta.json");
    EXPECT_EQ(
        meta.notes[0].text,
        "schema is 7, newer than 2, which is the newest that is known: read like 2, and what it adds is not used");
    EXPECT_THAT(ParseCompiledMeta(R"({"schema": 3, "params": []})", "m").modes, IsEmpty());
}

TEST(SidecarSchemas, UnknownKeysOfADistributedConfigAreNotedAtANewerOne) {
    const DistributedMeta meta = ParseDistributedMeta(Distributed(R"({"device_ids": [3], "ring": 1})", 4), "m");
    EXPECT_THAT(meta.config.device_ids, ElementsAre(3));
    EXPECT_EQ(
        NotesOf(meta),
        "schema is 4, newer than 3, which is the newest that is known: read like 3, and what it adds is not used\n"
        "distributed_config.ring is not a known key: not used\n"
        "distributed_config.num_sub_workers is missing: taken as 0, as PyPTO does\n"
        "distributed_config.runtime is missing: taken as 'tensormap_and_ringbuffer', as PyPTO does\n"
        "distributed_config.aicpu_thread_num is missing: taken as 0, as PyPTO does\n");
}

TEST(CompiledMeta, UnknownDataTypesAreKeptAndNoted) {
    const CompiledMeta meta = ParseCompiledMeta(Param(R"(
        {"name": "a", "direction": "In", "shape": [4], "dtype": "fp6"},
        {"name": "b", "direction": "In", "shape": [4], "dtype": "fp32"},
        {"name": "c", "direction": "Out", "shape": [4], "dtype": "fp6"},
        {"name": "d", "direction": "In", "shape": null, "dtype": "unknown"})"),
                                                "m");
    EXPECT_EQ(meta.params[0].dtype, "fp6");
    ASSERT_EQ(meta.notes.size(), 2U);
    EXPECT_EQ(meta.notes[0].text,
              "the data type 'fp6' of 'a' and 'c' is not known: the program is built, and cannot be run");
    EXPECT_EQ(meta.notes[1].text,
              "the data type 'unknown' of 'd' is not known: the program is built, and cannot be run");
}

TEST(DistributedMeta, EveryField) {
    const DistributedMeta meta = ParseDistributedMeta(
        Distributed(
            R"({"device_ids": [4, 5], "num_sub_workers": 1, "runtime": "host_build_graph", "aicpu_thread_num": 4})"),
        "m");
    EXPECT_EQ(meta.common.schema, 2);
    EXPECT_THAT(meta.config.device_ids, ElementsAre(4, 5));
    EXPECT_EQ(meta.config.num_sub_workers, 1);
    EXPECT_EQ(meta.config.runtime, "host_build_graph");
    EXPECT_EQ(meta.config.aicpu_thread_num, 4);
    EXPECT_EQ(meta.common.backend, "Ascend910B");
}

TEST(DistributedMeta, Defaults) {
    for (const std::string& text : {Distributed("{}"), std::string(R"({"schema": 2, "params": []})")}) {
        const DistributedMeta meta = ParseDistributedMeta(text, "m");
        EXPECT_THAT(meta.config.device_ids, ElementsAre(0));
        EXPECT_EQ(meta.config.num_sub_workers, 0);
        EXPECT_EQ(meta.config.runtime, "tensormap_and_ringbuffer");
        EXPECT_EQ(meta.config.aicpu_thread_num, 0);
    }
}

// PyPTO reads it in silence, but always writes all of it.
TEST(DistributedMeta, WhatIsMissingIsNoted) {
    EXPECT_EQ(
        NotesOf(ParseDistributedMeta(R"({"schema": 3, "supported_execution_modes": ["program"], "params": []})", "m")),
        "distributed_config is missing: taken as device 0 alone, as PyPTO does\n");
    EXPECT_EQ(NotesOf(ParseDistributedMeta(Distributed("{}"), "m")),
              "distributed_config.device_ids is missing: taken as [0], one device, as PyPTO does\n"
              "distributed_config.num_sub_workers is missing: taken as 0, as PyPTO does\n"
              "distributed_config.runtime is missing: taken as 'tensormap_and_ringbuffer', as PyPTO does\n"
              "distributed_config.aicpu_thread_num is missing: taken as 0, as PyPTO does\n");
    EXPECT_EQ(NotesOf(ParseDistributedMeta(Distributed(kEveryField), "m")), "");
}

TEST(DistributedMeta, BlockDimBelongsToSchemaOne) {
    EXPECT_EQ(ParseDistributedMeta(Distributed(R"({"block_dim": 24})", 1), "m").common.schema, 1);
    EXPECT_EQ(ParseDistributedMeta(Distributed(R"({"block_dim": null})", 1), "m").common.schema, 1);
    EXPECT_EQ(ErrorOf(ParseDistributedMeta, Distributed(R"({"block_dim": 24})")),
              "d/meta.json: distributed_config.block_dim is not a known key, expected 'device_ids', 'num_sub_workers', "
              "'runtime' and 'aicpu_thread_num'" +
                  kSoRecompile);
}

class DistributedMetaError : public ::testing::TestWithParam<BadSidecar> {};

TEST_P(DistributedMetaError, NamesFileFieldAndRemedy) {
    EXPECT_EQ(ErrorOf(ParseDistributedMeta, GetParam().text), "d/meta.json: " + GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Fields, DistributedMetaError,
    ::testing::Values(
        BadSidecar{R"({"schema": 3.0, "supported_execution_modes": ["program"], "params": []})",
                   "schema is the float 3.0, expected an integer: 1, 2, 3 or newer; the file is of another version of "
                   "PyPTO or was "
                   "edited: recompile the program with ir.compile()"},
        BadSidecar{R"({"schema": 3, "params": []})",
                   "supported_execution_modes is missing, expected a list of execution modes, such as [\"program\"]" +
                       kSoRecompile},
        BadSidecar{
            R"({"schema": 3, "supported_execution_modes": ["kernel", "programs"], "params": []})",
            "supported_execution_modes[1] is 'programs', expected 'program' or 'kernel'; did you mean 'program'? "
            "otherwise recompile the program with ir.compile()"},
        BadSidecar{
            R"({"schema": 3, "supported_execution_modes": ["program"], "params": [],
                       "distributed_config": {"ring": 1}})",
            "distributed_config.ring is not a known key, expected 'device_ids', 'num_sub_workers', 'runtime' and "
            "'aicpu_thread_num'" +
                kSoRecompile},
        BadSidecar{R"({"schema": 4, "params": [], "distributed_config": {"ring": 1, "device_ids": [-1]}})",
                   "distributed_config.device_ids[0] is -1, expected an integer of 0 or more" + kSoRecompile},
        BadSidecar{R"({"schema": -1})",
                   "schema is -1, expected an integer: 1, 2, 3 or newer; the file is of another version of PyPTO or "
                   "was edited: "
                   "recompile the program with ir.compile()"},
        BadSidecar{Distributed("[]"), "distributed_config is a list, expected an object" + kSoRecompile},
        BadSidecar{
            Distributed(R"({"device_id": [0]})"),
            "distributed_config.device_id is not a known key, expected 'device_ids', 'num_sub_workers', 'runtime' and "
            "'aicpu_thread_num'; did you mean 'device_ids'? otherwise recompile the program with ir.compile()"},
        BadSidecar{Distributed(R"({"device_ids": 0})"),
                   "distributed_config.device_ids is 0, expected a list of integers" + kSoRecompile},
        BadSidecar{Distributed(R"({"device_ids": []})"),
                   "distributed_config.device_ids is empty, expected at least one device" + kSoRecompile},
        BadSidecar{Distributed(R"({"device_ids": [0, -1]})"),
                   "distributed_config.device_ids[1] is -1, expected an integer of 0 or more" + kSoRecompile},
        BadSidecar{Distributed(R"({"device_ids": [0, true]})"),
                   "distributed_config.device_ids[1] is true, expected an integer of 0 or more" + kSoRecompile},
        BadSidecar{
            Distributed(R"({"device_ids": [3, 0, 3]})"),
            "distributed_config.device_ids[2] is 3, expected a device that is not in the list already" + kSoRecompile},
        BadSidecar{Distributed(R"({"num_sub_workers": -2})"),
                   "distributed_config.num_sub_workers is -2, expected an integer of 0 or more" + kSoRecompile},
        BadSidecar{
            Distributed(R"({"num_sub_workers": 1.5})"),
            "distributed_config.num_sub_workers is the float 1.5, expected an integer of 0 or more" + kSoRecompile},
        BadSidecar{Distributed(R"({"aicpu_thread_num": 1})"),
                   "distributed_config.aicpu_thread_num is 1, expected 0 (the default of the chip) or at least 2" +
                       kSoRecompile},
        BadSidecar{Distributed(R"({"runtime": null})"),
                   "distributed_config.runtime is null, expected one of 'tensormap_and_ringbuffer', "
                   "'host_build_graph', 'aicpu_build_graph' and 'rt2'" +
                       kSoRecompile},
        BadSidecar{Distributed(R"({"runtime": "host_build_grap"})"),
                   "distributed_config.runtime is 'host_build_grap', expected one of 'tensormap_and_ringbuffer', "
                   "'host_build_graph', 'aicpu_build_graph' and 'rt2'; did you mean 'host_build_graph'? otherwise "
                   "recompile the program with ir.compile()"},
        BadSidecar{Distributed(R"({"device_ids": [4294967296]})"),
                   "distributed_config.device_ids[0] is 4294967296, which is out of range, expected an integer of 0 or "
                   "more" +
                       kSoRecompile},
        BadSidecar{Distributed(R"({"num_sub_workers": 1e30})"),
                   "distributed_config.num_sub_workers is 1e+30, which is out of range, expected an integer of 0 or "
                   "more" +
                       kSoRecompile},
        BadSidecar{Distributed(R"({"block_dim": "x"})", 1),
                   "distributed_config.block_dim is the string 'x', expected an integer of 0 or more" + kSoRecompile}));

TEST(Sidecar, IsLoadedFromItsPlace) {
    MemoryFileSystem files;
    files.Add("/d/next_levels/p/compiled_meta.json", R"({"schema": 1, "params": []})");
    EXPECT_EQ(LoadCompiledMeta({files, "/d"}, "next_levels/p").file, "next_levels/p/compiled_meta.json");
    files.Add("/d/distributed_meta.json", R"({"schema": 2, "params": []})");
    EXPECT_EQ(LoadDistributedMeta({files, "/d"}).common.file, "distributed_meta.json");
    files.Add("/d/next_levels/p/compiled_meta.json", R"({"schema": 9, "params": []})");
    EXPECT_EQ(LoadCompiledMeta({files, "/d"}, "next_levels/p").notes.at(0).file, "next_levels/p/compiled_meta.json");
    files.MakeUnreadable("/d/distributed_meta.json");
    try {
        LoadDistributedMeta({files, "/d"});
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "/d/distributed_meta.json: cannot be read: Permission denied");
    }
}

}  // namespace
}  // namespace pto::gen
