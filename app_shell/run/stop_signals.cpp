#include "run/stop_signals.hpp"

#include <atomic>
#include <chrono>
#include <cstdlib>

namespace ingot::shell {

namespace {

std::atomic<bool> stop_requested = false;

bool is_ignored(int signal) {
    struct sigaction action {};
    ::sigaction(signal, nullptr, &action);
    return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_IGN;
}

// Ends the process by the default action of the signal.
[[noreturn]] void end_by_signal(int signal) {
    ::signal(signal, SIG_DFL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, signal);
    ::pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    ::raise(signal);
    std::_Exit(128 + signal);
}

// The first signal requests a stop. A further signal at least two seconds after the first ends the process at once.
// Signals before that are ignored, because some programs send a signal twice: timeout(1) signals first the program and
// then its process group.
void wait_for_signals(const std::stop_token& stop, const sigset_t& signals) {
    using clock = std::chrono::steady_clock;
    constexpr std::chrono::seconds time_to_stop {2};
    constexpr timespec interval {.tv_sec = 0, .tv_nsec = 50'000'000};
    clock::time_point first;
    while (!stop.stop_requested()) {
        const int signal = ::sigtimedwait(&signals, nullptr, &interval);
        if (signal < 0) continue;
        if (!stop_requested.exchange(true))
            first = clock::now();
        else if (clock::now() - first >= time_to_stop)
            end_by_signal(signal);
    }
}

}  // namespace

stop_signals::stop_signals() {
    stop_requested = false;
    sigemptyset(&signals_);
    // A signal that was ignored when the program started stays ignored (nohup).
    for (const int each : {SIGINT, SIGTERM, SIGHUP})
        if (!is_ignored(each)) sigaddset(&signals_, each);
    ::pthread_sigmask(SIG_BLOCK, &signals_, &previous_mask_);
    thread_ = std::jthread([this](const std::stop_token& stop) { wait_for_signals(stop, signals_); });
}

stop_signals::~stop_signals() {
    thread_ = {};  // the thread must end before the signals are unblocked
    ::pthread_sigmask(SIG_SETMASK, &previous_mask_, nullptr);
}

bool is_stop_requested() { return stop_requested; }

}  // namespace ingot::shell
