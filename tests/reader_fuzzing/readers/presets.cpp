// Files of presets.
#include "presets/presets.hpp"

#include "all_targets.hpp"
#include "example_sample.hpp"
#include "input.hpp"
#include "session/parameter_settings.hpp"

namespace ingot::reader_fuzzing {

namespace {

outcome read(std::span<const std::byte> input) {
    const std::filesystem::path file = write_input("presets.json", input);
    example_sample sample;
    const std::vector<parameter_base*> parameters = sample.parameters();
    const auto presets =
        read_or_reject<shell::preset_file_error>([&] { return shell::read_presets(file, parameters, "example"); });
    for (const parameter_base* each : parameters) require(each->is_default(), "the parameters keep their values");
    if (!presets) return outcome::rejected;
    for (const shell::preset& each : *presets) {
        require(!each.name.empty() && !each.title.empty(), "each preset has a name and a title");
        shell::set_parameters(parameters, each.parameters);  // throws if a parameter rejects its value
    }
    return outcome::accepted;
}

}  // namespace

const target presets_target {"presets", memory_use::by_size, &read};

}  // namespace ingot::reader_fuzzing
