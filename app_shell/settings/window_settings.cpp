#include "settings/window_settings.hpp"

#include <nlohmann/json.hpp>

#include "settings/settings_file.hpp"

namespace ingot::shell {

namespace {

using json = nlohmann::json;

constexpr const char* file_name = "window.json";
constexpr int largest = 65'536;  // largest absolute value of a saved coordinate or size

bool flag_from(const json& settings, const char* name, bool default_value) {
    const auto found = settings.find(name);
    return found != settings.end() && found->is_boolean() ? found->get<bool>() : default_value;
}

/// Returns the position and size of the window; an empty rectangle if they are missing or invalid.
SDL_Rect place_from(const json& settings) {
    const auto found = settings.find("place");
    if (found == settings.end() || !found->is_array() || found->size() != 4) return {};
    for (const json& each : *found)
        if (!each.is_number_integer() || each > largest || each < -largest) return {};
    return {(*found)[0], (*found)[1], (*found)[2], (*found)[3]};
}

}  // namespace

std::filesystem::path window_settings_file() { return settings_folder() / file_name; }

window_settings load_window_settings(const std::function<void(const std::string&)>& report) {
    const json document = read_settings(file_name, report);
    window_settings found;
    found.placement_of_window = {place_from(document), flag_from(document, "maximised", false),
                                 flag_from(document, "full_screen", false)};
    if (const auto look = document.find("theme"); look != document.end() && *look == "light") found.look = theme::look::light;
    if (const auto scale = document.find("ui_scale");
        scale != document.end() && scale->is_number() && *scale >= 0.5 && *scale <= 4.0)
        found.ui_scale = scale->get<float>();
    found.panels = flag_from(document, "panels", true);
    found.figures = flag_from(document, "figures", true);
    found.kernels = flag_from(document, "kernels", false);
    if (const auto share = document.find("kernels_share");
        share != document.end() && share->is_number() && *share > 0.0 && *share <= 1.0)
        found.kernels_share = share->get<float>();
    found.hints = flag_from(document, "hints", document.empty());
    return found;
}

void save_window_settings(const window_settings& settings) {
    const SDL_Rect& frame = settings.placement_of_window.frame;
    json document {{"maximised", settings.placement_of_window.is_maximised},
                   {"full_screen", settings.placement_of_window.is_full_screen},
                   {"theme", settings.look == theme::look::light ? "light" : "dark"},
                   {"panels", settings.panels},
                   {"figures", settings.figures},
                   {"kernels", settings.kernels},
                   {"hints", settings.hints}};
    if (frame.w > 0) document["place"] = {frame.x, frame.y, frame.w, frame.h};
    if (settings.ui_scale > 0.0f) document["ui_scale"] = settings.ui_scale;
    if (settings.kernels_share > 0.0f) document["kernels_share"] = settings.kernels_share;
    write_settings(file_name, document);
}

}  // namespace ingot::shell
