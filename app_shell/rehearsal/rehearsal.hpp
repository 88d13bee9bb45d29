// What would make a person wait is done beside the frames first: drivers compile kernels when they are built, and again when they
// are launched for the first time.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <future>
#include <string>

#include "process/child.hpp"
#include "rehearsal/rehearsed_part.hpp"

namespace ingot::shell {

/// Runs samples for a frame or two in a process of their own. What was compiled is in the drivers' caches on disk then, and the
/// same again is quick. A process, and not a thread: drivers do not compile and launch at once, some of them crash when they try,
/// and a crash in a rehearsal ends nothing.
class rehearsal {
public:
    using clock = std::chrono::steady_clock;

    /// `program` is `ingot`, or understands `run` as it does.
    explicit rehearsal(std::filesystem::path program) : runs(std::move(program)) {}
    rehearsal(const rehearsal&) = delete;
    rehearsal& operator=(const rehearsal&) = delete;
    /// Ends what is under way.
    ~rehearsal();

    /// When nothing is under way.
    void start(const rehearsed_part& of);
    bool under_way() const { return outcome.valid(); }
    clock::time_point started() const { return began; }
    /// Is there something to take?
    bool ended() const;
    /// How it ended. Throws std::runtime_error where the program cannot be started.
    process::child_result take() { return outcome.get(); }

private:
    std::filesystem::path runs;
    std::atomic<bool> stopped = false;
    std::future<process::child_result> outcome;
    clock::time_point began;
};

}  // namespace ingot::shell
