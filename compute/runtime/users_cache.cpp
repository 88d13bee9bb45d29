#include <atomic>
#include <cstdio>
#include <ingot/installation/users_cache.hpp>
#include <ingot/runtime/users_cache.hpp>

namespace ingot {

namespace {

// Prints the text unless `is_printed` is set, and sets it.
void print_once(std::atomic<bool>& is_printed, const std::string& text) {
    if (!is_printed.exchange(true)) std::fprintf(stderr, "ingot: %s\n", text.c_str());
}

std::atomic<bool> is_unused_reported = false;
std::atomic<bool> is_unwritable_reported = false;

}  // namespace

std::filesystem::path users_cache_folder(const char* name) {
    installation::users_cache found = installation::find_users_cache(name);
    if (!found.unused_reason.empty())
        print_once(is_unused_reported,
                   "compiled kernels are not cached, because code in the cache would be run: " + found.unused_reason);
    return std::move(found.folder);
}

void create_users_cache(const std::filesystem::path& folder) { installation::create_users_cache(folder); }

void report_unwritable_cache(const std::filesystem::path& folder, const std::string& reason) {
    print_once(is_unwritable_reported, "the cache '" + folder.string() + "' cannot be written: " + reason +
                                           "; compiled kernels are not kept for the next start");
}

}  // namespace ingot
