// The work of a kernel, from which the profiler computes the share of the device's peak performance.
#pragma once

#include <optional>
#include <string_view>

namespace ingot {

/// The work of one launch of a kernel. It does not depend on the device.
struct kernel_work {
    double operations = 0.0;  ///< number of single-precision floating-point operations; 0 if the kernel computes in other types
    double bytes = 0.0;       ///< bytes that must at least be read from and written to global memory, each counted once
};

/// A second base class of a sample that knows the work of its kernels. The profiler then shows the share of the
/// device's peak performance for each kernel:
///
///     class blur_sample final : public sample, public kernel_work_estimator { … };
class kernel_work_estimator {
public:
    /// Returns the work of one launch of the kernel of this name with the current parameters and state, or nothing if
    /// it is unknown.
    virtual std::optional<kernel_work> estimate_work(std::string_view launched) const = 0;

protected:
    ~kernel_work_estimator() = default;
};

}  // namespace ingot
