// Another program, as a process of its own.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace ingot::processes {

/// How a process ended: by itself with an exit status, or by a signal.
struct process_end {
    bool by_signal = false;
    int number = 0;  ///< the exit status, or the signal
};

/// The variables of this process: "NAME=VALUE".
std::vector<std::string> own_environment();

/// A process that was started. One that is not waited for is ended with its object.
class child_process {
public:
    /// Starts `command`: a program, looked for in PATH where it names no folder, and its arguments. It reads nothing. Its
    /// standard output and error streams both go to `output`, an open file. Throws std::system_error where it cannot be started.
    child_process(const std::vector<std::string>& command, int output, std::vector<std::string> environment = own_environment());
    child_process(const child_process&) = delete;
    child_process& operator=(const child_process&) = delete;
    ~child_process();

    /// Nothing as long as it runs.
    std::optional<process_end> poll();
    process_end wait();
    /// Ends it by SIGKILL; it is still to be waited for.
    void kill();

private:
    std::optional<process_end> wait_with(int options);

    pid_t id = 0;
    std::optional<process_end> ended;
};

}  // namespace ingot::processes
