#include "panels/browser_panel.hpp"

#include <SDL.h>
#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numbers>
#include <utility>

#include "panels/outside_characters.hpp"
#include "panels/theme.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

void draw_background() {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const ImVec2 end {viewport.Pos.x + viewport.Size.x, viewport.Pos.y + viewport.Size.y};
    const ImU32 top = theme::packed(theme::background_top);
    const ImU32 bottom = theme::packed(theme::background_bottom);
    ImGui::GetBackgroundDrawList()->AddRectFilledMultiColor(viewport.Pos, end, top, top, bottom, bottom);
}

/// Draws a glow that fades from the centre to the edge of a circle.
void draw_glow(ImDrawList& draw_list, ImVec2 centre, float radius, unsigned rgb, float alpha) {
    constexpr unsigned sectors = 64;
    const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
    const ImU32 edge = theme::packed(theme::colour(rgb, 0.0f));
    draw_list.PrimReserve(3 * sectors, sectors + 1);
    const unsigned first = draw_list._VtxCurrentIdx;
    draw_list.PrimWriteVtx(centre, white, theme::packed(theme::colour(rgb, alpha)));
    for (unsigned i = 0; i < sectors; ++i) {
        const float angle = 2.0f * std::numbers::pi_v<float> * static_cast<float>(i) / static_cast<float>(sectors);
        draw_list.PrimWriteVtx({centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)}, white, edge);
    }
    for (unsigned i = 0; i < sectors; ++i)
        for (const unsigned each : {0U, 1 + i, 1 + (i + 1) % sectors})
            draw_list.PrimWriteIdx(static_cast<ImDrawIdx>(first + each));
}

/// Draws the logo: a glowing bar of metal. Dear ImGui smooths the edges of a filled polygon only if its corners are listed
/// clockwise.
void draw_logo(ImVec2 corner, float u) {
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const auto point = [&](float x, float y) { return ImVec2(corner.x + x * u, corner.y + y * u); };
    // The glow is in the background list, which the panel's edge does not clip.
    draw_glow(*ImGui::GetBackgroundDrawList(), point(22.0f, 32.0f), 46.0f * u, 0xf08a35, 0.15f);
    // The smooth edges of two faces that touch are translucent. Fill the outline first, so that no background shows there.
    const std::array outline {point(34.0f, 8.0f),  point(52.0f, 8.0f), point(60.0f, 28.0f),
                              point(38.0f, 44.0f), point(6.0f, 44.0f), point(12.0f, 20.0f)};
    draw_list.AddConvexPolyFilled(outline.data(), static_cast<int>(outline.size()), theme::packed(theme::colour(0xd57d2e)));
    draw_list.AddQuadFilled(point(34.0f, 8.0f), point(52.0f, 8.0f), point(32.0f, 20.0f), point(12.0f, 20.0f),
                            theme::packed(theme::colour(0xffc983)));
    draw_list.AddQuadFilled(point(52.0f, 8.0f), point(60.0f, 28.0f), point(38.0f, 44.0f), point(32.0f, 20.0f),
                            theme::packed(theme::colour(0xb4621f)));
    draw_list.AddQuadFilled(point(12.0f, 20.0f), point(32.0f, 20.0f), point(38.0f, 44.0f), point(6.0f, 44.0f),
                            theme::packed(theme::colour(0xf0953e)));
}

void draw_title(const user_interface& interface) {
    const float u = interface.unit();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float left = ImGui::GetCursorPosX();
    draw_logo({corner.x, corner.y + 6.0f * u}, u);
    ImGui::SetCursorPosX(left + 78.0f * u);
    ImGui::PushFont(interface.loaded_fonts().display);
    ImGui::TextUnformatted("Ingot");
    ImGui::PopFont();
    ImGui::SetCursorPos({left + 80.0f * u, ImGui::GetCursorPosY() - 4.0f * u});
    widgets::quiet_text("One C++ kernel, cast for every GPU");
    ImGui::Dummy({0.0f, 22.0f * u});
}

/// Lists the backends that have a device on this machine: "CUDA  ·  CPU".
std::string available_backends(std::span<const device_listing> devices) {
    std::vector<std::string_view> titles;
    for (const auto& each : devices)
        if (each.device && std::ranges::find(titles, description_of(each.backend).title) == titles.end())
            titles.push_back(description_of(each.backend).title);
    return titles.empty() ? "no device on this machine" : fmt::format("{}", fmt::join(titles, "  ·  "));
}

