#include "settings/window_settings.hpp"

#include <nlohmann/json.hpp>

#include "settings/settings_file.hpp"

namespace ingot::shell {

namespace {

using json = nlohmann::json;

constexpr const char* file_name = "window.json";
constexpr int largest = 65'536;  // coordinate

bool flag_from(const json& settings, const char* name, bool default_value) {
    const auto found = settings.find(name);
    return found != settings.end() && found->is_boolean() ? found->get<bool>() : default_value;
}

/// Returns an empty rectangle if the place is missing or invalid.
SDL_Rect place_from(const json& settings) {
    const auto found = settings.find("place");
    if (found == settings.end() || !found->is_array() || found->size() != 4) return {};
    for (const json& each : *found)
        if (!each.is_number_integer() || each > largest || each < -largest) return {};
    return {(*found)[0], (*found)[1], (*found)[2], (*found)[3]};
}

}  // namespace

window_settings load_window_settings(const std::function<void(const std::string&)>& report) {
    const json stored = read_settings(file_name, report);
    window_settings found;
    found.placement_of_window = {place_from(stored), flag_from(stored, "maximised", false),
                                 flag_from(stored, "full_screen", false)};
    if (const auto look = stored.find("theme"); look != stored.end() && *look == "light") found.look = theme::look::light;
    if (const auto scale = stored.find("ui_scale"); scale != stored.end() && scale->is_number() && *scale >= 0.5 && *scale <= 4.0)
        found.ui_scale = scale->get<float>();
    found.panels = flag_from(stored, "panels", true);
    found.figures = flag_from(stored, "figures", true);
    found.kernels = flag_from(stored, "kernels", false);
    return found;
}

void save_window_settings(const window_settings& settings) {
    const SDL_Rect& frame = settings.placement_of_window.frame;
    json stored {{"maximised", settings.placement_of_window.is_maximised},
                 {"full_screen", settings.placement_of_window.is_full_screen},
                 {"theme", settings.look == theme::look::light ? "light" : "dark"},
                 {"panels", settings.panels},
                 {"figures", settings.figures},
                 {"kernels", settings.kernels}};
    if (frame.w > 0) stored["place"] = {frame.x, frame.y, frame.w, frame.h};
    if (settings.ui_scale > 0.0f) stored["ui_scale"] = settings.ui_scale;
    write_settings(file_name, stored);
}

}  // namespace ingot::shell
