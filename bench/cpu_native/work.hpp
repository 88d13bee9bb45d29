// What bench_cpu_native measures: the kernels of the samples, each as a piece of work that can be repeated.
#pragma once

#include <cstdint>
#include <functional>
#include <ingot/runtime/device.hpp>
#include <string>
#include <vector>

namespace ingot::bench {

/// One piece of work on one device.
struct work {
    std::string name;
    std::function<double()> run;  ///< does the work once; returns the seconds that its kernels took
    /// Returns numbers that describe the result of the runs so far. Devices must agree about them after the same number of runs.
    std::function<std::vector<double>()> result;
    double tolerance = 0.0;  ///< the largest relative difference between two devices' numbers
};

// Each function returns the work of one sample on a device.
std::vector<work> nbody_work(const device& device);
std::vector<work> blur_work(const device& device);
std::vector<work> warp_work(const device& device);
std::vector<work> pathtracer_work(const device& device);
std::vector<work> motion_work(const device& device);

/// Returns one step of N-body, written by hand for AVX2, on all cores. Empty if the processor lacks AVX2 or FMA.
std::function<double()> nbody_by_hand();

}  // namespace ingot::bench
