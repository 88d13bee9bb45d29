// Ctrl-C and `kill`: the program ends by itself, and leaves nothing half done.
#pragma once

#include <signal.h>

#include <array>

namespace ingot::shell {

/// While it lives, SIGINT, SIGTERM and SIGHUP only ask the program to stop; a second one of the same kind ends it at once. To be
/// made before any driver is opened: drivers with LLVM in them take over what they find, and pass signals on to it.
class stop_signals {
public:
    stop_signals();
    stop_signals(const stop_signals&) = delete;
    stop_signals& operator=(const stop_signals&) = delete;
    ~stop_signals();

private:
    static constexpr std::array signals {SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, signals.size()> before {};
};

/// Has such a signal come?
bool stop_asked();

}  // namespace ingot::shell
