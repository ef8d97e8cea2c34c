#include "runtime/embedded/fault_guard.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include "base/left_overs.h"
#include "runtime/embedded/core.h"
#include "runtime/embedded/device_memory.h"

namespace pto::embedded {
namespace {

constexpr size_t kStackBytes = size_t{64} * 1024;

struct SignalText {
    int number;
    const char* text;
};
constexpr SignalText kSignals[] = {
    {SIGSEGV, "invalid memory access"},
    {SIGBUS, "invalid memory access"},
    {SIGFPE, "arithmetic exception"},
    {SIGILL, "invalid instruction or trap"},
    {SIGABRT, "aborted"},
};

// Why the processor stopped. A floating-point operation does so only where the code asked for it (feenableexcept).
struct CauseText {
    int code;
    const char* text;
};
constexpr CauseText kArithmeticCauses[] = {
    {FPE_INTDIV, "integer division by zero or overflow"},
    {FPE_INTOVF, "integer overflow"},
    {FPE_FLTDIV, "floating-point division by zero, which the code has set to trap"},
    {FPE_FLTOVF, "floating-point overflow, which the code has set to trap"},
    {FPE_FLTUND, "floating-point underflow, which the code has set to trap"},
    {FPE_FLTRES, "inexact floating-point result, which the code has set to trap"},
    {FPE_FLTINV, "invalid floating-point operation, which the code has set to trap"},
    {FPE_FLTSUB, "subscript out of range"},
};

const char* TextOf(int number, int code) {
    for (const CauseText& cause : kArithmeticCauses) {
        if (number == SIGFPE && cause.code == code) return cause.text;
    }
    for (const SignalText& signal : kSignals) {
        if (signal.number == number) return signal.text;
    }
    return "";
}

thread_local const char* fault_context = nullptr;

struct Installed {
    FaultGuardOptions options;
    pid_t process;
    std::string temporary_path;
    struct sigaction previous[std::size(kSignals)];
};
std::atomic<Installed*> installed{nullptr};
std::atomic<bool> reporting{false};

// A fixed buffer that is filled without allocating; what does not fit is left out. Everything below runs inside a
// signal handler and calls async-signal-safe functions only.
class Line {
  public:
    Line& Text(const char* text) {
        while (*text != '\0' && size_ < sizeof(bytes_) - 1) bytes_[size_++] = *text++;
        return *this;
    }
    Line& Number(uint64_t value) {
        char digits[24];
        int count = 0;
        do digits[count++] = static_cast<char>('0' + value % 10);
        while ((value /= 10) != 0);
        while (count > 0 && size_ < sizeof(bytes_) - 1) bytes_[size_++] = digits[--count];
        return *this;
    }
    Line& Bytes(uint64_t value) { return Number(value).Text(value == 1 ? " byte" : " bytes"); }
    const char* data() const { return bytes_; }
    size_t size() const { return size_; }

