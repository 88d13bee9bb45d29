#pragma once

#include <ingot/runtime/device.hpp>
#include <string_view>

namespace ingot::bench {

/// Compiles the kernels of the samples that are measured for the device, with the compiler and its options as they are now.
/// Programs that are created on the device afterwards use them. `sample` is the name of the only sample's folder; empty: all.
void compile_kernels_for(const device& device, std::string_view sample);

}  // namespace ingot::bench
