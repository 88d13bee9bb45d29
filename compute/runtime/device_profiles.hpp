// Compares devices of OpenCL and Vulkan with the profiles for which ingotc compiles kernels.
#pragma once

#include <ingot/archive/device_profile.hpp>
#include <ingot/runtime/device.hpp>

namespace ingot::backends {

/// Does the device have all that code for this profile may assume? A device that is a CPU is the processor of
/// this machine; `processor_has_fma` states whether that has fused multiply-add instructions.
bool matches(const archive::device_profile& profile, const device_properties& properties, bool processor_has_fma);

/// Does the processor of this machine have fused multiply-add instructions?
bool this_processor_has_fma();

}  // namespace ingot::backends
