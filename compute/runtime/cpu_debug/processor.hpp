// What the system says of its processor.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ingot::backends::cpu_debug {

/// The cores that this process may run on.
std::vector<int> usable_cores();

/// Keeps the calling thread on a core. Where the system does not let it, the thread runs anywhere.
void pin_to(int core);

struct processor {
    std::string name;    ///< "AMD EPYC 7B13"
    std::string vendor;  ///< "AMD"
    uint32_t clock;      ///< highest, in MHz; 0 where the system does not tell
    uint32_t lanes;      ///< floats in the widest vector register; 0 where that is not known
};
processor this_processor();

/// Bytes of the system's memory.
uint64_t physical_memory();

}  // namespace ingot::backends::cpu_debug