/// Draws the sample's picture, or the initial of its title if it has no picture.
void draw_picture(const std::optional<sample_pictures::texture>& picture, const sample_description& sample, ImVec2 corner,
                  ImVec2 end, const user_interface& interface) {
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const float rounding = 8.0f * interface.unit();
    if (!picture) {
        draw_list.AddRectFilled(corner, end, theme::packed(theme::field), rounding, ImDrawFlags_RoundCornersTop);
        const ImFont& large = *interface.loaded_fonts().display;
        const char* const title = sample.title.c_str();
        const std::string initial(title, static_cast<size_t>(ImTextCountUtf8BytesFromChar(title, title + sample.title.size())));
        const float size = large.FontSize * ImGui::GetIO().FontGlobalScale;
        const ImVec2 extent = large.CalcTextSizeA(size, FLT_MAX, 0.0f, initial.c_str());
        draw_list.AddText(&large, size, {0.5f * (corner.x + end.x - extent.x), 0.5f * (corner.y + end.y - extent.y)},
                          theme::packed(theme::faint), initial.c_str());
        return;
    }
    // The picture fills the field. If the aspect ratios differ, equal parts are cut off at the left and right edges, or at
    // the upper and lower edges.
    const float field = (end.x - corner.x) / (end.y - corner.y);
    const float own = picture->size.x / picture->size.y;
    const ImVec2 cut {own > field ? 0.5f * (1.0f - field / own) : 0.0f, own < field ? 0.5f * (1.0f - own / field) : 0.0f};
    draw_list.AddImageRounded(picture->id(), corner, end, cut, {1.0f - cut.x, 1.0f - cut.y}, IM_COL32_WHITE, rounding,
                              ImDrawFlags_RoundCornersTop);
}

constexpr float text_height = 104.0f;  // of a card, below its picture

bool draw_card(const sample_description& sample, const std::optional<sample_pictures::texture>& picture,
               const std::string& backends, ImVec2 size, bool selected, const user_interface& interface) {
    const float u = interface.unit();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::InvisibleButton(sample.name.c_str(), size);
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const ImVec2 end {corner.x + size.x, corner.y + size.y};
    const float text_at = end.y - text_height * u;
    draw_list.AddRectFilled(corner, end, theme::packed(hovered ? theme::card_hovered : theme::card), 8.0f * u);
    draw_picture(picture, sample, corner, {end.x, text_at}, interface);
    draw_list.AddRect(corner, end,
                      theme::packed(selected  ? theme::accent
                                    : hovered ? theme::accent_dim
                                              : theme::line),
                      8.0f * u, 0, selected ? 2.0f * u : u);

    const float left = corner.x + 16.0f * u;
    const float width = size.x - 32.0f * u;
    const float scale = ImGui::GetIO().FontGlobalScale;
    const ImFont& large = *interface.loaded_fonts().large;
    const ImFont& small = *interface.loaded_fonts().small;
    note_characters(sample.title);
    note_characters(sample.summary);
    draw_list.AddText(&large, large.FontSize * scale, {left, text_at + 10.0f * u}, theme::packed(theme::text),
                      sample.title.c_str());
    draw_list.PushClipRect(corner, {end.x, end.y - 30.0f * u}, true);
    draw_list.AddText(interface.loaded_fonts().regular, interface.loaded_fonts().regular->FontSize * scale,
                      {left, text_at + 38.0f * u}, theme::packed(theme::quiet), sample.summary.c_str(), nullptr, width);
    draw_list.PopClipRect();
    draw_list.AddText(&small, small.FontSize * scale, {left, end.y - 26.0f * u}, theme::packed(theme::accent_text),
                      backends.c_str());
    return pressed;
}

constexpr float device_height = 84.0f;

/// Draws a card with the device's backend, name, size and features. Returns true if it was pressed.
bool draw_device_card(const device& shown_device, float width, const user_interface& interface) {
    const float u = interface.unit();
    const device_properties& properties = shown_device.properties();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 end {corner.x + width, corner.y + device_height * u};
    const bool pressed = ImGui::InvisibleButton("device", {width, device_height * u});
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    draw_list.AddRectFilled(corner, end, theme::packed(hovered ? theme::card_hovered : theme::card), 8.0f * u);
    draw_list.AddRect(corner, end, theme::packed(hovered ? theme::accent_dim : theme::line), 8.0f * u, 0, u);
    const float inner = width - 32.0f * u;
    const auto line = [&](float y, ImFont* font, const ImVec4& colour, const std::string& text) {
        ImGui::PushFont(font);
        const std::string shown = widgets::shorten(text, inner);
        draw_list.AddText({corner.x + 16.0f * u, corner.y + y * u}, theme::packed(colour), shown.c_str());
        ImGui::PopFont();
    };
    const fonts& all = interface.loaded_fonts();
    line(10.0f, all.small, theme::accent_text, std::string(description_of(shown_device.backend()).title));
    line(28.0f, all.strong, theme::text, shown_device.name());
    line(50.0f, all.small, theme::quiet,
         fmt::format("{} compute units  ·  {:.1f} GiB  ·  {}", properties.compute_units,
                     static_cast<double>(properties.global_memory) / (1ULL << 30U), features_of(properties)));
    line(65.0f, all.small, theme::quiet, properties.driver);
    return pressed;
}

