// Turns Ctrl-C and `kill` into a request to stop, so that a run ends cleanly and leaves no half-written file.
#pragma once

#include <signal.h>

#include <thread>

namespace ingot::shell {

/// While an object of this class exists, SIGINT, SIGTERM and SIGHUP make is_stop_requested() true. If the process does not end
/// within a second after SIGTERM or SIGHUP, it is ended, because it is blocked. After SIGINT, a further signal at least two
/// seconds later ends it at once. Then temporary files are removed and child processes ended first. Signals that were ignored
/// before (nohup) stay ignored.
///
/// Create the object before any other thread, including threads of drivers. It blocks the signals in the current thread
/// and in all threads that are started afterwards, and waits for the signals in a thread of its own. Drivers that contain
/// LLVM install signal handlers that end the program; because the signals are blocked, these handlers never run.
class stop_signals {
public:
    stop_signals();
    stop_signals(const stop_signals&) = delete;
    stop_signals& operator=(const stop_signals&) = delete;
    ~stop_signals();

private:
    sigset_t signals_ {};
    sigset_t previous_mask_ {};
    std::jthread thread_;
};

/// Returns true after the first SIGINT, SIGTERM or SIGHUP that a stop_signals object received.
bool is_stop_requested();

}  // namespace ingot::shell
