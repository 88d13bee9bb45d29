// Detects edited kernel files of the running sample and compiles them in the background.
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

/// The result of compiling an edited file: its kernels, or the compiler's errors.
struct compiled_edit {
    device target;
    kernel_file_in_use file;
    std::optional<compiled_program> kernels;  ///< nothing if the file did not compile
    std::string messages;                     ///< errors or warnings; empty if there were none
};

/// Watches the kernel files of the running sample, whose folder is passed to check(). Compiles one file at a time, in a
/// thread.
class kernel_watch {
public:
    using clock = std::chrono::steady_clock;

    /// Checks the modification times of the kernel files in `folder` that `device` uses, and of the files that they include.
    /// Until a kernel file has been compiled successfully, all headers in its folder count as included. Begins to compile a file
    /// that has changed since the first check, or since it was last compiled for this backend. Does nothing while a compilation
    /// runs, less than 300 ms after the last check, or if `folder` is empty.
    void check(const std::filesystem::path& folder, const device& device, clock::time_point current_time = clock::now());

    /// The file that is being compiled; empty if there is none.
    const std::string& compiling_file() const { return compiling_file_; }

    /// Returns the result of a compilation that has finished since the last call.
    std::optional<compiled_edit> take_result();

private:
    using file_time = std::filesystem::file_time_type;
    using place = std::pair<ingot::backend, std::filesystem::path>;

    std::optional<file_time> latest_change(const std::filesystem::path& file) const;
    void compile_in_background(const std::filesystem::path& file, const device& device, const kernel_file_in_use& kernel_file);

    std::map<std::filesystem::path, file_time> first_seen_;
    std::map<place, file_time> compiled_times_;
    std::map<std::filesystem::path, std::vector<std::filesystem::path>>
        included_files_;  ///< files included by the last successful compilation
    clock::time_point last_check_;
    std::string compiling_file_;
    std::filesystem::path compiling_path_;
    std::future<compiled_edit> result_;
};

}  // namespace ingot::shell
