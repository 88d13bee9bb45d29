// Limits on the time and memory of a compilation, for kernels that would take hours or all memory of the machine.
#pragma once

#include <cstdint>
#include <string>

namespace ingot::compiler {

/// The limits of a compilation. They apply to each process of the compilation separately.
struct resource_limits {
    uint32_t seconds = 300;     ///< --max-seconds: processor time
    uint32_t mebibytes = 4096;  ///< --max-memory: memory for data, in MiB
};

/// Sets the limits for this process. If the process already has a lower limit, for example from the shell's ulimit, that
/// one stays. A compilation that needs more ends the process with status 1, after an error that names the file and the
/// option. At a terminal, also prints a line each 15 seconds that says that the compilation goes on.
void limit_resources(const std::string& file, const resource_limits& limits);

/// Returns whether limit_resources() was called.
bool has_limits();

/// Prints the error of a compilation that needs more memory than the limit, and returns the exit status.
int report_memory_limit();

}  // namespace ingot::compiler
