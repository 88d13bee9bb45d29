// Compiles kernels beside the frames, before the window needs them.
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

/// Drivers compile kernels when a program is built and often again at its first launch, which can take seconds. So that the
/// frames go on meanwhile, a precompiler runs the sample for two small frames in a process of its own. Afterwards the compiled
/// kernels are in the drivers' caches on disk, and loading the sample in the window takes milliseconds. It is a process and not a
/// thread because drivers may crash when one thread compiles while another launches, and because a crash of that process ends
/// nothing else.
///
///     if (!kernels.has(request)) kernels.start(request);
///     …
///     if (const auto ended = kernels.take()) …  // in each frame
class precompiler {
public:
    using clock = std::chrono::steady_clock;

    /// How a compilation ended.
    struct result {
        compilation_request of;
        std::string problem;  ///< empty, or why the sample must not be loaded like this: the process crashed or never ended
    };

    /// `program` is `ingot`, or a program that understands `run` as `ingot` does.
    explicit precompiler(std::filesystem::path program);
    precompiler(const precompiler&) = delete;
    precompiler& operator=(const precompiler&) = delete;
    /// Ends the process that is running.
    ~precompiler();

    /// Returns true where there is nothing to compile: the kernels were compiled before, in this run or in an earlier run of the
    /// same build with the same driver, or the device has its kernels inside the program (the CPU debug device).
    bool has(const compilation_request& kernels) const;

    /// Starts to compile. Only while no process is running.
    void start(const compilation_request& kernels);
    bool is_running() const { return ending.valid(); }
    clock::time_point started() const { return start_time; }

    /// The result, once after the process has ended; from then on has() is true where there was no problem.
    std::optional<result> take();

private:
    std::string key_of(const compilation_request& kernels) const;
    void remember(const compilation_request& kernels);

    std::filesystem::path runs;
    std::string build;  ///< identifies this build of the program
    std::filesystem::path
        folder;  ///< with an empty file for each compilation of this and earlier runs; empty where there is no cache
    std::set<std::string> compiled_in_this_run;
    compilation_request current;  ///< while a process is running
    clock::time_point start_time;
    std::atomic<bool> stopped = false;
    std::future<process::child_result> ending;
};

}  // namespace ingot::shell