/// Draws a card for each device, and a line with the reason for each backend without one. Returns the device whose card was
/// pressed.
std::optional<device> draw_devices(std::span<const device_listing> devices, const user_interface& interface) {
    widgets::heading("Devices of this machine", interface);
    const float u = interface.unit();
    const float gap = 14.0f * u;
    const auto count =
        static_cast<size_t>(std::ranges::count_if(devices, [](const auto& each) { return each.device.has_value(); }));
    const float available = ImGui::GetContentRegionAvail().x;
    const size_t columns = columns_of_cards(count, static_cast<size_t>(std::max(1.0f, (available + gap) / (380.0f * u))));
    const float width = std::min(520.0f * u, (available - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns));
    std::optional<device> pressed;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
    size_t position = 0;
    for (const device_listing& each : devices) {
        if (!each.device) continue;
        if (position % columns != 0) ImGui::SameLine();
        ImGui::PushID(static_cast<int>(position++));
        if (draw_device_card(*each.device, width, interface)) pressed = each.device;
        ImGui::PopID();
    }
    ImGui::PopStyleVar();
    for (const device_listing& each : devices) {
        if (each.device) continue;
        const std::string_view title = description_of(each.backend).title;
        widgets::small_text(fmt::format("{}: {}", title, each.unavailable_reason), theme::quiet, interface, true);
    }
    return pressed;
}

}  // namespace

bool matches_search(const sample_description& sample, std::string_view text) {
    const auto lower = [](std::string_view text) {
        std::string lower_case(text);
        std::ranges::transform(lower_case, lower_case.begin(),
                               [](unsigned char each) { return static_cast<char>(std::tolower(each)); });
        return lower_case;
    };
    const std::string all = lower(sample.name + " " + sample.title + " " + sample.summary);
    const std::string words = lower(text);
    for (size_t index = 0; index < words.size();) {
        const size_t end = std::min(words.find(' ', index), words.size());
        if (all.find(words.substr(index, end - index)) == std::string::npos) return false;
        index = end + 1;
    }
    return true;
}

size_t columns_of_cards(size_t count, size_t most) {
    most = std::max<size_t>(most, 1);
    const size_t rows = (std::max<size_t>(count, 1) + most - 1) / most;
    return (std::max<size_t>(count, 1) + rows - 1) / rows;
}

void browser_panel::draw_behind(const sample_description& sample) {
    const auto picture = pictures_.picture_of(sample);
    if (!picture) return;
    // The picture fills the window. Copies that are moved against each other blur it: the share of each copy is such that all
    // count the same.
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float scale = std::max(viewport.Size.x / picture->size.x, viewport.Size.y / picture->size.y);
    const ImVec2 size {picture->size.x * scale, picture->size.y * scale};
    const ImVec2 corner {viewport.Pos.x + 0.5f * (viewport.Size.x - size.x), viewport.Pos.y + 0.5f * (viewport.Size.y - size.y)};
    ImDrawList& draw_list = *ImGui::GetBackgroundDrawList();
    constexpr int side = 5;
    const float step = 0.01f * viewport.Size.y;
    for (int i = 0; i < side * side; ++i) {
        const int column = i % side - side / 2;
        const int row = i / side - side / 2;
        const ImVec2 moved {corner.x + step * static_cast<float>(column), corner.y + step * static_cast<float>(row)};
        draw_list.AddImage(picture->id(), moved, {moved.x + size.x, moved.y + size.y}, {0.0f, 0.0f}, {1.0f, 1.0f},
                           theme::packed(theme::colour(0xffffff, 1.0f / static_cast<float>(i + 1))));
    }
    draw_list.AddRectFilled(viewport.Pos, {viewport.Pos.x + viewport.Size.x, viewport.Pos.y + viewport.Size.y},
                            theme::packed(theme::colour(0, 0.4f)));
}

void browser_panel::draw_search(const user_interface& interface) {
    const float u = interface.unit();
    ImGui::SetNextItemWidth(std::min(320.0f * u, ImGui::GetContentRegionAvail().x));
    if (std::exchange(focus_search_, false)) widgets::focus_next_control();
    note_characters(search_text_);
    ImGui::InputTextWithHint("##search", "Search (Ctrl F)", &search_text_);
    // Dear ImGui ends the editing at Esc, and restores the text from before it.
    const bool is_left = ImGui::IsItemDeactivated();
    if (is_left && std::ranges::find(pressed_keys_, SDLK_ESCAPE) != pressed_keys_.end()) search_text_.clear();
    ImGui::Dummy({0.0f, 6.0f * u});
}

