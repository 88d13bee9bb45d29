#include <ingot/installation/users_cache.hpp>
#include <ingot/runtime/users_cache.hpp>

namespace ingot {

std::filesystem::path users_cache_folder(const char* name) { return installation::users_cache_folder(name); }

}  // namespace ingot
