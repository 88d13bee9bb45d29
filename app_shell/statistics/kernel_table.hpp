// What each kernel took, and how near that is to what the device could do at most.
#pragma once

#include <deque>
#include <functional>
#include <ingot/runtime/device.hpp>
#include <ingot/sample/kernel_work.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "statistics/frame_trace.hpp"

namespace ingot::shell {

/// What a device does at most in a second; 0 where that is not known.
struct device_peak {
    double operations = 0.0;  ///< floating-point, single precision: peak_operations() of its properties
    double bytes = 0.0;       ///< read and written: what copying one large buffer into another reaches, measured
};

/// Copies on the device for some milliseconds.
device_peak measure_peak(const device& of);

/// The least milliseconds that a launch with such work can take (Williams, Waterman and Patterson, "Roofline", CACM 52(4), 2009);
/// 0 where neither its work nor the peak for it is known.
double roofline_milliseconds(const kernel_work& of, const device_peak& on);

struct kernel_row {
    std::string name;
    size_t launches = 0;
    double median = 0.0;             ///< milliseconds of a launch
    double share = 0.0;              ///< of all frames' time, 0 to 1; more where launches overlap the next frame
    std::optional<double> roofline;  ///< the least time that is possible, by the time that it took
};

using work_asked = std::function<std::optional<kernel_work>(std::string_view name)>;

/// Of the newest `frames` traces; the kernel with the largest share first.
std::vector<kernel_row> kernel_table(const std::deque<frame_trace>& traces, size_t frames, const work_asked& work,
                                     const device_peak& on);

}  // namespace ingot::shell
