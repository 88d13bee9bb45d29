#include <ingot/runtime/peak.hpp>

namespace ingot {

namespace {

constexpr double operations_of_lane = 2.0;  // a fused multiplication and addition

// Of single precision, in one multiprocessor.
uint32_t cuda_lanes(version_number capability) {
    if (capability < version_number {5, 0}) return 192;
    if (capability == version_number {6, 0} || capability.major == 7 || capability == version_number {8, 0}) return 64;
    return 128;
}

// Processors with AVX2 and later have two units for a fused multiplication and addition in each core.
constexpr uint32_t processor_units = 2;

uint32_t lanes_of_unit(const device_properties& of) {
    if (of.backend == backend::cuda) return cuda_lanes(of.compute_capability);
    if (of.is_cpu) return of.simd_width * processor_units;
    return 0;  // what a unit is differs from vendor to vendor
}

}  // namespace

double peak_operations(const device_properties& of) {
    constexpr double megahertz = 1e6;
    return operations_of_lane * of.units * lanes_of_unit(of) * of.clock * megahertz;
}

}  // namespace ingot
