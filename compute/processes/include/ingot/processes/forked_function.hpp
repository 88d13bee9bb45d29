// Runs a function in a copy of this process.
#pragma once

#include <cstddef>
#include <functional>
#include <ingot/files/file_descriptor.hpp>
#include <ingot/processes/child_process.hpp>
#include <string>
#include <vector>

namespace ingot::processes {

/// The results of a function that ran in a child process.
struct function_end {
    process_end end;               ///< exit status 0 if the function returned
    std::vector<std::byte> bytes;  ///< the bytes that the function returned; empty if it did not return
    std::string errors;            ///< what the child process wrote to its standard error stream
};

/// A function that runs in a copy of this process (fork). The copy has only one thread, the one that called the constructor.
/// If the copy changes variables, this has no effect in this process. The destructor kills a copy that has not ended yet, and
/// waits until the copy has ended. On Linux the copy is also killed when the thread that called the constructor ends, for example
/// because this process is killed.
class forked_function {
public:
    /// Starts `work` in the copy. If `work` returns, the copy ends with status 0 and without running destructors of
    /// this process's objects. `work` must not throw; it may end the copy with _exit(). Throws std::system_error if the
    /// copy cannot be created.
    explicit forked_function(const std::function<std::vector<std::byte>()>& work);
    forked_function(const forked_function&) = delete;
    forked_function& operator=(const forked_function&) = delete;
    ~forked_function();

    /// Waits for the end of the function. Call it once.
    function_end wait();

private:
    pid_t id_ = 0;
    files::file_descriptor answer_;  // the end of the pipe from which the returned bytes are read
    files::file_descriptor errors_;  // the copy's standard error stream
};

}  // namespace ingot::processes
