// Compiles kernels in a child process while the window continues to show frames.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <future>
#include <optional>
#include <set>
#include <string>

#include "precompilation/compilation_request.hpp"
#include "process/child.hpp"

namespace ingot::shell {

/// Drivers compile kernels when the runtime loads them on a device, and often again when a kernel is first launched.
/// This can take seconds. A precompiler runs the sample for two small frames in a child process, so that the window
/// continues to show frames. Afterwards the compiled kernels are in the drivers' caches on disk, and loading the sample
/// in the window takes milliseconds. A process is used instead of a thread because drivers may crash when one thread
/// compiles while another launches, and because a crash of a child process does not affect the window.
///
///     if (!kernels.is_compiled(request)) kernels.start(request);
///     …
///     if (const auto ended = kernels.take_result()) …  // in each frame
class precompiler {
public:
    using clock = std::chrono::steady_clock;

    /// How a compilation ended.
    struct result {
        compilation_request request;
        /// Why the sample must not be loaded: the process crashed, did not end or could not be started. Empty if the
        /// process ended by itself.
        std::string problem;
    };

    /// `program` is `ingot`, or another program that understands `run` as `ingot` does.
    explicit precompiler(std::filesystem::path program);
    precompiler(const precompiler&) = delete;
    precompiler& operator=(const precompiler&) = delete;
    /// Ends the running process, if any.
    ~precompiler();

    /// Returns true if nothing has to be compiled: the kernels were compiled before, in this run or in an earlier run
    /// of the same build with the same driver, or they are linked into the program (CPU debug device).
    bool is_compiled(const compilation_request& kernels) const;

    /// Starts to compile. Call this only while no process is running.
    void start(const compilation_request& kernels);
    bool is_running() const { return child_.valid(); }
    clock::time_point start_time() const { return start_time_; }

    /// Returns the result once after the process has ended, otherwise nothing. If there was no problem, is_compiled()
    /// is true from then on.
    std::optional<result> take_result();

private:
    std::string key_of(const compilation_request& kernels) const;
    void remember(const compilation_request& kernels);

    std::filesystem::path program_;
    std::string build_;  ///< identifies this build of the program
    /// Holds an empty file for each compilation of this and earlier runs. The path is empty if there is no cache.
    std::filesystem::path folder_;
    std::set<std::string> compiled_in_this_run_;
    compilation_request current_;  ///< the request of the last process that was started
    clock::time_point start_time_;
    std::atomic<bool> is_stopped_ = false;
    std::future<process::child_result> child_;
};

}  // namespace ingot::shell
