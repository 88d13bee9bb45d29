#include "dependencies.hpp"

#include "folders.hpp"

namespace ingot::compiler {

bool dependency_listener::sawDependency(llvm::StringRef file, bool, bool is_system, bool, bool is_missing) {
    if (is_missing || file.starts_with("<")) return false;
    return !is_system || file.starts_with(folders::language) || file.starts_with(folders::runtime);
}

}  // namespace ingot::compiler
