#include "dependencies.hpp"

#include <algorithm>

#include "header_folders.hpp"

namespace ingot::compiler {

bool dependency_listener::sawDependency(llvm::StringRef file, bool, bool is_system, bool, bool is_missing) {
    if (is_missing || file.starts_with("<")) return false;
    return !is_system ||
           std::ranges::any_of(header_folders(), [&](const std::string& one) { return file.starts_with(one + "/ingot/"); });
}

}  // namespace ingot::compiler
