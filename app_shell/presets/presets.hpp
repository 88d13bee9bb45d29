// Named sets of parameters, read from presets.json in the folder of a sample:
//   {"presets": [{"name": "plummer", "title": "Plummer sphere", "summary": "…", "parameters": {"bodies": 16384}}]}
// A file that a user saves or shares has the same format, and names its sample in the member "sample".
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "session/parameter_settings.hpp"

namespace ingot::shell {

/// An error in a presets file, an unknown preset, or a preset that cannot be saved. If the error is in a file, what()
/// names the file, and the line or the member of the file if the error belongs to one.
class preset_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A presets file that cannot be read, or whose contents are wrong.
class preset_file_error : public preset_error {
public:
    using preset_error::preset_error;
};

/// A named set of parameters.
struct preset {
    std::string name;
    std::string title;    ///< equal to the name if the file has no title
    std::string summary;  ///< may be empty
    /// Parameters that are not listed keep their defaults. Paths are usable as they are: read_presets() puts the folder
    /// of the presets file before a relative path.
    parameter_settings parameters;
    /// A window opens the sample with this preset if its device is a processor and nothing else was chosen. A preset that is
    /// quick to compute is suitable. At most one preset of a file has `"start_on_cpu": true`.
    bool starts_on_cpu = false;
    bool is_saved = false;  ///< saved by the user, who can replace and delete the preset
};

/// Reads presets and checks every value against the sample's parameters, which keep their values. Returns no presets
/// for an empty path. If `sample` is not empty and the file names another sample, throws preset_file_error, as for every
/// error in the file.
std::vector<preset> read_presets(const std::filesystem::path& file, std::span<parameter_base* const> parameters,
                                 std::string_view sample = {});

/// Returns the preset that starts on a processor, if the file has one.
std::optional<preset> find_start_on_cpu(std::span<const preset> presets);

/// Finds a preset by its name. Throws a preset_error that names the sample and lists the known presets.
const preset& find_preset(std::span<const preset> presets, std::string_view name, std::string_view sample);

}  // namespace ingot::shell
