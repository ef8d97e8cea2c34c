// The command of a compile edge: runs the compiler so that a killed, failed or overtaken compile leaves nothing that
// looks finished, and records what the object was made from.
#pragma once

#include <string>
#include <vector>

namespace pto::gen {

struct CompileOptions {
    std::string name;    // shown in the summary
    std::string source;  // relative to the current directory, or absolute
    std::string object;
    std::string depfile;
    std::vector<std::string> include_if_missing;  // header names: -include'd unless the source includes them itself
    std::vector<std::string> identities;          // witnesses of what it is compiled with
    std::vector<std::string> trees;               // header trees with an identity of their own
    std::string pto_isa;                          // root of the PTO-ISA that a kernel is compiled against; else empty
    bool shared = false;                          // the same in every directory: see shared_objects.h
    std::string prefix;                           // header whose precompiled form may stand for the source's start
    std::vector<std::string> prefix_flags;        // what its use needs beside -include
    std::vector<std::string> launcher;            // ccache or distcc with its words; else empty
    std::vector<std::string> link;                // linker and its words, for a device kernel; else empty
    std::vector<std::string> command;             // compiler and flags, without -o and the source
};

// Returns the exit code: 0, or the compiler's or linker's failure, whose output has been printed on stderr. Throws
// Error when one cannot be started, takes too long or writes nothing of use, when there is no dependency file, when a
// linked kernel is not one that a device can run (see elf_payload.h), or when the source keeps changing.
int RunCompile(const CompileOptions& options);

}  // namespace pto::gen
