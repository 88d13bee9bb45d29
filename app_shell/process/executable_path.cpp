#include "process/executable_path.hpp"

namespace ingot::process {

std::filesystem::path executable_path() { return std::filesystem::read_symlink("/proc/self/exe"); }

}  // namespace ingot::process
