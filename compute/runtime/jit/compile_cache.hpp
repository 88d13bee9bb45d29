// The cache of compiled kernels on disk.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::jit {

/// Caches results of compilations. A lookup has two steps. First, the hash of the request (file, options, compilers) gives
/// the list of the files that the compiler read when it compiled this request the last time. Second, the hash of the
/// request and of the present contents of these files gives the result. The cache does not notice a new header file that
/// the compiler would now find before one of the listed files.
class compile_cache {
public:
    /// Uses $XDG_CACHE_HOME/ingot/compiled or ~/.cache/ingot/compiled (users_cache_folder). If the environment names neither
    /// folder, the cache stores nothing.
    compile_cache();

    bool is_enabled() const { return !folder_.empty(); }

    /// The result of a compilation.
    struct entry {
        std::vector<std::byte> archive;
        std::string text;                          ///< the compilers' output
        std::vector<std::filesystem::path> files;  ///< all files that the compiler read, without system headers
        std::filesystem::path library;             ///< for the CPU debug device; empty if there is none
    };

    /// Returns the result of an equal request for unchanged files, or nothing. `request` is compile_request::key(). With
    /// `with_library`, a result without a library is not returned.
    std::optional<entry> find(const std::string& request, bool with_library) const;

    /// Stores a result, and changes entry.library to the path of the copy in the cache. Does not throw if the result cannot
    /// be stored; even then entry.library may have been changed.
    void store(const std::string& request, entry& entry) const;

    /// Writes kernels from a string to a file in the cache and returns the file's path. The file remains, so that debuggers
    /// can show it, until 1024 other texts have been written after it. Throws std::filesystem::filesystem_error if the file
    /// cannot be written.
    std::filesystem::path keep_text(std::string_view text, const std::string& name) const;

private:
    std::filesystem::path folder_;  // empty if there is no cache
};

}  // namespace ingot::jit
