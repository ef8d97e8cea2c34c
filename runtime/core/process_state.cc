#include "runtime/core/process_state.h"

#include <fcntl.h>
#include <unistd.h>

#include <clocale>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "base/text.h"

namespace pto::run {
namespace {

std::map<std::string, std::string> Environment() {
    std::map<std::string, std::string> variables;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        const size_t equals = text.find('=');
        if (equals != std::string_view::npos) variables.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return variables;
}

mode_t Umask() {
    const mode_t mask = umask(0);
    umask(mask);
    return mask;
}

bool IsSameFile(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_rdev == b.st_rdev;
}

// Whoever closes all descriptors closes ours too, and the number is soon somebody else's.
bool IsOpenOn(int descriptor, const struct stat& file) {
    struct stat info {};
    return descriptor >= 0 && fstat(descriptor, &info) == 0 && IsSameFile(info, file);
}

bool AreEqual(const sigset_t& a, const sigset_t& b) {
    for (int number = 1; number < NSIG; ++number) {
        if (sigismember(&a, number) != sigismember(&b, number)) return false;
    }
    return true;
}

std::string NameOfStream(int stream) {
    constexpr const char* kNames[] = {"standard input", "standard output", "standard error"};
    return kNames[stream];
}

bool Counts(const itimerval& timer) {
    return timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0;
}

}  // namespace

ProcessState::ProcessState()
    : floats_(FloatControl::OfThisThread()),
      directory_(open(".", O_PATH | O_DIRECTORY | O_CLOEXEC)),
      umask_(Umask()),
      thread_locale_(uselocale(nullptr)),
      environment_(Environment()) {
    stat(".", &directory_info_);
    for (int stream = 0; stream < kStreams; ++stream) {
        streams_[stream] = fcntl(stream, F_DUPFD_CLOEXEC, kStreams);
        fstat(stream, &stream_infos_[stream]);
    }
    for (int number = 1; number < NSIG; ++number) sigaction(number, nullptr, &actions_[number]);
    pthread_sigmask(SIG_SETMASK, nullptr, &mask_);
    if (const char* name = std::setlocale(LC_ALL, nullptr)) c_locale_ = name;
    for (size_t i = 0; i < kTimers.size(); ++i) getitimer(kTimers[i], &timers_[i]);
    for (int resource = 0; resource < RLIM_NLIMITS; ++resource) {
        getrlimit(static_cast<__rlimit_resource_t>(resource), &limits_[resource]);
    }
    sched_getaffinity(0, sizeof processors_, &processors_);
    priority_ = getpriority(PRIO_PROCESS, 0);
}

ProcessState::~ProcessState() {
    if (IsOpenOn(directory_, directory_info_)) close(directory_);
    for (int stream = 0; stream < kStreams; ++stream) {
        if (IsOpenOn(streams_[stream], stream_infos_[stream])) close(streams_[stream]);
    }
}

std::vector<std::string> ProcessState::PutBack() const {
    std::vector<std::string> changed;
    if (FloatControl::OfThisThread() != floats_) {
        changed.emplace_back("how floating-point numbers are computed (rounding, traps or denormal numbers)");
        floats_.Set();
    }
    PutBackFiles(changed);
    PutBackSignals(changed);
    PutBackEnvironment(changed);
    PutBackLocale(changed);
    PutBackLimits(changed);
    return changed;
}

void ProcessState::PutBackFiles(std::vector<std::string>& changed) const {
    struct stat info {};
    if (stat(".", &info) != 0 || !IsSameFile(info, directory_info_)) {
        changed.emplace_back("the working directory");
        const bool back = IsOpenOn(directory_, directory_info_) && fchdir(directory_) == 0;
        if (!back) changed.back() += " (which cannot be put back)";
    }
    if (Umask() != umask_) {
        changed.emplace_back("the umask");
        umask(umask_);
    }
    for (int stream = 0; stream < kStreams; ++stream) {
        if (IsOpenOn(stream, stream_infos_[stream]) || !IsOpenOn(streams_[stream], stream_infos_[stream])) continue;
        changed.push_back(NameOfStream(stream));
        dup2(streams_[stream], stream);
    }
}

void ProcessState::PutBackSignals(std::vector<std::string>& changed) const {
    for (int number = 1; number < NSIG; ++number) {
        struct sigaction now {};
        const struct sigaction& before = actions_[number];
        if (sigaction(number, nullptr, &now) != 0) continue;
        if (now.sa_handler == before.sa_handler && now.sa_flags == before.sa_flags) continue;
        const char* name = sigabbrev_np(number);
        changed.push_back("the handler of " + (name ? std::string("SIG") + name : "signal " + std::to_string(number)));
        sigaction(number, &before, nullptr);
    }
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    if (!AreEqual(mask, mask_)) {
        changed.emplace_back("which signals are blocked");
        pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
    }
    for (size_t i = 0; i < kTimers.size(); ++i) {
        itimerval now{};
        getitimer(kTimers[i], &now);
        if (Counts(now) == Counts(timers_[i])) continue;
        changed.emplace_back("a timer");
        setitimer(kTimers[i], &timers_[i], nullptr);
    }
}

void ProcessState::PutBackEnvironment(std::vector<std::string>& changed) const {
    const std::map<std::string, std::string> now = Environment();
    if (now == environment_) return;
    for (const auto& [name, value] : now) {
        if (environment_.contains(name)) continue;
        changed.push_back("the environment variable '" + name + "'");
        unsetenv(name.c_str());
    }
    for (const auto& [name, value] : environment_) {
        const auto found = now.find(name);
        if (found != now.end() && found->second == value) continue;
        changed.push_back("the environment variable '" + name + "'");
        setenv(name.c_str(), value.c_str(), 1);
    }
    tzset();
}

void ProcessState::PutBackLocale(std::vector<std::string>& changed) const {
    const char* name = std::setlocale(LC_ALL, nullptr);
    const bool other = name == nullptr || c_locale_ != name;
    if (!other && uselocale(nullptr) == thread_locale_ && std::locale() == locale_) return;
    changed.emplace_back("the locale");
    std::locale::global(locale_);
    std::setlocale(LC_ALL, c_locale_.c_str());
    uselocale(thread_locale_);
}

void ProcessState::PutBackLimits(std::vector<std::string>& changed) const {
    bool limits = false;
    for (int resource = 0; resource < RLIM_NLIMITS; ++resource) {
        const auto which = static_cast<__rlimit_resource_t>(resource);
        rlimit now{};
        if (getrlimit(which, &now) != 0 || now.rlim_cur == limits_[resource].rlim_cur) continue;
        limits = true;
        // Without the right to raise what was lowered for good, as far as it goes.
        const rlimit soft = {limits_[resource].rlim_cur, now.rlim_max};
        if (setrlimit(which, &limits_[resource]) != 0) setrlimit(which, &soft);
    }
    if (limits) changed.emplace_back("a resource limit");
    cpu_set_t processors;
    if (sched_getaffinity(0, sizeof processors, &processors) == 0 && CPU_EQUAL(&processors, &processors_) == 0) {
        changed.emplace_back("the processors that it may use");
        sched_setaffinity(0, sizeof processors_, &processors_);
    }
    if (getpriority(PRIO_PROCESS, 0) != priority_) {
        changed.emplace_back("the priority");
        setpriority(PRIO_PROCESS, 0, priority_);
    }
}

std::string PutBackNote(const std::string& who, const std::vector<std::string>& changed) {
    if (changed.empty()) return {};
    return who + " changed " + Join(changed, ", ") + "; that was put back, so that nothing else finds it so";
}

}  // namespace pto::run
