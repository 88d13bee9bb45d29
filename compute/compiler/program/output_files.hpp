// The output files of a run. All of them are complete before the first file is replaced.
#pragma once

#include <filesystem>
#include <ingot/files/replace_file.hpp>
#include <string_view>
#include <vector>

namespace ingot::compiler {

/// Collects the outputs of a run in temporary files. commit() replaces the files only when all outputs are complete.
class output_files {
public:
    /// Writes `contents` to a temporary file beside `file`. Does nothing if `file` already has these contents: `file` then
    /// keeps its modification time, so that the build system does not rebuild the files that depend on it. The
    /// destructor removes temporary files that were not committed. Throws std::runtime_error that names the file if it
    /// cannot be written or has already been added, also by another path.
    void add(const std::filesystem::path& file, std::string_view contents);

    /// Replaces the files one after the other. Throws std::runtime_error that names the first file that cannot be
    /// replaced; the files before it have been replaced then.
    void commit();

private:
    std::vector<std::filesystem::path> added_;  // also those that have their contents already
    std::vector<files::file_replacement> waiting_;
};

}  // namespace ingot::compiler
