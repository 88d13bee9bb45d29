// The table of the kernel files that are built into this process and of which programs were made, by name.
#pragma once

#include <ingot/cpu_debug/entry.hpp>

namespace ingot::backends {

/// Adds a kernel file to the table. `source` must be part of this process's executable or libraries, so that its data
/// stays valid. One table serves all devices, because built-in kernel files are the same for every device.
void add_built_in_file(const program_source& source);

}  // namespace ingot::backends
