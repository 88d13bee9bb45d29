// `ingot metal check`: compiles Metal files only to find their errors, and reports these for people and for programs.
#pragma once

#include <filesystem>
#include <ingot/ingot.hpp>
#include <span>
#include <string>
#include <vector>

namespace ingot::shell {

/// Options of a check, which the compiler gets.
struct metal_check_options {
    std::vector<std::string> definitions;                ///< -D: "NAME" or "NAME=VALUE"
    std::vector<std::filesystem::path> include_folders;  ///< -I
    std::string standard;                                ///< --std: "metal2.4"; empty for version 3.0
};

/// The result of checking one file.
struct checked_metal_file {
    std::filesystem::path file;
    bool is_valid = false;
    std::vector<std::string> kernels;          ///< the names of the kernels; empty if the file is not valid
    std::vector<compile_diagnostic> messages;  ///< errors, warnings and notes; a note belongs to the message before it
    std::string text;                          ///< the messages as on a terminal, with source lines
    std::vector<std::filesystem::path> files;  ///< the files that a change can make valid or not: the file and what it includes
};

/// Returns the files to check: each file, and for a folder all files below it whose names end in ".metal", sorted. Throws
/// std::runtime_error if a path does not exist, a folder contains none, or a file's name does not end in ".metal".
std::vector<std::filesystem::path> metal_files(std::span<const std::filesystem::path> paths);

/// Checks the files, several at a time. The results are in the order of the files. A file that cannot be read, or a compiler that
/// fails, is a message of its file.
std::vector<checked_metal_file> check_metal_files(std::span<const std::filesystem::path> files,
                                                  const metal_check_options& options);

/// Returns the last line for people: "3 Metal files checked: 2 are valid, 1 has 4 errors".
std::string summary(std::span<const checked_metal_file> checked);

/// Returns all results as JSON: {"files": [{"file", "valid", "kernels", "messages": [{"file", "line", "column", "level",
/// "message"}]}]}.
std::string to_json(std::span<const checked_metal_file> checked);

/// Returns the errors and warnings in the format SARIF 2.1.0 (Static Analysis Results Interchange Format, an OASIS standard),
/// which code hosts show beside the lines. Notes are `relatedLocations`. Paths below the current folder are relative to it.
std::string to_sarif(std::span<const checked_metal_file> checked);

}  // namespace ingot::shell
