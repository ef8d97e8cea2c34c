#include "generator/toolchain/roots.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "base/file_system.h"
#include "base/text.h"
#include "generator/toolchain/runtime_kind.h"
#include "generator/toolchain/simpler_layout.h"

namespace pto::gen {
namespace {

constexpr char kPtoIsaVariable[] = "PTO_ISA_ROOT";
constexpr char kSimplerVariable[] = "SIMPLER_ROOT";
constexpr char kAscendVariable[] = "ASCEND_HOME_PATH";
// Where the runtime's own tools check PTO-ISA out.
constexpr char kPtoIsaOfSimpler[] = "build/pto-isa";

std::string Variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

std::string Canonical(const std::string& path, const std::string& origin) {
    std::error_code code;
    const std::filesystem::path real = std::filesystem::canonical(path, code);
    if (code && code != std::errc::no_such_file_or_directory && code != std::errc::not_a_directory) {
        ThrowSystem(ErrorKind::kInput, path, "cannot be looked at", code.value(),
                    "correct " + origin + " or leave it out");
    }
    if (code || !std::filesystem::is_directory(real, code)) {
        ThrowInput(path, "no such directory, and " + origin + " names it", "correct " + origin + " or leave it out");
    }
    return real.string();
}

// A program is looked up in PATH when it is a bare name, and then stays one.
void MakeAbsolute(std::string& program) {
    if (program.find('/') != std::string::npos)
        program = std::filesystem::absolute(program).lexically_normal().string();
}

void RecordRoot(RootOption& root, const char* option, const char* variable) {
    const std::string value = Variable(variable);
    if (!root.path.empty()) {
        root.path = Canonical(root.path, option);
    } else if (!value.empty()) {
        root.recorded = Canonical(value, variable);
    } else if (!root.recorded.empty()) {
        root.recorded = Canonical(root.recorded, std::string("an earlier ") + variable);
    }
}

// Like a root, but what a variable names is not looked at: every shell of such a machine may set it.
void RecordAscendHome(RootOption& root) {
    const std::string value = Variable(kAscendVariable);
    if (!root.path.empty()) {
        root.path = Canonical(root.path, "--ascend-home");
    } else if (!value.empty()) {
        root.recorded = std::filesystem::absolute(value).lexically_normal().string();
    }
}

std::string Origin(const RootOption& root, const char* option, const char* variable) {
    if (!root.path.empty()) return option;
    std::string origin = variable;
    if (Variable(variable).empty()) origin += " when the directory was generated";
    return origin;
}

std::string ReadPin(const std::string& file) {
    const RealFileSystem files;
    if (!IsFile(files, file)) {
        ThrowInput(file, "not found, expected the PTO-ISA commit that the runtime needs",
                   std::string("set ") + kSimplerVariable + " to a checkout of the runtime");
    }
    std::string pin(Trim(files.Read(file)));
    if (!IsCommit(pin)) {
        ThrowInput(file, "found '" + pin.substr(0, 60) + "', expected a commit of 40 hex digits",
                   "check the file out again");
    }
    return pin;
}

void RequirePin(const Roots& roots) {
    if (roots.pto_isa.root.empty()) {
        throw Error(ErrorKind::kUsage, "--require-pin needs a PTO-ISA, and kernels would use the embedded headers",
                    std::string("set ") + kPtoIsaVariable + " or leave --require-pin out");
    }
    if (roots.pin.empty()) {
        throw Error(ErrorKind::kUsage,
                    "--require-pin needs the runtime's pto_isa.pin, and no runtime is set that has one",
                    std::string("set ") + kSimplerVariable + " or leave --require-pin out");
    }
    const std::string problem = PinProblem(roots.pto_isa, roots.pin);
    if (!problem.empty()) {
        throw Error(ErrorKind::kToolchain, Place{roots.pto_isa.root, 0, 0, {}}, problem,
                    "check out " + roots.pin + " there, or leave --require-pin out");
    }
}

SourceTree InspectPtoIsa(const std::string& root, const std::string& origin, const std::string& remedy) {
    const std::string header = root + "/" + kPtoIsaHeaders + "/pto/pto-inst.hpp";
    if (!IsFile(RealFileSystem(), header)) {
        ThrowInput(header, "not found, so that '" + root + "' (" + origin + ") is no complete PTO-ISA",
                   "check it out again, or " + remedy);
    }
    return InspectTree(root, {kPtoIsaHeaders}, origin);
}

// The runtime's kernels have no headers but PTO-ISA's.
SourceTree PtoIsaOfSimpler(const Roots& roots) {
    const std::string root = roots.simpler.root + "/" + kPtoIsaOfSimpler;
    if (!IsDirectory(RealFileSystem(), root)) {
        ThrowInput(
            root, "not found, and the runtime's kernels are compiled against PTO-ISA",
            "check PTO-ISA out there" + (roots.pin.empty() ? "" : " at " + roots.pin) + ", or set " + kPtoIsaVariable);
    }
    return InspectPtoIsa(Canonical(root, kSimplerVariable), "of the runtime", std::string("set ") + kPtoIsaVariable);
}

void InspectSimpler(const GenerateOptions& options, Roots& roots) {
    const RuntimeKind runtime = ChosenRuntime(options);
    const std::string& root = options.simpler_root.Path();
    if (root.empty() && runtime != RuntimeKind::kEmbedded) {
        throw Error(ErrorKind::kUsage,
                    std::string("--runtime ") + RuntimeName(runtime) + " needs a checkout of the runtime, none is set",
                    std::string("set ") + kSimplerVariable + " or pass --simpler-root");
    }
    if (root.empty()) return;
    // A runtime names its PTO-ISA since 2026-06-24; one from before goes with whichever the user has.
    const std::string pin_file = root + "/pto_isa.pin";
    if (IsFile(RealFileSystem(), pin_file) || !IsDirectory(RealFileSystem(), root + "/simpler_setup/incore")) {
        roots.pin_file = pin_file;
        roots.pin = ReadPin(pin_file);
    }
    if (runtime == RuntimeKind::kEmbedded) return;
    const std::string origin = Origin(options.simpler_root, "--simpler-root", kSimplerVariable);
    CheckSimplerRoot(RealFileSystem(), root, origin);
    roots.simpler = InspectTree(root, {"src", "simpler_setup"}, origin);
    if (roots.pto_isa.root.empty()) roots.pto_isa = PtoIsaOfSimpler(roots);
    if (runtime == RuntimeKind::kSimpler && roots.adapter_source.empty()) {
        throw Error(ErrorKind::kToolchain, "the source of the runtime's adapter is missing beside pto-ninja",
                    "install pto-ninja again, or pass --runtime embedded");
    }
}

}  // namespace

void RecordRoots(GenerateOptions& options) {
    RecordRoot(options.pto_isa_root, "--pto-isa-root", kPtoIsaVariable);
    RecordRoot(options.simpler_root, "--simpler-root", kSimplerVariable);
    RecordAscendHome(options.ascend_home);
    for (std::string* program : {&options.cxx, &options.orchestration_cxx, &options.ptoas}) MakeAbsolute(*program);
}

Roots InspectRoots(const GenerateOptions& options, const OwnFiles& own) {
    Roots roots;
    static_cast<OwnFiles&>(roots) = own;
    if (const std::string& root = options.pto_isa_root.Path(); !root.empty()) {
        const std::string origin = Origin(options.pto_isa_root, "--pto-isa-root", kPtoIsaVariable);
        roots.pto_isa = InspectPtoIsa(root, origin, "correct " + origin);
    }
    InspectSimpler(options, roots);
    roots.ascend_home = options.ascend_home.Path();
    roots.ascend_origin = Origin(options.ascend_home, "--ascend-home", kAscendVariable);
    if (options.require_pin) RequirePin(roots);
    return roots;
}

std::string PinWarning(const Roots& roots) {
    if (roots.pin.empty() || roots.pto_isa.root.empty()) return {};
    const std::string problem = PinProblem(roots.pto_isa, roots.pin);
    return problem.empty() ? problem : roots.pto_isa.root + ": " + problem + "; results may differ from the runtime's";
}

}  // namespace pto::gen
