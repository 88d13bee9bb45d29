// Samples from outside: shared libraries that were built with the installed package and its CMake function ingot_add_sample().
#pragma once

#include <filesystem>
#include <ingot/sample/sample.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace ingot::shell {

/// Thrown if a file is no sample that this program can use. what() names the file and says what to do.
class sample_file_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The samples of files, and what was wrong with other files.
struct loaded_samples {
    std::vector<sample_description> samples;
    std::vector<std::string> problems;  ///< each names a file
    bool has_problem_of_named_file = false;
};

/// Loads the shared library and returns the description of its sample. The library stays loaded until the program ends.
sample_description load_sample_file(const std::filesystem::path& file);

/// Returns $XDG_DATA_HOME/ingot/samples, or $HOME/.local/share/ingot/samples if XDG_DATA_HOME does not hold an absolute path. Is
/// empty if neither variable holds an absolute path.
std::filesystem::path users_sample_folder();

/// Loads the named files, then the files *.so of the user's folder in the order of their names. Skips a file that is loaded
/// already. A sample with the name of one in `built_in`, or of an earlier file, is a problem. In the folder, so is a file to
/// which other users may write.
loaded_samples load_sample_files(std::span<const std::filesystem::path> named, const std::filesystem::path& folder,
                                 std::span<const sample_description> built_in);

}  // namespace ingot::shell
