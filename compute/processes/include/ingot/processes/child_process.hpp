// Runs another program in a child process.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace ingot::processes {

/// How a process ended: by itself with an exit status, or by a signal.
struct process_end {
    bool by_signal = false;
    int number = 0;  ///< the exit status, or the number of the signal
};

/// Returns the environment variables of this process, each as "NAME=VALUE".
std::vector<std::string> current_environment();

/// A child process. The destructor kills a process that has not ended yet and waits for its end.
class child_process {
public:
    /// Starts `command`, a program and its arguments. If the program's name has no folder, the program is searched for in the
    /// PATH of this process. The program's standard input is empty. Its standard output and standard error streams both go to
    /// the file descriptor `output`. Throws std::system_error if the program cannot be started.
    child_process(const std::vector<std::string>& command, int output,
                  std::vector<std::string> environment = current_environment());
    child_process(const child_process&) = delete;
    child_process& operator=(const child_process&) = delete;
    ~child_process();

    /// Returns how the process ended, or nothing while it is still running.
    std::optional<process_end> poll();
    /// Waits for the end of the process.
    process_end wait();
    /// Sends SIGKILL to the process. Call wait() afterwards.
    void kill();

private:
    std::optional<process_end> wait_with(int options);

    pid_t id_ = 0;
    std::optional<process_end> end_;
};

}  // namespace ingot::processes
