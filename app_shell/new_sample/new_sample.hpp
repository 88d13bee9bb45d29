// `ingot new NAME`: writes the sources of a small sample into a new folder.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::shell {

/// Returns why a sample cannot have this name, and what to do; "" if it can. `taken` has the names of other samples.
std::string problem_of_sample_name(std::string_view name, std::span<const std::string> taken);

/// Copies the files of the folder `source` to the folder `target`, which it creates. In the names and texts of files,
/// the name of the template, "julia", is replaced by `name`. Returns the paths of the new files, sorted. Throws
/// std::runtime_error, before anything is written, if `target` exists and is not an empty folder; and if a file cannot
/// be read or written.
std::vector<std::filesystem::path> write_new_sample(const std::filesystem::path& source,
                                                    const std::filesystem::path& target, std::string_view name);

/// The folder of the template's files.
std::filesystem::path sample_template_folder();

}  // namespace ingot::shell
