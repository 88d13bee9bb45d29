// Queries the operating system for properties of the processor and the memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ingot::backends::host_memory {

/// Returns the numbers of the cores that this process may run on.
std::vector<int> allowed_cores();

/// Pins the calling thread to a core. If the system cannot do that or does not allow it, the thread is not pinned.
void pin_thread(int core);

/// Returns the number of floats in the widest vector register; 0 if it is not known.
uint32_t lanes_of_processor();

/// Properties of the processor.
struct processor {
    std::string name;      ///< "AMD EPYC 7B13"
    std::string vendor;    ///< "AMD"
    uint32_t clock_mhz;    ///< the highest clock in MHz, or the current one if only that is reported; 0 if neither is
    uint32_t float_lanes;  ///< lanes_of_processor()
};
/// Returns the properties of the processor of this machine.
processor query_processor();

/// Returns the size of the system's memory in bytes; 0 if the system does not report it.
uint64_t physical_memory();

}  // namespace ingot::backends::host_memory
