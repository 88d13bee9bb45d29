// A file for what another process writes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace ingot::process {

/// An empty file in the folder for temporary files, under a name that nobody else has; gone with its object.
class temporary_file {
public:
    /// Its name begins with `called`. Throws std::runtime_error where it cannot be made.
    explicit temporary_file(std::string_view called);
    temporary_file(const temporary_file&) = delete;
    temporary_file& operator=(const temporary_file&) = delete;
    ~temporary_file();

    /// All that is in it now.
    std::string text() const;
    const std::filesystem::path& path() const { return place; }

private:
    std::filesystem::path place;
};

}  // namespace ingot::process
