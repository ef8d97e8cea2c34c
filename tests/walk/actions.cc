#include "tests/walk/actions.h"

#include <filesystem>
#include <regex>

namespace pto::walk {
namespace {

namespace fs = std::filesystem;

void Substitute(World& world, const std::string& file, const std::string& pattern, const std::string& by) {
    if (!world.Exists(file)) return;
    world.Write(file, std::regex_replace(world.Read(file), std::regex(pattern), by));
}

std::string Number(const Action& action) {
    return std::to_string(action.value);
}

void EditBody(World& world, const Action& action, const std::string& unit) {
    Substitute(world, World::Kernel(unit), "factor \\* [0-9]+", "factor * " + std::to_string(10 + action.value));
    Substitute(world, World::Kernel(unit), "(// --- Kernel entry point ---)", "// by hand " + Number(action) + "\n$1");
}

void EditHead(World& world, const Action& action, const std::string& unit) {
    Substitute(world, World::Kernel(unit), "^(// head [0-9]+\n)?", "// head " + Number(action) + "\n");
}

void EditTail(World& world, const Action& action, const std::string& unit) {
    world.Write(World::Kernel(unit), world.Read(World::Kernel(unit)) + "// tail " + Number(action) + "\n");
}

void EditHeader(World& world, const Action& action, const std::string&) {
    world.Write("kernels/aiv/extra.h", "constexpr float kExtra = " + Number(action) + ";\n");
    if (action.seconds < 0) world.Date("kernels/aiv/extra.h", action.seconds);
}

void EditPto(World& world, const Action& action, const std::string& unit) {
    world.Write("ptoas/" + unit + ".pto", World::PtoText(unit, action.value));
    if (action.seconds < 0) world.Date("ptoas/" + unit + ".pto", action.seconds);
}

void BreakPto(World& world, const Action&, const std::string& unit) {
    Substitute(world, "ptoas/" + unit + ".pto", "gain = ", "again ");
}

void ReplaceRaw(World& world, const Action& action, const std::string& unit) {
    world.Write("ptoas/" + unit + ".cpp", world.RawText(unit, action.value));
    world.Date("ptoas/" + unit + ".cpp", action.seconds);
}

void Touch(World& world, const Action& action, const std::string& unit) {
    const std::string files[] = {"ptoas/" + unit + ".pto", "ptoas/" + unit + ".cpp", World::Kernel(unit)};
    world.Date(files[action.value - 1], action.seconds);
}

void RenameByEditor(World& world, const Action&, const std::string& unit) {
    const std::string file = World::Kernel(unit);
    world.Write(file + "~", world.Read(file));
    fs::rename(world.Path(file + "~"), world.Path(file));
}

void CheckOutByGit(World& world, const Action& action, const std::string& unit) {
    EditPto(world, action, unit);
    world.Write("ptoas/" + unit + ".cpp", world.RawText(unit, action.value));
    Substitute(world, World::Kernel(unit), "factor \\* [0-9]+", "factor * " + Number(action));
}

// Expected values that are right, or those of an input.
void EditExpected(World& world, const Action& action, const std::string&) {
    const std::string source = std::string(PTO_SOURCE_DIR) + "/examples/three_steps/data/";
    const std::string files[] = {"out/out.pt", "in/x.pt", "in/w.pt"};
    fs::copy_file(source + files[action.value - 1], world.Path("data/out/out.pt"),
                  fs::copy_options::overwrite_existing);
    world.Date("data/out/out.pt", 0);
}

void Clean(World& world, const Action&, const std::string&) {
    if (world.Exists("build.ninja")) world.Tool({"ninja", "-C", world.Path("."), "-t", "clean"});
}

void LoseLog(World& world, const Action& action, const std::string&) {
    fs::remove(world.Path(action.value == 1 ? ".pto-ninja/.ninja_deps" : ".pto-ninja/.ninja_log"));
}

void LoseBuild(World& world, const Action&, const std::string&) {
    fs::remove(world.Path("build.ninja"));
}

void LosePrivateFolder(World& world, const Action&, const std::string&) {
    fs::remove_all(world.Path(".pto-ninja"));
    fs::remove(world.Path("build.ninja"));
}

// Half of it and the old time, as after a power failure.
void DamageObject(World& world, const Action& action, const std::string& unit) {
    const std::string object = world.Path(".pto-ninja/" + world.platform + "-embedded/kernels/aiv/" + unit + ".so");
    if (!fs::exists(object)) return;
    const auto time = fs::last_write_time(object);
    fs::resize_file(object, action.value == 1 ? 0 : fs::file_size(object) / 2);
    fs::last_write_time(object, time);
}

void TakePtoasAway(World& world, const Action& action, const std::string&) {
    world.ptoas_away = action.value != 1;
}

void KillABuild(World& world, const Action& action, const std::string&) {
    if (world.Exists("build.ninja")) world.ReplayKilled(0.01 * action.value * action.value);
}

void GenerateAgain(World& world, const Action&, const std::string&) {
    world.Generate({});
}

void OtherPlatform(World& world, const Action& action, const std::string&) {
    world.platform = action.value == 1 ? "a5sim" : "a2a3sim";
    world.Generate({});
}

void MoveOrCopy(World& world, const Action& action, const std::string&) {
    world.Move(action.value == 1);
}

void Restore(World& world, const Action&, const std::string&) {
    if (world.Exists("build.ninja")) world.Tool({PTO_BIN_DIR "/pto-ninja", "restore", "--yes", world.Path(".")});
}

}  // namespace

std::span<const Kind> Kinds() {
    static constexpr Kind kKinds[] = {
        {"edit a body", EditBody},
        {"edit a head", EditHead},
        {"edit a tail", EditTail},
        {"edit a header", EditHeader},
        {"edit a .pto", EditPto},
        {"break a .pto", BreakPto},
        {"replace a raw text", ReplaceRaw},
        {"touch a file", Touch},
        {"save a kernel as editors do", RenameByEditor},
        {"check out by git", CheckOutByGit},
        {"edit the expected values", EditExpected},
        {"ninja -t clean", Clean},
        {"lose ninja's log", LoseLog},
        {"lose build.ninja", LoseBuild},
        {"lose .pto-ninja", LosePrivateFolder, true},
        {"damage an object", DamageObject},
        {"take ptoas away or bring it back", TakePtoasAway},
        {"kill a build", KillABuild, true},
        {"generate again", GenerateAgain},
        {"another platform", OtherPlatform},
        {"move or copy", MoveOrCopy},
        {"restore", Restore, true},
    };
    return kKinds;
}

std::string Describe(const Action& action) {
    return std::string(Kinds()[static_cast<size_t>(action.kind)].name) + " (" +
           kUnits[static_cast<size_t>(action.unit)] + ", value " + std::to_string(action.value) + ", time " +
           std::to_string(action.seconds) + " s)";
}

}  // namespace pto::walk
