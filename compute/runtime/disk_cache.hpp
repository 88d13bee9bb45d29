// The cache of built programs on disk.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ingot::backends {

/// A cache of files in one folder. The caller computes a key from everything that the cached bytes depend on. The functions
/// do not throw: find() returns nothing for an entry that is missing, damaged, of another version or of another user, and
/// store() does nothing but report_unwritable_cache() if the entry cannot be written.
class disk_cache {
public:
    /// Uses $XDG_CACHE_HOME/ingot/programs or ~/.cache/ingot/programs (users_cache_folder). If the environment names neither
    /// folder, the cache stays empty.
    disk_cache();
    explicit disk_cache(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Is the environment variable INGOT_PROGRAM_CACHE "always"? Then programs are stored here even if the driver
    /// caches them itself.
    static bool is_always_enabled();

    /// Returns the entry of that key, or nothing.
    std::optional<std::vector<std::byte>> find(std::string_view key) const;
    /// Stores an entry, and removes the least recently used entries if there are too many.
    void store(std::string_view key, std::span<const std::byte> bytes) const;

private:
    std::filesystem::path file_of(std::string_view key) const;

    std::filesystem::path folder_;  // empty if there is no cache
};

}  // namespace ingot::backends
