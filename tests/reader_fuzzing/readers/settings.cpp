// Saved settings: of a sample and of the window. Both readers get the same input. Damaged settings are not rejected by an
// exception: the readers report and ignore them. Here an input counts as rejected if one of the readers reports something.
#include <cmath>

#include "all_targets.hpp"
#include "environment_value.hpp"
#include "example_sample.hpp"
#include "input.hpp"
#include "settings/sample_settings.hpp"
#include "settings/window_settings.hpp"

namespace ingot::reader_fuzzing {

namespace {

bool is_finite(const orbit& view) {
    return std::isfinite(view.target.x) && std::isfinite(view.target.y) && std::isfinite(view.target.z) &&
           std::isfinite(view.distance) && std::isfinite(view.yaw) && std::isfinite(view.pitch) &&
           std::isfinite(view.field_of_view);
}

outcome read(std::span<const std::byte> input) {
    static const tests::environment_value folder("XDG_CONFIG_HOME", folder_of_inputs().path().string());
    write_input("ingot/samples/example.json", input);
    write_input("ingot/window.json", input);
    outcome result = outcome::accepted;
    const auto report = [&](const std::string& message) {
        require(!message.empty(), "a report has a message");
        result = outcome::rejected;
    };
    const shell::sample_settings of_sample = shell::load_sample_settings(describe_example_sample(), report);
    const shell::window_settings of_window = shell::load_window_settings(report);

    example_sample sample;
    shell::set_parameters(sample.parameters(), of_sample.parameters);  // throws if a parameter rejects its value
    for (const auto& [key, view] : of_sample.bookmarks) {
        require(key >= 1 && key <= 9, "the keys of bookmarks are 1 to 9");
        require(is_finite(view) && view.distance > 0.0f, "a bookmark is a usable view");
    }
    require(of_window.ui_scale == 0.0f || (of_window.ui_scale >= 0.5f && of_window.ui_scale <= 4.0f),
            "the scale of the window is limited");
    return result;
}

}  // namespace

const target settings_target {"settings", memory_use::by_size, &read};

}  // namespace ingot::reader_fuzzing
