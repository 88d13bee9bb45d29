// The level of the processor, by which the code for it is chosen.
#pragma once

#include <cstdint>
#include <string_view>

namespace ingot::backends::cpu_native {

/// Returns the highest level in archive::cpu::levels that this processor has, or the level that the environment variable
/// INGOT_CPU_LEVEL names. Throws error if the processor has no level or not that one.
std::string_view processor_level();

/// Returns the number of floats in a vector of a level.
uint32_t lanes_of_level(std::string_view level);

}  // namespace ingot::backends::cpu_native
