#include "process/own_program.hpp"

namespace ingot::process {

std::filesystem::path own_program() { return std::filesystem::read_symlink("/proc/self/exe"); }

}  // namespace ingot::process
