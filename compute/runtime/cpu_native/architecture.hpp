// The architecture of the processor, by which the code for it is chosen.
#pragma once

#include <ingot/archive/cpu_code.hpp>
#include <string_view>

namespace ingot::backends::cpu_native {

/// Returns the architecture whose code a processor runs. `best` is the most demanding one that it has, or empty. `wanted` is the
/// one that the user chose, or empty: then it is the best one. Throws error if the processor does not have `wanted`, or not even
/// archive::cpu::default_architecture and `wanted` is empty: archives have no code for it then.
const archive::cpu::architecture& choose_architecture(std::string_view best, std::string_view wanted);

/// Returns choose_architecture() for this processor and the environment variable INGOT_CPU_LEVEL.
const archive::cpu::architecture& processor_architecture();

}  // namespace ingot::backends::cpu_native