  private:
    char bytes_[1024];
    size_t size_ = 0;
};

void WriteAll(int file, const char* data, size_t size) {
    while (size > 0) {
        const ssize_t written = write(file, data, size);
        if (written <= 0) return;
        data += written;
        size -= static_cast<size_t>(written);
    }
}

const char* AccessVerb(const void* context) {
#if defined(__x86_64__)
    constexpr greg_t kWriteBit = 2;  // of the page fault's error code
    const auto* machine = static_cast<const ucontext_t*>(context);
    return (machine->uc_mcontext.gregs[REG_ERR] & kWriteBit) != 0 ? "writes" : "reads";
#else
    (void)context;
    return "accesses";
#endif
}

void AppendPlace(Line& line, const Core& core) {
    const Task& task = core.task();
    line.Text("kernel '").Text(core.kernel().name.c_str()).Text("' (task ").Number(task.number);
    if (task.block_num > 1) line.Text(", block ").Number(static_cast<uint64_t>(core.identity().block));
    if (core.sub_block_num > 1 && core.identity().slot > 0) line.Text(", vector lane ").Number(core.sub_block_id);
    line.Text(")");
}

// "reads 8 bytes past the end of 'a' (24576 bytes)" if the address lies in the pages around [begin, begin + bytes).
bool AppendNear(Line& line, const char* verb, uint64_t address, uint64_t begin, uint64_t bytes, uint64_t low,
                uint64_t high, const char* name) {
    if (address < low || address >= high) return false;
    line.Text(verb).Text(" ");
    if (address < begin) {
        line.Bytes(begin - address).Text(" before the start of '");
    } else if (address < begin + bytes) {
        line.Text("byte ").Number(address - begin).Text(" of '");
    } else {
        line.Bytes(address - begin - bytes + 1).Text(" past the end of '");
    }
    line.Text(name).Text("' (").Bytes(bytes).Text(")");
    return true;
}

void AppendAddress(Line& line, const char* verb, uint64_t address, const Core* core) {
    constexpr uint64_t kPage = 4096;
    bool found = false;
    if (core != nullptr) {
        for (int i = 0; i < kLocalBufferCount && !found; i++) {
            const pto_ninja::LocalMemory& buffer = core->local_memory().buffer(i);
            const auto begin = reinterpret_cast<uint64_t>(buffer.base);
            found = AppendNear(line, verb, address, begin, buffer.size, begin - kPage, begin + buffer.size + kPage,
                               LocalBufferName(i).data());
        }
    }
    FaultRegistry::ForEachSlot([&](const AllocationSlot& slot) {
        if (found) return;
        found =
            AppendNear(line, verb, address, slot.begin, slot.bytes, slot.mapping_begin, slot.mapping_end, slot.name);
    });
    if (found) return;
    if (address < kPage) {
        line.Text(verb).Text(" through a null pointer");
    } else {
        line.Text(verb).Text(" memory at an address that belongs to no tensor");
    }
}

void WriteJson(const Installed& state, const Line& message) {
    if (state.options.json_path.empty()) return;
    unlink(state.temporary_path.c_str());
    const int file = open(state.temporary_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file < 0) return;
    WriteAll(file, state.options.json_prefix.data(), state.options.json_prefix.size());
    for (size_t i = 0; i < message.size(); i++) {
        const char c = message.data()[i];
        if (c == '"' || c == '\\') WriteAll(file, "\\", 1);
        WriteAll(file, static_cast<unsigned char>(c) < 0x20 ? " " : &c, 1);
    }
    WriteAll(file, state.options.json_suffix.data(), state.options.json_suffix.size());
    close(file);
    rename(state.temporary_path.c_str(), state.options.json_path.c_str());
}

void AppendWho(Line& message, const Core* core) {
    if (core != nullptr) {
        if (!core->title().empty()) message.Text(core->title().c_str()).Text(": ");
        AppendPlace(message, *core);
    } else {
        message.Text(fault_context != nullptr ? fault_context : "the program");
    }
    message.Text(": ");
}

[[noreturn]] void End(const Installed& state, const Line& message) {
    if (state.options.tell != nullptr) {
        state.options.tell(message.data(), message.size());
        _exit(state.options.exit_code);
    }
    WriteAll(STDERR_FILENO, state.options.prefix.data(), state.options.prefix.size());
    WriteAll(STDERR_FILENO, message.data(), message.size());
    WriteAll(STDERR_FILENO, "\n", 1);
    WriteJson(state, message);
    _exit(state.options.exit_code);
}

void Handle(int number, siginfo_t* info, void* context) {
    const Installed* state = installed.load();
    if (state == nullptr) _exit(128 + number);
    if (getpid() != state->process) {
        // A process that a kernel forked has nothing to report here.
        signal(number, SIG_DFL);
        raise(number);
        _exit(128 + number);
    }
    if (reporting.exchange(true)) {
        // Another thread reports; it ends the process.
        for (;;) pause();
    }
    Line message;
    const Core* core = Core::Current();
    AppendWho(message, core);
    message.Text(TextOf(number, info->si_code));
    const bool has_address = (number == SIGSEGV || number == SIGBUS) && info->si_code > 0;
    if (has_address && info->si_code == SI_KERNEL) {
        message.Text(", through a pointer that is no address");  // the processor does not say which
    } else if (has_address) {
        message.Text(", ");
        AppendAddress(message, AccessVerb(context), reinterpret_cast<uint64_t>(info->si_addr), core);
    }
    End(*state, message);
}

// exit() in code of the user's would end everything as if it had passed.
void OnExit() {
    const Installed* state = installed.load();
    if (state == nullptr || getpid() != state->process || reporting.exchange(true)) return;
    Line message;
    AppendWho(message, Core::Current());
    message.Text("ended the process by calling exit; return from the function, or throw an exception");
    End(*state, message);
}

}  // namespace

FaultGuard::FaultGuard(FaultGuardOptions options) {
    auto* state = new Installed{std::move(options), getpid(), "", {}};
    if (!state->options.json_path.empty()) state->temporary_path = TemporaryName(state->options.json_path);
    installed = state;
    // Once for the process: handlers cannot be taken back.
    static const int registered = std::atexit(&OnExit) + std::at_quick_exit(&OnExit);
    (void)registered;
    struct sigaction action = {};
    action.sa_sigaction = &Handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < std::size(kSignals); i++) sigaction(kSignals[i].number, &action, &state->previous[i]);
}

FaultGuard::~FaultGuard() {
    const Installed* state = installed.exchange(nullptr);
    for (size_t i = 0; i < std::size(kSignals); i++) sigaction(kSignals[i].number, &state->previous[i], nullptr);
    delete state;
}

FaultContext::FaultContext(const char* text) : before_(fault_context) {
    if (text != nullptr) fault_context = text;
}
FaultContext::~FaultContext() {
    fault_context = before_;
}

SignalStack::SignalStack() : memory_(nullptr) {
    stack_t current = {};
    if (sigaltstack(nullptr, &current) != 0 || (current.ss_flags & SS_DISABLE) == 0) return;  // somebody else's
    void* memory =
        mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return;
    memory_ = memory;
    stack_t stack = {};
    stack.ss_sp = memory;
    stack.ss_size = kStackBytes;
    sigaltstack(&stack, nullptr);
}

SignalStack::~SignalStack() {
    if (memory_ == nullptr) return;
    stack_t stack = {};
    stack.ss_flags = SS_DISABLE;
    sigaltstack(&stack, nullptr);
    munmap(memory_, kStackBytes);
}

}  // namespace pto::embedded
