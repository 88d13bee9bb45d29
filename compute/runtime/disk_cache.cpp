#include "disk_cache.hpp"

#include <cstdlib>
#include <ingot/archive/archive.hpp>
#include <ingot/files/replace_file.hpp>
#include <ingot/installation/users_cache.hpp>
#include <ingot/runtime/users_cache.hpp>
#include <string>
#include <system_error>
#include <utility>

#include "oldest_files.hpp"

namespace ingot::backends {

namespace fs = std::filesystem;

namespace {

// An entry is stored as an archive with one target, because an archive already contains a version and a hash, which are
// checked when it is read.
constexpr const char* target = "built";
constexpr const char* suffix = ".built";

// The number of entries that the cache keeps. One user is not expected to have so many programs, even if each is built for
// several devices. If there are more entries, the least recently used ones are removed.
constexpr size_t kept_entries = 512;

}  // namespace

disk_cache::disk_cache() : folder_(users_cache_folder("programs")) {}

fs::path disk_cache::file_of(std::string_view key) const { return folder_ / (std::string(key) + suffix); }

bool disk_cache::is_always_enabled() {
    const char* const value = std::getenv("INGOT_PROGRAM_CACHE");
    return value && std::string_view(value) == "always";
}

std::optional<std::vector<std::byte>> disk_cache::find(std::string_view key) const {
    if (folder_.empty()) return std::nullopt;
    if (!installation::is_users_own_file(file_of(key))) return std::nullopt;
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
    if (folder_.empty()) return;
    archive::archive entry;
    entry.compiler = "ingot runtime " INGOT_VERSION;
    entry.source = key;
    entry.targets.push_back({target, {}, {bytes.begin(), bytes.end()}});
    try {
        create_users_cache(folder_);
        files::replace_file(file_of(key), archive::write(entry), files::permissions::only_this_user);
        remove_oldest_files(folder_, kept_entries);
    } catch (const fs::filesystem_error& problem) {
        // The folder cannot be written, or the disk is full. The next process that needs the program builds it again.
        report_unwritable_cache(folder_, problem.code().message());
    }
}

}  // namespace ingot::backends
