// The level of the processor, by which the code for it is chosen.
#pragma once

#include <cstdint>
#include <string_view>

namespace ingot::backends::cpu_native {

/// Returns the level of archive::cpu::levels whose code a processor runs. `best` is the highest one that it has, or empty.
/// `wanted` is the level that the user chose, or empty: then it is the highest one. Throws error if the processor does not have
/// `wanted`, or not even archive::cpu::default_level and `wanted` is empty: archives have no code for it then.
std::string_view choose_level(std::string_view best, std::string_view wanted);

/// Returns choose_level() for this processor and the environment variable INGOT_CPU_LEVEL.
std::string_view processor_level();

/// Returns the number of floats in a vector of a level.
uint32_t lanes_of_level(std::string_view level);

}  // namespace ingot::backends::cpu_native
