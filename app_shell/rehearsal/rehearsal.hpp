// What would make a person wait is done beside the frames first: drivers compile kernels when they are built, and again when they
// are launched for the first time.
#pragma once

#include <chrono>
#include <future>
#include <ingot/sample/sample.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "session/session.hpp"
#include "window/graphics_context.hpp"
#include "window/window.hpp"

namespace ingot::shell {

/// A sample that is to be opened.
struct rehearsed_part {
    sample_description sample;
    std::vector<device> candidates;  ///< as for open_session()
    parameter_settings parameters;
    uint64_t seed = 1;

    /// What makes two of them the same, as text. The seed changes no kernel.
    std::string key() const;
};

/// Opens samples in a thread and an OpenGL context of its own, makes one frame, and drops them: what was compiled is in the
/// drivers' caches then, and the same again is quick.
class rehearsal {
public:
    using clock = std::chrono::steady_clock;

    rehearsal();
    rehearsal(const rehearsal&) = delete;
    rehearsal& operator=(const rehearsal&) = delete;
    /// Waits for what is under way.
    ~rehearsal();

    /// When nothing is under way. The window's context is current. Throws window_error.
    void start(const rehearsed_part& of);
    bool under_way() const { return outcome.valid(); }
    clock::time_point started() const { return began; }
    /// Is there something to take?
    bool ended() const;
    /// Ends it. Throws what the sample threw.
    void take();

private:
    std::unique_ptr<separate_context> graphics;  ///< made when it is needed first
    std::future<void> outcome;
    clock::time_point began;
};

}  // namespace ingot::shell
