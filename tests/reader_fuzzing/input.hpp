// Inputs as text and as files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "temporary_folder.hpp"

namespace ingot::reader_fuzzing {

inline std::string_view text_of(std::span<const std::byte> input) {
    return {reinterpret_cast<const char*>(input.data()), input.size()};
}

/// Returns the temporary folder for files with inputs. It is removed when the program ends.
inline const tests::temporary_folder& folder_of_inputs() {
    static const tests::temporary_folder folder;
    return folder;
}

/// Writes an input to a file in folder_of_inputs(), and returns the file's path. `name` may contain folders.
inline std::filesystem::path write_input(const std::string& name, std::span<const std::byte> input) {
    const std::filesystem::path file = folder_of_inputs() / name;
    std::filesystem::create_directories(file.parent_path());
    return folder_of_inputs().write(name, std::string(text_of(input)));
}

}  // namespace ingot::reader_fuzzing
