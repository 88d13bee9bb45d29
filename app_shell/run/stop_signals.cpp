#include "run/stop_signals.hpp"

namespace ingot::shell {

namespace {

// All that a handler may write.
volatile sig_atomic_t asked = 0;

void on_signal(int) { asked = 1; }

}  // namespace

stop_signals::stop_signals() {
    asked = 0;
    for (size_t i = 0; i < signals.size(); ++i) {
        ::sigaction(signals[i], nullptr, &before[i]);
        // Who started the program with one ignored (nohup) wants it so.
        if ((before[i].sa_flags & SA_SIGINFO) == 0 && before[i].sa_handler == SIG_IGN) continue;
        struct sigaction action {};
        action.sa_handler = on_signal;
        action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
        ::sigaction(signals[i], &action, nullptr);
    }
}

stop_signals::~stop_signals() {
    for (size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before[i], nullptr);
}

bool stop_asked() { return asked != 0; }

}  // namespace ingot::shell
