// Hooks as a user writes them, compiled as the build graph does.
#include <pto_ninja/replay_hooks.h>

void MakeInputs(pto_ninja::Arguments& args) {
    if (args.Program() == "throws") pto_ninja::Fail("no data for it");
    if (args.Program() == "throws an int") throw 7;
    args["x"].Fill([](int64_t i) { return 0.5 * static_cast<double>(i); });
    if (args.size() > 2) args["n"].Set(0, 5);
}

void UserCompare(const pto_ninja::Arguments& args) {
    if (args.Program() == "unknown name") static_cast<void>(args["z"]);
    if (args.Program() == "beyond the end") static_cast<void>(args["x"].Get(3));
    if (args.Program() == "strange type") static_cast<void>(args[1].Get(0));
    pto_ninja::ExpectClose(args["y"], {0, 1, NAN}, 0, 0.25);
}
