// Named sets of parameters: presets.json beside a sample.
//   {"presets": [{"name": "plummer", "title": "Plummer sphere", "summary": "…", "parameters": {"bodies": 16384}}]}
#pragma once

#include <filesystem>
#include <ingot/sample/parameter.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
    std::vector<std::pair<std::string, parameter_value>> parameters;
};

/// Reads presets and checks every value against the sample's parameters (whose values stay as they are). An empty path gives no
/// presets. Throws preset_error.
std::vector<preset> read_presets(const std::filesystem::path& file, std::span<parameter_base* const> parameters);

/// Throws preset_error that lists the names there are.
const preset& find_preset(std::span<const preset> among, std::string_view name, std::string_view sample);

}  // namespace ingot::shell
