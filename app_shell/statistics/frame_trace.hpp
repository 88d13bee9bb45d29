// The events of a frame on the host and on the device, converted to one clock, and the division of the frame's time into
// phases.
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

/// A named interval of time.
struct timed_span {
    std::string name;
    moment began {};
    std::chrono::nanoseconds duration {};
    size_t bytes = 0;  ///< number of bytes that a transfer moved; 0 for other spans
    moment ended() const { return began + std::chrono::duration_cast<moment::duration>(duration); }
};

/// The phases that the time of a frame is divided into.
enum class phase {
    kernels,  ///< kernel launches, measured by the device
    copies,   ///< reads, writes, copies and fills, measured by the device
    sharing,  ///< making buffers and images of OpenGL available to the device and returning them, measured by the host
    draw,     ///< issuing the drawing of picture and panels to OpenGL, measured by the host
    present,  ///< waiting for OpenGL and the display, measured by the host
};
inline constexpr std::array phases {phase::kernels, phase::copies, phase::sharing, phase::draw, phase::present};
std::string_view to_string(phase value);

/// The timeline of one frame.
struct frame_trace {
    uint64_t number = 0;  ///< the frame number of the session's clock
    uint32_t inputs = 0;  ///< events of the keyboard and the mouse that were handled since the frame before
    timed_span whole;
    std::vector<timed_span> parts;  ///< consecutive parts of the host's work, within `whole`
    std::vector<timed_span> sharing;
    std::vector<timed_span> launches;
    std::vector<timed_span> transfers;
};

/// The milliseconds of a frame in each phase. Time in which phases overlap (the host draws while a kernel runs) counts
/// for the first of these phases in the order of the enumeration, so that all phases and the rest add up to the whole.
struct frame_profile {
    uint64_t number = 0;
    std::array<double, phases.size()> phase_milliseconds {};
    double whole = 0.0;

    double operator[](phase phase) const { return phase_milliseconds[static_cast<size_t>(phase)]; }
    double rest() const;  ///< time that belongs to no phase
};
frame_profile profile_of(const frame_trace& frame);

/// Names of the parts of the host's work. Drawing, panels and presenting count for phases; the other parts appear in
/// traces only.
namespace part {
inline constexpr std::string_view events = "events";
inline constexpr std::string_view step = "step";
inline constexpr std::string_view draw = "draw";
inline constexpr std::string_view panels = "panels";
inline constexpr std::string_view present = "present";
}  // namespace part

}  // namespace ingot::shell
