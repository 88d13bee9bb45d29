// Files that are replaced as a whole, all or none.
#pragma once

#include <filesystem>
#include <ingot/archive/replace_file.hpp>
#include <string_view>
#include <vector>

namespace ingot::compiler {

/// Collects what a run writes, and puts it in place only when all is there.
class output_files {
public:
    /// Writes beside the file, under another name; what was not committed leaves no trace. Throws std::runtime_error that names
    /// the file, and where it was added before.
    void add(const std::filesystem::path& named, std::string_view contents);

    /// Replaces the files. One whose contents are what it has already keeps its time, so that nothing is built again for it.
    void commit();

private:
    std::vector<archive::file_replacement> waiting;
};

}  // namespace ingot::compiler
