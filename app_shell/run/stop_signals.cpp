#include "run/stop_signals.hpp"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <ingot/files/replace_file.hpp>
#include <ingot/processes/child_process.hpp>
#include <optional>

namespace ingot::shell {

namespace {

std::atomic<bool> stop_requested = false;

bool is_ignored(int signal) {
    struct sigaction action {};
    ::sigaction(signal, nullptr, &action);
    return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_IGN;
}

// Ends the process by the default action of the signal. No destructor runs, so its temporary files are removed here, and its
// child processes ended.
[[noreturn]] void end_by_signal(int signal) {
    files::remove_temporary_files();
    processes::kill_children();
    ::signal(signal, SIG_DFL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, signal);
    ::pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    ::raise(signal);
    std::_Exit(128 + signal);
}

// Takes a pending signal of the set. Returns 0 if none is pending. macOS has no sigtimedwait(), which would wait for one.
int taken_signal(const sigset_t& signals) {
    sigset_t pending;
    ::sigpending(&pending);
    for (const int each : {SIGINT, SIGTERM, SIGHUP}) {
        if (sigismember(&signals, each) != 1 || sigismember(&pending, each) != 1) continue;
        int taken = 0;
        return ::sigwait(&signals, &taken) == 0 ? taken : 0;
    }
    return 0;
}

// The first signal requests a stop. The process may be blocked: in the compiler of a driver, or because it writes to a program
// that does not read. After SIGTERM or SIGHUP it therefore ends at the latest after `time_to_end`. After SIGINT it ends at a
// further signal at least `time_to_stop` after the first. Signals before that are ignored, because some programs send a signal
// twice: timeout(1) signals first the program and then its process group.
void wait_for_signals(const std::stop_token& stop, const sigset_t& signals) {
    using clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds time_to_end {850};
    constexpr std::chrono::seconds time_to_stop {2};
    constexpr std::chrono::milliseconds interval {20};
    clock::time_point first;
    std::optional<int> ending_signal;
    clock::time_point end;
    while (!stop.stop_requested()) {
        if (ending_signal && clock::now() >= end) end_by_signal(*ending_signal);
        const int signal = taken_signal(signals);
        if (signal == 0) {
            std::this_thread::sleep_for(interval);
            continue;
        }
        if (signal != SIGINT && !ending_signal) {
            ending_signal = signal;
            end = clock::now() + time_to_end;
        }
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
