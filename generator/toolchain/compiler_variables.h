// Environment variables that compilers, their linkers and their launchers look at, and what becomes of each.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace pto::gen {

enum class VariableUse {
    kIdentity,  // changes what is made: its value is part of which compiler it is
    kCleared,   // has a compiler write somewhere else: no compile sees it
    kHarmless,  // changes no binary
};

struct CompilerVariable {
    std::string_view name;
    VariableUse use;
    std::string_view what;
};

// Of variables that are not here nothing is known; they are left alone.
inline constexpr CompilerVariable kCompilerVariables[] = {
    {"CPATH", VariableUse::kIdentity, "directories searched after those of -I"},
    {"CPLUS_INCLUDE_PATH", VariableUse::kIdentity, "directories searched after those of -isystem, for C++"},
    {"C_INCLUDE_PATH", VariableUse::kHarmless, "the same for C, of which nothing is compiled"},
    {"OBJC_INCLUDE_PATH", VariableUse::kHarmless, "the same for Objective-C"},
    {"OBJCPLUS_INCLUDE_PATH", VariableUse::kHarmless, "the same for Objective-C++"},
    {"LIBRARY_PATH", VariableUse::kIdentity, "directories in which a link finds libraries"},
    {"COMPILER_PATH", VariableUse::kIdentity, "where a compiler finds its parts"},
    {"GCC_EXEC_PREFIX", VariableUse::kIdentity, "where GCC finds its parts and headers"},
    {"COLLECT_LTO_WRAPPER", VariableUse::kIdentity, "another part of GCC"},
    {"CCC_OVERRIDE_OPTIONS", VariableUse::kIdentity, "edits Clang's flags"},
    {"QA_OVERRIDE_GCC3_OPTIONS", VariableUse::kIdentity, "an older name of CCC_OVERRIDE_OPTIONS"},
    {"CLANG_CONFIG_FILE_USER_DIR", VariableUse::kIdentity, "where Clang finds a file of flags"},
    {"CLANG_CONFIG_FILE_SYSTEM_DIR", VariableUse::kIdentity, "where Clang finds a file of flags"},
    {"SOURCE_DATE_EPOCH", VariableUse::kIdentity, "what __DATE__ and __TIME__ say"},
    {"LD_RUN_PATH", VariableUse::kIdentity, "where a shared object finds its libraries"},
    {"LDEMULATION", VariableUse::kIdentity, "what kind of file a linker makes"},
    {"GNUTARGET", VariableUse::kIdentity, "the format of what a linker reads"},
    {"CCACHE_COMPILER", VariableUse::kIdentity, "the compiler that ccache starts"},
    {"CCACHE_CC", VariableUse::kIdentity, "an older name of CCACHE_COMPILER"},
    {"CCACHE_PREFIX", VariableUse::kIdentity, "a launcher that ccache starts the compiler by"},
    {"CCACHE_PATH", VariableUse::kIdentity, "where ccache finds the compiler"},
    {"DISTCC_CMDLIST", VariableUse::kIdentity, "compilers that distcc may start elsewhere"},
    {"ICECC_VERSION", VariableUse::kIdentity, "the compiler that icecc sends to other machines"},
    {"DEPENDENCIES_OUTPUT", VariableUse::kCleared, "writes the dependencies into another file"},
    {"SUNPRO_DEPENDENCIES", VariableUse::kCleared, "the same, with the headers of the system"},
    {"CC_PRINT_OPTIONS", VariableUse::kCleared, "writes Clang's command lines into a file"},
    {"CC_PRINT_HEADERS", VariableUse::kCleared, "writes the headers that Clang reads into a file"},
    {"CC_LOG_DIAGNOSTICS", VariableUse::kCleared, "writes Clang's messages into a file, not to people"},
    {"CC_PRINT_PROC_STAT", VariableUse::kCleared, "writes what Clang's processes cost into a file"},
    {"GCC_COMPARE_DEBUG", VariableUse::kCleared, "has GCC compile twice and compare"},
    {"LD_LIBRARY_PATH", VariableUse::kHarmless, "what programs load; a link only checks symbols with it"},
    {"LANG", VariableUse::kHarmless, "the language of messages"},
    {"LC_ALL", VariableUse::kHarmless, "the language of messages"},
    {"LC_CTYPE", VariableUse::kHarmless, "the language of messages"},
    {"LC_MESSAGES", VariableUse::kHarmless, "the language of messages"},
    {"LANGUAGE", VariableUse::kHarmless, "the language of messages"},
    {"GCC_COLORS", VariableUse::kHarmless, "the colours of messages"},
    {"GCC_URLS", VariableUse::kHarmless, "links in messages"},
    {"NO_COLOR", VariableUse::kHarmless, "the colours of messages"},
    {"GCC_EXTRA_DIAGNOSTIC_OUTPUT", VariableUse::kHarmless, "hints in messages"},
    {"TMPDIR", VariableUse::kHarmless, "where temporary files lie"},
    {"CCACHE_DIR", VariableUse::kHarmless, "where ccache keeps what it has"},
    {"CCACHE_DISABLE", VariableUse::kHarmless, "whether ccache keeps anything"},
    {"CCACHE_BASEDIR", VariableUse::kHarmless, "which paths count as the same for ccache"},
    {"CCACHE_SLOPPINESS", VariableUse::kHarmless, "what the user allows ccache to overlook"},
    {"DISTCC_HOSTS", VariableUse::kHarmless, "the machines that compile"},
};

// "\nNAME=VALUE" for each variable that changes what is made and is set, in the order of the table: empty where there
// is none.
std::string CompilerVariablesText(const std::function<std::optional<std::string>(const std::string&)>& variable);

// Takes what has compilers write somewhere else out of the environment of this process.
void ClearCompilerVariables();

}  // namespace pto::gen
