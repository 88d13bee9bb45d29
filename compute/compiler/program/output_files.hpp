// Files that are replaced as a whole, all or none.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::compiler {

/// Collects what a run writes, and puts it in place only when all is there.
class output_files {
public:
    output_files() = default;
    output_files(const output_files&) = delete;
    output_files& operator=(const output_files&) = delete;
    /// What was not committed leaves no trace.
    ~output_files();

    /// Writes beside `file`, under another name. Throws std::runtime_error that names the file.
    void add(const std::filesystem::path& file, std::string_view contents);

    /// Replaces the files. One whose contents are what it has already keeps its time, so that nothing is built again for it.
    void commit();

private:
    struct pending {
        std::filesystem::path file;
        std::filesystem::path temporary;
    };
    std::vector<pending> waiting;
};

}  // namespace ingot::compiler
