// How a kernel reports that a work-item failed. A work-item fails if it reaches a false assertion, or a place at which the
// standard library throws an exception on the host.
//
// ingotc adds a last parameter to each kernel that can fail: a buffer that contains one failure_record. The first work-item
// that fails fills in the record and sets `is_set`. As long as it is set, further work-items of kernels that can fail end at
// once. The runtime passes the buffer at each launch. When the host waits for the queue, the runtime reads the record and sets
// `is_set` to 0 again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <ingot/archive/archive.hpp>
#include <span>
#include <string_view>

namespace ingot::archive {

/// The report of the first work-item that failed. Kernels access it as an array of 32-bit numbers.
struct failure_record {
    uint32_t is_set = 0;                   ///< 1 if a work-item failed
    std::array<uint32_t, 3> global_id {};  ///< the global_id of the work-item that failed
    /// The kernel's name, a newline, and the place and the reason: "scale\nscale.kernels.cpp:7: assertion 'x > 0' failed".
    /// Ends with a 0.
    std::array<char, 1008> text {};
};

/// The name of the added parameter. It is not an identifier of C++, so no parameter in a kernel file can have this name.
inline constexpr std::string_view failures_parameter_name = "(failures)";

/// Returns whether a work-item of the kernel can fail.
inline bool can_fail(const kernel_reflection& kernel) {
    return !kernel.parameters.empty() && kernel.parameters.back().name == failures_parameter_name;
}

/// Returns the parameters that the kernel's author wrote: all parameters except the added one.
inline std::span<const parameter> own_parameters(const kernel_reflection& kernel) {
    return std::span(kernel.parameters).first(kernel.parameters.size() - (can_fail(kernel) ? 1 : 0));
}

/// Returns the description of the added parameter.
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
