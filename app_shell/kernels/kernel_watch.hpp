// Kernel files of the running sample that a person edits: compiled beside the frames.
#pragma once

#include <chrono>
#include <filesystem>
#include <future>
#include <ingot/runtime/kernel_replacement.hpp>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ingot::shell {

/// What became of an edited file: kernels, or the compiler's words.
struct compiled_edit {
    device on;
    kernel_file_in_use file;
    std::optional<compiled_program> kernels;  ///< nothing where it did not compile
    std::string said;                         ///< errors, or warnings; empty where there were none
};

class kernel_watch {
public:
    using clock = std::chrono::steady_clock;

    /// Looks at the files in `folder` that the device's programs were made of, and at the headers beside them, and begins to
    /// compile one that is newer than it was when it was first looked at, or last compiled for this backend. Does nothing while a
    /// compilation runs, or shortly after the last look.
    void look(const std::filesystem::path& folder, const device& on, clock::time_point now = clock::now());

    /// The file that is being compiled; empty where none is.
    const std::string& compiling() const { return under_way; }

    /// What has been compiled since the last call.
    std::optional<compiled_edit> take();

private:
    using file_time = std::filesystem::file_time_type;
    using place = std::pair<ingot::backend, std::filesystem::path>;

    std::optional<file_time> newest(const std::filesystem::path& file) const;
    void compile_beside(const std::filesystem::path& file, const device& on, const kernel_file_in_use& what);

    std::map<std::filesystem::path, file_time> first_seen;
    std::map<place, file_time> compiled;
    std::map<std::filesystem::path, std::vector<std::filesystem::path>> went_in;  ///< where it compiled once
    clock::time_point last_look;
    std::string under_way;
    std::filesystem::path file_under_way;
    std::future<compiled_edit> result;
};

}  // namespace ingot::shell
