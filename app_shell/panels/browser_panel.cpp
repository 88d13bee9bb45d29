#include "panels/browser_panel.hpp"

#include <SDL.h>
#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "panels/theme.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

void draw_ground() {
    const ImGuiViewport& whole = *ImGui::GetMainViewport();
    const ImVec2 end {whole.Pos.x + whole.Size.x, whole.Pos.y + whole.Size.y};
    const ImU32 top = theme::packed(theme::ground_top);
    const ImU32 bottom = theme::packed(theme::ground_bottom);
    ImGui::GetBackgroundDrawList()->AddRectFilledMultiColor(whole.Pos, end, top, top, bottom, bottom);
}

/// A bar of metal, seen from above its end, its front still glowing.
void draw_sign(ImVec2 corner, float u) {
    ImDrawList& onto = *ImGui::GetWindowDrawList();
    const auto at = [&](float x, float y) { return ImVec2(corner.x + x * u, corner.y + y * u); };
    for (int i = 0; i < 14; ++i)  // not cut at the window's edge
        ImGui::GetBackgroundDrawList()->AddCircleFilled(at(22.0f, 32.0f), (6.0f + 3.0f * static_cast<float>(i)) * u,
                                                        theme::packed(theme::colour(0xf08a35, 0.010f)));
    onto.AddQuadFilled(at(12.0f, 20.0f), at(32.0f, 20.0f), at(52.0f, 8.0f), at(34.0f, 8.0f),
                       theme::packed(theme::colour(0xffc983)));
    onto.AddQuadFilled(at(32.0f, 20.0f), at(38.0f, 44.0f), at(60.0f, 28.0f), at(52.0f, 8.0f),
                       theme::packed(theme::colour(0xb4621f)));
    onto.AddQuadFilled(at(12.0f, 20.0f), at(6.0f, 44.0f), at(38.0f, 44.0f), at(32.0f, 20.0f),
                       theme::packed(theme::colour(0xf0953e)));
}

void draw_title(const user_interface& in) {
    const float u = in.unit();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float left = ImGui::GetCursorPosX();
    draw_sign({corner.x, corner.y + 6.0f * u}, u);
    ImGui::SetCursorPosX(left + 78.0f * u);
    ImGui::PushFont(in.faces().display);
    ImGui::TextUnformatted("Ingot");
    ImGui::PopFont();
    ImGui::SetCursorPos({left + 80.0f * u, ImGui::GetCursorPosY() - 4.0f * u});
    widgets::quiet_text("One C++ kernel, cast for every GPU");
    ImGui::Dummy({0.0f, 22.0f * u});
}

/// The title of every backend that has a device here.
std::string available_backends(std::span<const device_listing> devices) {
    std::vector<std::string_view> titles;
    for (const auto& each : devices)
        if (each.device && std::ranges::find(titles, description_of(each.backend).title) == titles.end())
            titles.push_back(description_of(each.backend).title);
    return titles.empty() ? "no device on this machine" : fmt::format("{}", fmt::join(titles, "  ·  "));
}

/// The sample's picture, or where there is none its initial on a field.
void draw_picture(const std::optional<sample_pictures::texture>& picture, const sample_description& of, ImVec2 corner, ImVec2 end,
                  const user_interface& in) {
    ImDrawList& onto = *ImGui::GetWindowDrawList();
    const float rounding = 8.0f * in.unit();
    if (!picture) {
        onto.AddRectFilled(corner, end, theme::packed(theme::field), rounding, ImDrawFlags_RoundCornersTop);
        const ImFont& large = *in.faces().display;
        const std::string initial = of.title.substr(0, 1);
        const float size = large.FontSize * ImGui::GetIO().FontGlobalScale;
        const ImVec2 extent = large.CalcTextSizeA(size, FLT_MAX, 0.0f, initial.c_str());
        onto.AddText(&large, size, {0.5f * (corner.x + end.x - extent.x), 0.5f * (corner.y + end.y - extent.y)},
                     theme::packed(theme::faint), initial.c_str());
        return;
    }
    // As much of it as fills the field: what is too high or too wide is cut off evenly.
    const float field = (end.x - corner.x) / (end.y - corner.y);
    const float own = picture->size.x / picture->size.y;
    const ImVec2 cut {own > field ? 0.5f * (1.0f - field / own) : 0.0f, own < field ? 0.5f * (1.0f - own / field) : 0.0f};
    onto.AddImageRounded(picture->id(), corner, end, cut, {1.0f - cut.x, 1.0f - cut.y}, IM_COL32_WHITE, rounding,
                         ImDrawFlags_RoundCornersTop);
}

constexpr float picture_height = 168.0f;
constexpr float text_height = 122.0f;

bool draw_card(const sample_description& of, const std::optional<sample_pictures::texture>& picture, const std::string& backends,
               ImVec2 size, bool selected, const user_interface& in) {
    const float u = in.unit();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::InvisibleButton(of.name.c_str(), size);
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& onto = *ImGui::GetWindowDrawList();
    const ImVec2 end {corner.x + size.x, corner.y + size.y};
    const float text_at = corner.y + picture_height * u;
    onto.AddRectFilled(corner, end, theme::packed(hovered ? theme::card_hovered : theme::card), 8.0f * u);
    draw_picture(picture, of, corner, {end.x, text_at}, in);
    onto.AddRect(corner, end,
                 theme::packed(selected  ? theme::accent
                               : hovered ? theme::accent_dim
                                         : theme::line),
                 8.0f * u, 0, selected ? 2.0f * u : u);

    const float left = corner.x + 16.0f * u;
    const float width = size.x - 32.0f * u;
    const float scale = ImGui::GetIO().FontGlobalScale;
    const ImFont& large = *in.faces().large;
    const ImFont& small = *in.faces().small;
    onto.AddText(&large, large.FontSize * scale, {left, text_at + 10.0f * u}, theme::packed(theme::text), of.title.c_str());
    onto.PushClipRect(corner, {end.x, end.y - 30.0f * u}, true);
    onto.AddText(in.faces().regular, in.faces().regular->FontSize * scale, {left, text_at + 38.0f * u},
                 theme::packed(theme::quiet), of.summary.c_str(), nullptr, width);
    onto.PopClipRect();
    onto.AddText(&small, small.FontSize * scale, {left, end.y - 26.0f * u}, theme::packed(theme::accent), backends.c_str());
    return pressed;
}

