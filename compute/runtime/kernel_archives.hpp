// The kernel files that are built into the program, by name.
#pragma once

#include <ingot/cpu_debug/entry.hpp>

namespace ingot::backends {

/// A program was made of a kernel file that is part of this process's image, and so lives as long as it. They are the same for
/// every device: one table holds them.
void note_built_in(const program_source& source);

}  // namespace ingot::backends
