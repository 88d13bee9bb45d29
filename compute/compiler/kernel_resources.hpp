// What the code of a kernel needs of a device besides its instructions: registers and memory, as the code generator of a target,
// or the device's own compiler, has assigned them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ingot::compiler {

/// How often registers did not suffice, so that values lie in memory for some time.
struct spill_counts {
    uint64_t written = 0;
    uint64_t read = 0;
};

/// What one kernel needs.
struct kernel_resources {
    std::string symbol;                            ///< archive::kernel_reflection::symbol
    std::optional<uint32_t> registers {};          ///< of 32 bits, of one work-item
    uint64_t stack_bytes = 0;                      ///< of one work-item, or of what runs on one thread: arrays and spills
    std::optional<spill_counts> spilled_bytes {};  ///< bytes of spills in the code
    std::optional<spill_counts> spills {};         ///< instructions that write and read spills, where bytes are not known
};

/// A device's compiler that knows the architecture, but does not accept the code.
struct rejected_code {
    std::string kernel;  ///< the symbol of the kernel that the compiler names; empty if it names none
};

/// What the kernels of a module need on one architecture of a target.
struct resource_report {
    std::string target;           ///< the name of the target
    std::string architecture;     ///< "sm_90"
    std::string unknown_because;  ///< why nothing is known; empty if it is
    std::vector<kernel_resources> kernels {};
    std::optional<rejected_code> rejected {};  ///< nothing is known because of the code, and not because of a missing compiler
};

}  // namespace ingot::compiler
