#include "disk_cache.hpp"

#include <cstdlib>
#include <ingot/archive/archive.hpp>
#include <ingot/runtime/users_cache.hpp>
#include <string>
#include <system_error>
#include <utility>

#include "oldest_files.hpp"

namespace ingot::backends {

namespace fs = std::filesystem;

namespace {

// An entry is an archive of one target: that gives it its version, its hash and its checks.
constexpr const char* target = "built";
constexpr const char* suffix = ".built";

// More than a person's programs have on their devices; what was used longest ago goes first.
constexpr size_t kept_entries = 512;

}  // namespace

disk_cache::disk_cache() : folder(users_cache_folder("programs")) {}

fs::path disk_cache::file_of(std::string_view key) const { return folder / (std::string(key) + suffix); }

bool disk_cache::keeps_everything() {
    const char* const value = std::getenv("INGOT_PROGRAM_CACHE");
    return value && std::string_view(value) == "always";
}

std::optional<std::vector<std::byte>> disk_cache::find(std::string_view key) const {
    if (folder.empty()) return std::nullopt;
    try {
        archive::archive entry = archive::read_file(file_of(key));
        if (entry.source != key || entry.targets.size() != 1 || entry.targets.front().target != target) return std::nullopt;
        std::error_code ignored;
        fs::last_write_time(file_of(key), fs::file_time_type::clock::now(), ignored);
        return std::move(entry.targets.front().bytes);
    } catch (const archive::archive_error&) {
        return std::nullopt;
    }
}

void disk_cache::store(std::string_view key, std::span<const std::byte> bytes) const {
    if (folder.empty()) return;
    archive::archive entry;
    entry.compiler = "ingot runtime " INGOT_VERSION;
    entry.source = key;
    entry.targets.push_back({target, {}, {bytes.begin(), bytes.end()}});
    try {
        fs::create_directories(folder);
        archive::write_file(entry, file_of(key));
        remove_oldest_files(folder, kept_entries);
    } catch (const archive::archive_error&) {
        // A folder that cannot be written, or a full disk: the program is built again the next time.
    } catch (const fs::filesystem_error&) {
    }
}

}  // namespace ingot::backends
