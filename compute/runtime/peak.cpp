#include <ingot/runtime/peak.hpp>

namespace ingot {

double peak_operations(const device_properties& of) {
    constexpr double megahertz = 1e6;
    constexpr double operations_of_lane = 2.0;  // a fused multiplication and addition
    return operations_of_lane * of.units * of.float_lanes * of.clock * megahertz;
}

}  // namespace ingot
