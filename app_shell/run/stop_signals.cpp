#include "run/stop_signals.hpp"

#include <atomic>
#include <chrono>
#include <cstdlib>

namespace ingot::shell {

namespace {

std::atomic<bool> asked = false;

bool is_ignored(int which) {
    struct sigaction action {};
    ::sigaction(which, nullptr, &action);
    return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_IGN;
}

[[noreturn]] void end_by(int which) {
    ::signal(which, SIG_DFL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, which);
    ::pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    ::raise(which);
    std::_Exit(128 + which);
}

// Who asks again after some seconds means it. Not sooner, as some send a signal twice: timeout(1) to the program, then to its
// group.
void wait_for_signals(const std::stop_token& stop, const sigset_t& signals) {
    using clock = std::chrono::steady_clock;
    constexpr std::chrono::seconds time_to_stop {2};
    constexpr timespec patience {.tv_sec = 0, .tv_nsec = 50'000'000};
    clock::time_point first;
    while (!stop.stop_requested()) {
        const int which = ::sigtimedwait(&signals, nullptr, &patience);
        if (which < 0) continue;
        if (!asked.exchange(true))
            first = clock::now();
        else if (clock::now() - first >= time_to_stop)
            end_by(which);
    }
}

}  // namespace

stop_signals::stop_signals() {
    asked = false;
    sigemptyset(&waited_for);
    // Who started the program with one ignored (nohup) wants it so.
    for (const int each : {SIGINT, SIGTERM, SIGHUP})
        if (!is_ignored(each)) sigaddset(&waited_for, each);
    ::pthread_sigmask(SIG_BLOCK, &waited_for, &before);
    waiting = std::jthread([this](const std::stop_token& stop) { wait_for_signals(stop, waited_for); });
}

stop_signals::~stop_signals() {
    waiting = {};  // before the signals are let through again
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

bool stop_asked() { return asked; }

}  // namespace ingot::shell
