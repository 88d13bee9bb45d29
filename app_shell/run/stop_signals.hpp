// Ctrl-C and `kill`: the program ends by itself, and leaves nothing half done.
#pragma once

#include <signal.h>

#include <thread>

namespace ingot::shell {

/// While it lives, SIGINT, SIGTERM and SIGHUP only ask the program to stop; one that comes some seconds later ends it at once. To
/// be made before any other thread is, also by a driver: the signals are blocked in all threads, so that no handler of a driver
/// (those with LLVM in them have some, which end the program) gets them, and a thread of its own waits for them.
class stop_signals {
public:
    stop_signals();
    stop_signals(const stop_signals&) = delete;
    stop_signals& operator=(const stop_signals&) = delete;
    ~stop_signals();

private:
    sigset_t waited_for {};
    sigset_t before {};
    std::jthread waiting;
};

/// Has such a signal come?
bool stop_asked();

}  // namespace ingot::shell
