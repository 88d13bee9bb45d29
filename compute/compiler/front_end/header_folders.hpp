// Where the headers lie that every kernel file finds by itself.
#pragma once

#include <string>
#include <vector>

namespace ingot::compiler {

/// Folders with the language's headers and the runtime's: those of the installed tree that this program is in, or else those that
/// it was built from.
const std::vector<std::string>& header_folders();

}  // namespace ingot::compiler
