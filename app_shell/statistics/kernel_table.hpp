// A table of the kernels' times, compared with the peak performance of the device.
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

/// The peak performance of a device per second; 0 if it is not known.
struct device_peak {
    double operations = 0.0;  ///< single-precision floating-point operations, computed by peak_operations()
    double bytes = 0.0;       ///< bytes read and written, measured by copying one large buffer into another
};

/// Measures the memory bandwidth, which takes some milliseconds, and computes the peak operations from the properties.
device_peak measure_peak(const device& device);

/// Returns the shortest possible time of a launch with this work, in milliseconds (Williams, Waterman and Patterson,
/// "Roofline", CACM 52(4), 2009): the longer of the time for the operations and the time for the bytes. If the number of
/// operations or the peak is 0, which means unknown, the time for the operations is 0; the same holds for the bytes.
double roofline_milliseconds(const kernel_work& work, const device_peak& peak);

/// A row of the table: the launches of one kernel.
struct kernel_row {
    std::string name;
    size_t launches = 0;
    double median = 0.0;             ///< milliseconds per launch
    double share = 0.0;              ///< fraction of the frames' time; can exceed 1 if launches overlap the next frame
    std::optional<double> roofline;  ///< roofline_milliseconds() divided by the median
};

/// Returns the work of one launch of a kernel, if the sample knows it.
using work_lookup = std::function<std::optional<kernel_work>(std::string_view name)>;

/// Returns a row for each kernel in the newest `frames` traces; the kernel with the largest share is first.
std::vector<kernel_row> kernel_table(const std::deque<frame_trace>& traces, size_t frames, const work_lookup& work,
                                     const device_peak& peak);

}  // namespace ingot::shell
