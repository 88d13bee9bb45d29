// Built programs on disk.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ingot::backends {

/// Files in one folder, each under a key that stands for everything that went into it. A cache is only a help: an entry that is
/// missing, damaged or of another version is not found, and an entry that cannot be written is not there the next time.
class disk_cache {
public:
    /// The user's cache: $XDG_CACHE_HOME/ingot/programs, or ~/.cache/ingot/programs. Without either it stays empty.
    disk_cache();
    explicit disk_cache(std::filesystem::path in) : folder(std::move(in)) {}

    /// The variable INGOT_PROGRAM_CACHE is "always": also programs are to be kept that the driver itself keeps.
    static bool keeps_everything();

    std::optional<std::vector<std::byte>> find(std::string_view key) const;
    void store(std::string_view key, std::span<const std::byte> bytes) const;

private:
    std::filesystem::path file_of(std::string_view key) const;

    std::filesystem::path folder;  // empty: no cache
};

}  // namespace ingot::backends