void draw_devices(std::span<const device_listing> devices, const user_interface& in) {
    widgets::heading("Devices of this machine", in);
    const float name_at = ImGui::GetCursorPosX() + 110.0f * in.unit();
    for (const auto& each : devices) {
        const std::string_view title = description_of(each.backend).title;
        if (each.device)
            ImGui::TextUnformatted(title.data(), title.data() + title.size());
        else
            widgets::small_text(title, theme::faint, in);
        ImGui::SameLine(name_at);
        if (each.device)
            widgets::quiet_text(each.device->name());
        else
            widgets::small_text(each.unavailable, theme::faint, in, true);
    }
}

}  // namespace

bool fits_search(const sample_description& of, std::string_view text) {
    const auto lower = [](std::string_view given) {
        std::string made(given);
        std::ranges::transform(made, made.begin(), [](unsigned char each) { return static_cast<char>(std::tolower(each)); });
        return made;
    };
    const std::string all = lower(of.name + " " + of.title + " " + of.summary);
    const std::string words = lower(text);
    for (size_t at = 0; at < words.size();) {
        const size_t end = std::min(words.find(' ', at), words.size());
        if (all.find(words.substr(at, end - at)) == std::string::npos) return false;
        at = end + 1;
    }
    return true;
}

void browser_panel::draw_search(const user_interface& in) {
    const float u = in.unit();
    ImGui::SetNextItemWidth(std::min(320.0f * u, ImGui::GetContentRegionAvail().x));
    if (std::exchange(search_wanted, false)) ImGui::SetKeyboardFocusHere();
    ImGui::InputTextWithHint("##search", "Search (Ctrl F)", &sought);
    ImGui::Dummy({0.0f, 6.0f * u});
}

/// True where the selected sample is to be opened.
bool browser_panel::take_keys(size_t count, size_t columns) {
    const bool types = ImGui::GetIO().WantTextInput;  // then left and right are the field's
    bool opens = false;
    for (const SDL_Keycode key : std::exchange(pressed, {})) {
        if (key == SDLK_RIGHT && !types) ++selected;
        if (key == SDLK_LEFT && !types && selected > 0) --selected;
        if (key == SDLK_DOWN) selected += columns;
        if (key == SDLK_UP && selected >= columns) selected -= columns;
        selected = std::min(selected, count - 1);
        opens |= key == SDLK_RETURN || key == SDLK_KP_ENTER;
    }
    selected = std::min(selected, count - 1);
    return opens;
}

std::optional<size_t> browser_panel::draw_cards(std::span<const sample_description> samples,
                                                std::span<const device_listing> devices, const user_interface& in) {
    std::vector<size_t> shown;
    for (size_t i = 0; i < samples.size(); ++i)
        if (fits_search(samples[i], sought)) shown.push_back(i);
    if (shown.empty()) {
        pressed.clear();
        widgets::quiet_text("No sample has these words in its name, title or summary. Esc shows all.");
        return std::nullopt;
    }
    const float u = in.unit();
    const float available = ImGui::GetContentRegionAvail().x;
    const float gap = 14.0f * u;
    const auto columns = static_cast<size_t>(std::max(1.0f, std::floor((available + gap) / (300.0f * u))));
    const ImVec2 size {std::min((available - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns), 420.0f * u),
                       (picture_height + text_height) * u};
    const std::string backends = available_backends(devices);
    const bool opens = take_keys(shown.size(), columns);

    std::optional<size_t> chosen;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
    for (size_t i = 0; i < shown.size(); ++i) {
        const sample_description& each = samples[shown[i]];
        if (i % columns != 0) ImGui::SameLine();
        if (draw_card(each, pictures.of(each), backends, size, i == selected, in)) chosen = shown[i];
    }
    ImGui::PopStyleVar();
    if (opens) chosen = shown[selected];
    return chosen;
}

std::optional<size_t> browser_panel::draw(std::span<const sample_description> samples, std::span<const device_listing> devices,
                                          const user_interface& in) {
    draw_ground();
    const ImGuiViewport& whole = *ImGui::GetMainViewport();
    const float width = std::min(whole.Size.x - 64.0f * in.unit(), 1040.0f * in.unit());
    const float top = std::max(20.0f * in.unit(), 0.05f * whole.Size.y);
    ImGui::SetNextWindowPos({whole.Pos.x + 0.5f * (whole.Size.x - width), whole.Pos.y + top});
    ImGui::SetNextWindowSize({width, whole.Size.y - top});
    ImGui::Begin("browser", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
    draw_title(in);
    std::optional<size_t> chosen;
    if (samples.empty()) {
        widgets::quiet_text("This build has no samples: a folder in samples/ with ingot_add_sample() makes one.");
    } else {
        draw_search(in);
        chosen = draw_cards(samples, devices, in);
    }
    ImGui::Dummy({0.0f, 20.0f * in.unit()});
    draw_devices(devices, in);
    ImGui::Dummy({0.0f, 12.0f * in.unit()});
    widgets::small_text("Arrows and Enter open a sample   ·   F1 shows all keys", theme::faint, in);
    ImGui::End();
    return chosen;
}

}  // namespace ingot::shell
