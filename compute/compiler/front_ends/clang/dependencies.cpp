#include "dependencies.hpp"

#include <algorithm>
#include <ingot/installation/installation.hpp>

namespace ingot::compiler {

bool dependency_listener::sawDependency(llvm::StringRef file, bool, bool is_system, bool is_module, bool is_missing) {
    if (is_missing || is_module || file.starts_with("<")) return false;
    return !is_system || std::ranges::any_of(installation::current_tree().headers, [&](const std::filesystem::path& folder) {
        return file.starts_with(folder.string() + "/ingot/");
    });
}

}  // namespace ingot::compiler
