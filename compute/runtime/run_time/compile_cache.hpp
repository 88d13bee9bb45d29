// Compiled kernels on disk.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::run_time {

/// Results of compiling, found by the request (file, options, compilers) and then by the contents of all files that were read for
/// it the last time. As with any such cache, a new header that would now be found earlier than the old one is not noticed.
class compile_cache {
public:
    /// In the user's cache: $XDG_CACHE_HOME/ingot/compiled, or ~/.cache/ingot/compiled. Without either nothing is kept.
    compile_cache();

    bool is_there() const { return !folder.empty(); }

    struct entry {
        std::vector<std::byte> archive;
        std::string text;                          ///< the compiler's words
        std::vector<std::filesystem::path> files;  ///< that went in
        std::filesystem::path library;             ///< for the CPU debug device; empty where it has none
    };

    std::optional<entry> find(const std::string& request, bool with_library) const;

    /// Keeps it, and names the library's place in the cache instead of the one where it was made. Where that cannot be, the entry
    /// stays as it was.
    void store(const std::string& request, entry& made) const;

    /// A file with these bytes that stays: the text of kernels in a string, for a debugger. Throws
    /// std::filesystem::filesystem_error.
    std::filesystem::path keep_text(std::string_view text, const std::string& name) const;

private:
    std::filesystem::path folder;  // empty: no cache
};

}  // namespace ingot::run_time
