#include "base/put_off_signals.h"

#include <atomic>

namespace pto {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

// A bit for each signal that would have an effect.
std::atomic<unsigned> put_off = 0;

// One that is blocked becomes pending even if it is ignored.
bool HasEffect(int signal, const sigset_t& blocked) {
    struct sigaction action {};
    return sigismember(&blocked, signal) == 0 && sigaction(signal, nullptr, &action) == 0 &&
           action.sa_handler != SIG_IGN;
}

}  // namespace

PutOffSignals::PutOffSignals() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : kSignals) sigaddset(&signals, signal);
    pthread_sigmask(SIG_BLOCK, &signals, &before_);
    for (const int signal : kSignals) {
        if (HasEffect(signal, before_)) put_off |= 1U << signal;
    }
}

PutOffSignals::~PutOffSignals() {
    put_off = 0;
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool PutOffSignals::Came() {
    sigset_t pending;
    if (put_off == 0 || sigpending(&pending) != 0) return false;
    for (const int signal : kSignals) {
        if ((put_off >> signal & 1U) != 0 && sigismember(&pending, signal) == 1) return true;
    }
    return false;
}

}  // namespace pto
