// The output files of a run. Either all of them are replaced or none.
#pragma once

#include <filesystem>
#include <ingot/archive/replace_file.hpp>
#include <string_view>
#include <vector>

namespace ingot::compiler {

/// Collects the outputs of a run in temporary files. commit() replaces the files only when all outputs are complete.
class output_files {
public:
    /// Writes `contents` to a temporary file beside `file`. The destructor removes temporary files that were not
    /// committed. Throws std::runtime_error that names the file if it cannot be written or was added before.
    void add(const std::filesystem::path& file, std::string_view contents);

    /// Replaces the files. A file whose contents would not change is left alone and keeps its modification time, so
    /// that the build system does not rebuild the files that depend on it.
    void commit();

private:
    std::vector<archive::file_replacement> waiting_;
};

}  // namespace ingot::compiler
