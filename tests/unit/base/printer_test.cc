#include "base/printer.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include <functional>

#include "tests/support/needs.h"
#include "tests/support/temp_space.h"

namespace pto {
namespace {

// What `action` writes on stderr while this is `descriptor`; `from` is where it can be read afterwards.
std::string Written(int descriptor, int from, const std::function<void()>& action) {
    const int before = dup(STDERR_FILENO);
    dup2(descriptor, STDERR_FILENO);
    action();
    dup2(before, STDERR_FILENO);
    close(before);
    char buffer[4096];
    const ssize_t count = read(from, buffer, sizeof buffer);
    return {buffer, count > 0 ? static_cast<size_t>(count) : 0};
}

struct PipePair {
    PipePair() {
        if (pipe(ends) != 0) throw std::runtime_error("pipe");
    }
    ~PipePair() {
        close(ends[0]);
        close(ends[1]);
    }
    int ends[2];
};

// A terminal that shows bytes as they are written.
struct Terminal {
    Terminal() {
        master = posix_openpt(O_RDWR | O_NOCTTY);
        if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) throw std::runtime_error("no pseudo terminal");
        slave = open(ptsname(master), O_RDWR | O_NOCTTY);
        termios settings{};
        tcgetattr(slave, &settings);
        cfmakeraw(&settings);
        tcsetattr(slave, TCSANOW, &settings);
    }
    ~Terminal() {
        close(slave);
        close(master);
    }
    int master;
    int slave;
};

TEST(Printer, OneLineWithoutColourIntoAPipe) {
    const PipePair pipe;
    const test::EnvironmentVariable terminal("TERM", "xterm");
    const test::EnvironmentVariable colour("NO_COLOR", nullptr);
    const std::pair<Severity, const char*> cases[] = {
        {Severity::kError, "pto-ninja: error: a.py:3: text\n"},
        {Severity::kWarning, "pto-ninja: warning: a.py:3: text\n"},
        {Severity::kNote, "pto-ninja: note: a.py:3: text\n"},
        {Severity::kBug, "pto-ninja: bug: a.py:3: text\n"},
    };
    for (const auto& [severity, text] : cases) {
        EXPECT_EQ(Written(pipe.ends[1], pipe.ends[0], [s = severity] { Print("pto-ninja", s, "a.py:3: text"); }), text);
    }
    EXPECT_EQ(Written(pipe.ends[1], pipe.ends[0], [] { Print("pto-replay", Severity::kNote, "a\n  b\n  ^"); }),
              "pto-replay: note: a\n  b\n  ^\n");
    EXPECT_FALSE(UsesColour(pipe.ends[1]));
}

TEST(Printer, ColoursTheWordOnATerminal) {
    PTO_NEEDS(test::MissingTerminals());
    const Terminal terminal;
    const auto print = [] { Print("pto-ninja", Severity::kError, "text"); };
    const test::EnvironmentVariable kind("TERM", "xterm");
    const test::EnvironmentVariable none("NO_COLOR", nullptr);
    EXPECT_TRUE(UsesColour(terminal.slave));
    EXPECT_EQ(Written(terminal.slave, terminal.master, print), "pto-ninja: \033[1;31merror:\033[0m text\n");
    EXPECT_EQ(Written(terminal.slave, terminal.master, [] { Print("p", Severity::kWarning, "text"); }),
              "p: \033[1;35mwarning:\033[0m text\n");
}

TEST(Printer, ColourCanBeSwitchedOff) {
    PTO_NEEDS(test::MissingTerminals());
    const Terminal terminal;
    struct Case {
        const char *term, *no_color;
        bool colour;
    };
    const Case cases[] = {{"xterm", "1", false},     {"xterm", "", true}, {"dumb", nullptr, false},
                          {nullptr, nullptr, false}, {"", nullptr, true}, {"xterm", nullptr, true}};
    for (const Case& c : cases) {
        const test::EnvironmentVariable kind("TERM", c.term);
        const test::EnvironmentVariable none("NO_COLOR", c.no_color);
        EXPECT_EQ(UsesColour(terminal.slave), c.colour) << (c.term ? c.term : "unset");
        const std::string text = Written(terminal.slave, terminal.master, [] { Print("p", Severity::kNote, "text"); });
        EXPECT_EQ(text, c.colour ? "p: \033[1;36mnote:\033[0m text\n" : "p: note: text\n");
    }
}

TEST(Printer, ClosedErrorOutputIsSurvived) {
    const int before = dup(STDERR_FILENO);
    close(STDERR_FILENO);
    Print("pto-ninja", Severity::kError, "nobody sees this");
    EXPECT_FALSE(UsesColour(STDERR_FILENO));
    dup2(before, STDERR_FILENO);
    close(before);
}

}  // namespace
}  // namespace pto
