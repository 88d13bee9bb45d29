#include "settings/window_settings.hpp"

#include <nlohmann/json.hpp>

#include "settings/settings_file.hpp"

namespace ingot::shell {

namespace {

using json = nlohmann::json;

constexpr const char* file_name = "window.json";
constexpr int largest = 65'536;

bool flag(const json& of, const char* name, bool otherwise) {
    const auto found = of.find(name);
    return found != of.end() && found->is_boolean() ? found->get<bool>() : otherwise;
}

SDL_Rect place_in(const json& of) {
    const auto found = of.find("place");
    if (found == of.end() || !found->is_array() || found->size() != 4) return {};
    for (const json& each : *found)
        if (!each.is_number_integer() || each > largest || each < -largest) return {};
    return {(*found)[0], (*found)[1], (*found)[2], (*found)[3]};
}

}  // namespace

window_settings recall_window(const std::function<void(const std::string&)>& report) {
    const json kept = read_settings(file_name, report);
    window_settings found;
    found.placed = {place_in(kept), flag(kept, "maximised", false), flag(kept, "full_screen", false)};
    if (const auto look = kept.find("theme"); look != kept.end() && *look == "light") found.look = theme::look::light;
    if (const auto scale = kept.find("ui_scale"); scale != kept.end() && scale->is_number() && *scale >= 0.5 && *scale <= 4.0)
        found.ui_scale = scale->get<float>();
    found.panels = flag(kept, "panels", true);
    found.figures = flag(kept, "figures", true);
    found.kernels = flag(kept, "kernels", false);
    return found;
}

void keep_window(const window_settings& what) {
    const SDL_Rect& at = what.placed.place;
    json kept {{"maximised", what.placed.maximised},
               {"full_screen", what.placed.full_screen},
               {"theme", what.look == theme::look::light ? "light" : "dark"},
               {"panels", what.panels},
               {"figures", what.figures},
               {"kernels", what.kernels}};
    if (at.w > 0) kept["place"] = {at.x, at.y, at.w, at.h};
    if (what.ui_scale > 0.0f) kept["ui_scale"] = what.ui_scale;
    write_settings(file_name, kept);
}

}  // namespace ingot::shell
