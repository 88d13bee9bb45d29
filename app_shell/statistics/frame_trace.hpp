// What happened in a frame, on the host and on the device, on one clock.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <ingot/runtime/timeline.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::shell {

using moment = std::chrono::steady_clock::time_point;

/// What began then and took so long.
struct timed_span {
    std::string name;
    moment began {};
    std::chrono::nanoseconds duration {};
    size_t bytes = 0;  ///< of a transfer
    moment ended() const { return began + std::chrono::duration_cast<moment::duration>(duration); }
};

/// What a frame's time goes into.
enum class phase {
    kernels,  ///< launches, by the device's clock
    copies,   ///< reads, writes, copies and fills, by the device's clock
    sharing,  ///< handing buffers to OpenGL and back, by the host's clock
    draw,     ///< handing the drawing to OpenGL, the panels too, by the host's clock
    present,  ///< waiting for OpenGL and the display
};
inline constexpr std::array phases {phase::kernels, phase::copies, phase::sharing, phase::draw, phase::present};
std::string_view to_string(phase which);

struct frame_trace {
    uint64_t number = 0;  ///< the clock's frame
    timed_span whole;
    std::vector<timed_span> parts;  ///< of the host, one after the other, inside of the whole
    std::vector<timed_span> sharing;
    std::vector<timed_span> launches;
    std::vector<timed_span> transfers;
};

/// Milliseconds of a frame, apart: what overlaps (the host that draws while a kernel runs) counts for the first of the phases
/// that it belongs to, so that all of them and what is left make up the whole.
struct frame_profile {
    uint64_t number = 0;
    std::array<double, phases.size()> of {};
    double whole = 0.0;

    double operator[](phase which) const { return of[static_cast<size_t>(which)]; }
    double rest() const;  ///< of the whole, what belongs to none
};
frame_profile profile_of(const frame_trace& frame);

/// Names of a frame's parts. Those of drawing and presenting are phases; the others are in a trace only.
namespace part {
inline constexpr std::string_view events = "events";
inline constexpr std::string_view step = "step";
inline constexpr std::string_view draw = "draw";
inline constexpr std::string_view panels = "panels";
inline constexpr std::string_view present = "present";
}  // namespace part

}  // namespace ingot::shell
