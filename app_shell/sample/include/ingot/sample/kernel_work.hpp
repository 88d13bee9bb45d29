// What a sample can tell of its kernels' work.
#pragma once

#include <optional>
#include <string_view>

namespace ingot {

/// What one launch of a kernel has to do, whatever the device: what the profiler holds its time against.
struct kernel_work {
    double operations = 0.0;  ///< of floating-point arithmetic in single precision; 0 where they are others
    double bytes = 0.0;       ///< that must come from global memory and go there at least, each once
};

/// A sample that is this too tells of its kernels' work: `class blur_sample final : public sample, public tells_work`.
class tells_work {
public:
    /// What a launch of the kernel of that name does with the parameters and the state as they are; nothing where it is not
    /// known.
    virtual std::optional<kernel_work> work_of(std::string_view launched) const = 0;

protected:
    ~tells_work() = default;
};

}  // namespace ingot
