// A temporary file, for the output of a child process.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace ingot::process {

/// Creates an empty file with a unique name in the folder for temporary files. The destructor removes the file.
class temporary_file {
public:
    /// The name of the file begins with `prefix`. Throws std::runtime_error if the file cannot be created.
    explicit temporary_file(std::string_view prefix);
    temporary_file(const temporary_file&) = delete;
    temporary_file& operator=(const temporary_file&) = delete;
    ~temporary_file();

    /// Returns the current contents.
    std::string text() const;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace ingot::process
