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

/// File descriptors for the output of a process. One number is for both streams.
struct output_descriptors {
    output_descriptors(int both) : output(both), errors(both) {}
    output_descriptors(int standard_output, int standard_error) : output(standard_output), errors(standard_error) {}
    int output;
    int errors;
};

/// A child process. The destructor kills a process that has not ended yet and waits for its end.
class child_process {
public:
    /// Starts `command`, a program and its arguments. If the program's name has no folder, the program is searched for in the
    /// PATH of this process. The program's standard input is empty. Its standard output and standard error streams go to the
    /// file descriptors `output`. Throws std::system_error if the program cannot be started.
    child_process(const std::vector<std::string>& command, const output_descriptors& output,
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

/// Sends SIGKILL to all child processes of this class. For a process that is about to end without calling their destructors.
void kill_children() noexcept;

}  // namespace ingot::processes