/// Handles the pressed keys. Returns true if the selected sample is to be opened.
bool browser_panel::handle_keys(size_t count, size_t columns) {
    const bool types = ImGui::GetIO().WantTextInput;  // then Left and Right move the text cursor
    bool opens = false;
    for (const SDL_Keycode key : std::exchange(pressed_keys_, {})) {
        if (key == SDLK_RIGHT && !types) ++selected_;
        if (key == SDLK_LEFT && !types && selected_ > 0) --selected_;
        if (key == SDLK_DOWN) selected_ += columns;
        if (key == SDLK_UP && selected_ >= columns) selected_ -= columns;
        selected_ = std::min(selected_, count - 1);
        opens |= key == SDLK_RETURN || key == SDLK_KP_ENTER;
    }
    selected_ = std::min(selected_, count - 1);
    return opens;
}

std::optional<size_t> browser_panel::draw_cards(std::span<const sample_description> samples,
                                                std::span<const device_listing> devices, const user_interface& interface) {
    std::vector<size_t> matches;
    for (size_t i = 0; i < samples.size(); ++i)
        if (matches_search(samples[i], search_text_)) matches.push_back(i);
    // The sample with exactly this name comes first, so that Enter opens it.
    if (const auto exact = std::ranges::find_if(matches, [&](size_t i) { return samples[i].name == search_text_; });
        exact != matches.end())
        std::rotate(matches.begin(), exact, exact + 1);
    if (matches.empty()) {
        pressed_keys_.clear();
        widgets::quiet_text("No sample contains these words in its name, title or summary. Press Esc to show all samples.");
        return std::nullopt;
    }
    const float u = interface.unit();
    const float available = ImGui::GetContentRegionAvail().x;
    const float gap = 14.0f * u;
    // The cards keep their size during a search.
    const size_t columns =
        columns_of_cards(samples.size(), static_cast<size_t>(std::max(1.0f, (available + gap) / (255.0f * u))));
    const float width = (available - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    // If there are few samples, their cards do not become larger than those of a full page. A row takes at most half of the
    // height that is left, so that two rows are visible. In a narrow window, a card is lower than 120 units.
    const float half_of_window = 0.5f * (ImGui::GetContentRegionAvail().y - gap) - text_height * u;
    const float height = std::min(std::max(half_of_window, 120.0f * u), 0.5f * width);
    const ImVec2 size {std::min(width, 780.0f * u), height + text_height * u};
    const std::string backends = available_backends(devices);
    const bool opens = handle_keys(matches.size(), columns);

    std::optional<size_t> choice;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
    for (size_t i = 0; i < matches.size(); ++i) {
        const sample_description& each = samples[matches[i]];
        if (i % columns != 0) ImGui::SameLine();
        if (draw_card(each, pictures_.picture_of(each), backends, size, i == selected_, interface)) choice = matches[i];
    }
    ImGui::PopStyleVar();
    if (opens) choice = matches[selected_];
    return choice;
}

std::optional<size_t> browser_panel::draw(std::span<const sample_description> samples, std::span<const device_listing> devices,
                                          const user_interface& interface) {
    draw_background();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float width = std::min(viewport.Size.x - 64.0f * interface.unit(), 1600.0f * interface.unit());
    const float top = std::max(20.0f * interface.unit(), 0.05f * viewport.Size.y);
    ImGui::SetNextWindowPos({viewport.Pos.x + 0.5f * (viewport.Size.x - width), viewport.Pos.y});
    ImGui::SetNextWindowSize({width, viewport.Size.y});
    ImGui::Begin("browser", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + top);  // the margin scrolls with the cards
    draw_title(interface);
    std::optional<size_t> choice;
    if (samples.empty()) {
        widgets::quiet_text(
            "This build has no samples. To add one, create a folder in samples/ whose CMakeLists.txt calls ingot_add_sample().");
    } else {
        draw_search(interface);
        choice = draw_cards(samples, devices, interface);
    }
    ImGui::Dummy({0.0f, 20.0f * interface.unit()});
    if (const auto pressed = draw_devices(devices, interface)) device_page_.open(*pressed);
    ImGui::Dummy({0.0f, 12.0f * interface.unit()});
    widgets::small_text("Arrow keys and Enter: open a sample   ·   F1: all keys", theme::quiet, interface);
    ImGui::End();
    device_page_.draw(interface);
    if (choice) {
        search_text_.clear();
        selected_ = *choice;
    }
    return choice;
}

}  // namespace ingot::shell
