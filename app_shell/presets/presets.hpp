// Named sets of parameters: presets.json beside a sample.
//   {"presets": [{"name": "plummer", "title": "Plummer sphere", "summary": "…", "parameters": {"bodies": 16384}}]}
// A file that a person saves or shares has the same form, and says with "sample" which sample it is for.
#pragma once

#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "session/parameter_settings.hpp"

namespace ingot::shell {

/// What is wrong with a presets file; what() names the file and the place in it.
class preset_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct preset {
    std::string name;
    std::string title;    ///< the name where none is given
    std::string summary;  ///< may be empty
    /// Parameters that are not named keep their default. A file's path is taken from the presets file's folder.
    parameter_settings parameters;
    bool own = false;  ///< saved by the person: can be replaced and deleted
};

/// Reads presets and checks every value against the sample's parameters (whose values stay as they are). An empty path gives no
/// presets. Where the file names a sample it must be `sample`, unless that is empty. Throws preset_error.
std::vector<preset> read_presets(const std::filesystem::path& file, std::span<parameter_base* const> parameters,
                                 std::string_view sample = {});

/// Throws preset_error that lists the names there are.
const preset& find_preset(std::span<const preset> among, std::string_view name, std::string_view sample);

}  // namespace ingot::shell
