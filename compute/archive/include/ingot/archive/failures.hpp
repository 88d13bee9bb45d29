// How a kernel reports that a work-item failed: that it reached a false assertion, or a place at which the standard library
// throws an exception on the host.
//
// A kernel that can fail has one parameter more than its author wrote, behind all others: a buffer that holds one
// failure_record. The first work-item that fails fills the record in. Further work-items of such kernels end at once while
// the record is set. The runtime passes the buffer, and reads it when the host waits for the queue.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <ingot/archive/archive.hpp>
#include <span>
#include <string_view>

namespace ingot::archive {

/// What the first work-item that failed has stored. A kernel accesses it as an array of 32-bit numbers.
struct failure_record {
    uint32_t is_set = 0;                   ///< 1 if a work-item failed
    std::array<uint32_t, 3> global_id {};  ///< of the work-item
    /// The kernel's name, a newline, and the place and the reason: "scale\nscale.kernels.cpp:7: assertion 'x > 0' failed".
    /// Ends with a 0.
    std::array<char, 1008> text {};
};

/// The name of the parameter for the record. It is no identifier, so that no parameter of an author has it.
inline constexpr std::string_view failures_parameter_name = "(failures)";

/// Can a work-item of the kernel fail?
inline bool can_fail(const kernel_reflection& kernel) {
    return !kernel.parameters.empty() && kernel.parameters.back().name == failures_parameter_name;
}

/// Returns the parameters that the kernel's author wrote.
inline std::span<const parameter> own_parameters(const kernel_reflection& kernel) {
    return std::span(kernel.parameters).first(kernel.parameters.size() - (can_fail(kernel) ? 1 : 0));
}

/// Returns the parameter for the record.
inline parameter failures_parameter() {
    parameter made;
    made.name = failures_parameter_name;
    made.kind = parameter_kind::buffer;
    made.access_mode = access::read_write;
    made.type = "uint32_t";
    made.size = sizeof(uint32_t);
    made.alignment = alignof(uint32_t);
    return made;
}

}  // namespace ingot::archive
