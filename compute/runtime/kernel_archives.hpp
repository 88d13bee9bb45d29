// The archives that are built into the program, by the name of their kernel file.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace ingot::backends {

/// A program was made of a kernel file whose archive is part of this process's image, and so lives as long as it. They are the
/// same for every device: one table holds them.
void note_built_in_archive(const std::string& name, std::span<const std::byte> archive);

}  // namespace ingot::backends
