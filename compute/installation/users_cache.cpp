#include <cstdlib>
#include <ingot/installation/users_cache.hpp>

namespace ingot::installation {

namespace fs = std::filesystem;

namespace {

// Returns the path in an environment variable, or an empty path if the variable is not set or its path is relative: the XDG
// Base Directory Specification requires that relative paths are ignored.
fs::path absolute_folder(const char* variable) {
    const char* const value = std::getenv(variable);
    return value && fs::path(value).is_absolute() ? fs::path(value) : fs::path();
}

}  // namespace

fs::path users_cache_folder(const char* name) {
    if (const fs::path xdg = absolute_folder("XDG_CACHE_HOME"); !xdg.empty()) return xdg / "ingot" / name;
    if (const fs::path home = absolute_folder("HOME"); !home.empty()) return home / ".cache" / "ingot" / name;
    return {};
}

}  // namespace ingot::installation
