#pragma once

#include <ingot/runtime/device.hpp>

namespace ingot::bench {

/// Compiles the kernels of all samples that are measured for the device, whose code the samples' archives lack. Programs that are
/// created on the device afterwards use them.
void compile_kernels_for(const device& device);

}  // namespace ingot::bench
