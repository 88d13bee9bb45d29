#include "panels/picture_marks.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <vector>

#include "panels/outside_characters.hpp"
#include "panels/sample_panel.hpp"
#include "panels/theme.hpp"
#include "panels/transport.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

/// Returns the rectangle of a text with margins whose point `anchor`, in shares of its size, lies at `place`.
ImRect box_of(const std::string& text, ImVec2 place, ImVec2 anchor, const user_interface& interface) {
    note_characters(text);
    const float u = interface.unit();
    const ImVec2 text_size = ImGui::CalcTextSize(text.c_str());
    const ImVec2 size {text_size.x + 16.0f * u, text_size.y + 8.0f * u};
    const ImVec2 corner {place.x - anchor.x * size.x, place.y - anchor.y * size.y};
    return {corner, {corner.x + size.x, corner.y + size.y}};
}

void draw_box(const std::string& text, const ImRect& box, const user_interface& interface) {
    const float u = interface.unit();
    ImDrawList& draw_list = *ImGui::GetBackgroundDrawList();
    draw_list.AddRectFilled(box.Min, box.Max, theme::packed(theme::panel), 4.0f * u);
    draw_list.AddText({box.Min.x + 8.0f * u, box.Min.y + 4.0f * u}, theme::packed(theme::text), text.c_str());
}

/// Draws a light text with a dark shadow, which is readable over any picture.
void draw_bare_text(const std::string& text, const ImRect& box, const user_interface& interface) {
    const float u = interface.unit();
    ImDrawList& draw_list = *ImGui::GetBackgroundDrawList();
    const ImVec2 corner {box.Min.x + 8.0f * u, box.Min.y + 4.0f * u};
    draw_list.AddText({corner.x + u, corner.y + u}, theme::packed(theme::colour(0, 0.9f)), text.c_str());
    draw_list.AddText(corner, theme::packed(theme::colour(0xffffff, 0.8f)), text.c_str());
}

/// The control bar of the last frame, with a margin: left, top, right, bottom.
std::optional<ImVec4> control_bar(float margin) {
    const ImGuiWindow* const bar = ImGui::FindWindowByName("transport");
    if (!bar || !bar->WasActive) return std::nullopt;
    return ImVec4(bar->Pos.x - margin, bar->Pos.y - margin, bar->Pos.x + bar->Size.x + margin, bar->Pos.y + bar->Size.y + margin);
}

void draw_captions(const std::vector<caption>& captions, const user_interface& interface) {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float gap = 4.0f * interface.unit();
    std::vector<ImRect> taken;
    for (const caption& each : captions) {
        const ImVec2 place {viewport.Pos.x + each.place.x * viewport.Size.x, viewport.Pos.y + each.place.y * viewport.Size.y};
        ImRect box = box_of(each.text, place, {each.anchor.x, each.anchor.y}, interface);
        if (each.has_background) {  // the others name what is at this place
            ImVec2 corner = visible_corner(box.Min, box.GetSize(), viewport.Size, control_bar(gap));
            if (!each.is_optional) corner = free_corner(corner, box.GetSize(), taken, each.anchor.y >= 0.5f, gap);
            box = {corner, {corner.x + box.GetWidth(), corner.y + box.GetHeight()}};
        }
        const auto overlaps = [&box](const ImRect& other) { return box.Overlaps(other); };
        if (each.is_optional && std::ranges::any_of(taken, overlaps)) continue;
        taken.push_back(box);
        if (each.has_background)
            draw_box(each.text, box, interface);
        else
            draw_bare_text(each.text, box, interface);
    }
}

/// Draws `text`, which says what the sample works on, and a progress bar, above the control bar and in the part that panels
/// leave free.
void draw_progress(const std::string& text, double progress, const uncovered_part& free, const user_interface& interface) {
    const float u = interface.unit();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    ImVec2 place {0.0f, viewport.Pos.y + viewport.Size.y - above_bar(interface)};
    const float half_width = std::max(90.0f * u, 0.5f * box_of(text, place, {0.5f, 1.0f}, interface).GetWidth());
    // In a narrow window the panel of the sample reaches the bar. The progress is beside it.
    const float leftmost = viewport.Pos.x + (sample_panel::right_edge + 8.0f) * u + half_width;
    const float rightmost = viewport.Pos.x + free.right * viewport.Size.x - 8.0f * u - half_width;
    place.x = std::max(leftmost, std::min(middle_of_bars(interface), rightmost));
    ImRect box = box_of(text, place, {0.5f, 1.0f}, interface);
    box.Expand({half_width - 0.5f * box.GetWidth(), 0.0f});
    ImDrawList& draw_list = *ImGui::GetBackgroundDrawList();
    draw_list.AddRectFilled(box.Min, box.Max, theme::packed(theme::panel), 4.0f * u);
    draw_list.AddText({place.x - 0.5f * ImGui::CalcTextSize(text.c_str()).x, box.Min.y + 3.0f * u}, theme::packed(theme::text),
                      text.c_str());
    const ImVec2 low {box.Min.x, box.Max.y - 3.0f * u};
    const float end = box.Min.x + static_cast<float>(std::clamp(progress, 0.0, 1.0)) * box.GetWidth();
    draw_list.AddRectFilled(low, box.Max, theme::packed(theme::field));
    draw_list.AddRectFilled(low, {end, box.Max.y}, theme::packed(theme::accent));
}

/// Draws the sample's divider, and sets its parameter if the mouse drags it.
void draw_divider(stage& stage, const divider& line, const user_interface& interface) {
    const auto all = stage.running()->parameters();
    const parameter_base* const parameter = find_parameter(all, line.parameter);
    if (!parameter || parameter->kind() != parameter_kind::real || line.at_left == line.at_right) return;
    const auto value = static_cast<float>(std::get<double>(parameter->value()));
    float position = (value - line.at_left) / (line.at_right - line.at_left);
    if (position < 0.0f || position > 1.0f) return;
    if (!drag_line("divider", position, interface)) return;
    const double chosen = line.at_left + position * (line.at_right - line.at_left);
    stage.set_parameter(line.parameter, std::clamp(chosen, parameter->range()->minimum, parameter->range()->maximum));
}

/// How the mouse uses a rectangle.
struct mouse_use {
    bool is_near = false;
    bool is_held = false;
    bool is_pressed = false;   ///< since the last frame
    bool is_released = false;  ///< since the last frame
};

/// Lets the mouse use a rectangle over the picture, in pixels, in place of the camera.
mouse_use use_rectangle(const char* name, ImVec2 corner, ImVec2 size) {
    ImGui::SetNextWindowPos(corner);
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.0f, 0.0f});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1.0f, 1.0f});
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav);
    ImGui::InvisibleButton("rectangle", size);
    const mouse_use found {ImGui::IsItemHovered(), ImGui::IsItemActive(), ImGui::IsItemActivated(), ImGui::IsItemDeactivated()};
    ImGui::End();
    ImGui::PopStyleVar(2);
    return found;
}

/// Lets the mouse choose a time, and marks the place under the mouse by a line.
void use_timeline(stage& stage, const timeline_chart& times, const user_interface& interface) {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const ImVec2 corner {viewport.Pos.x + times.corner.x * viewport.Size.x, viewport.Pos.y + times.corner.y * viewport.Size.y};
    const ImVec2 size {times.size.x * viewport.Size.x, times.size.y * viewport.Size.y};
    if (size.x < 1.0f || size.y < 1.0f) return;
    const mouse_use mouse = use_rectangle("timeline", corner, size);
    if (!mouse.is_near && !mouse.is_held && !mouse.is_released) return;
    const ImGuiIO& io = ImGui::GetIO();
    const float share = std::clamp((io.MousePos.x - corner.x) / size.x, 0.0f, 1.0f);
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    const float x = corner.x + share * size.x;
    ImGui::GetBackgroundDrawList()->AddLine({x, corner.y}, {x, corner.y + size.y},
                                            theme::packed(mouse.is_held ? theme::accent : theme::colour(0xffffff, 0.5f)),
                                            1.0f * interface.unit());
    const bool is_chosen = times.is_slow ? mouse.is_released : mouse.is_pressed || (mouse.is_held && io.MouseDelta.x != 0.0f);
    if (is_chosen) stage.seek(times.at_left + static_cast<double>(share) * (times.at_right - times.at_left));
}

}  // namespace

ImVec2 visible_corner(ImVec2 corner, ImVec2 size, ImVec2 window_size, const std::optional<ImVec4>& bar) {
    corner.x = std::max(0.0f, std::min(corner.x, window_size.x - size.x));
    const bool is_beside = !bar || corner.x >= bar->z || corner.x + size.x <= bar->x;
    if (!is_beside && corner.y < bar->w && corner.y + size.y > bar->y) corner.y = bar->y - size.y;
    return corner;
}

ImVec2 free_corner(ImVec2 corner, ImVec2 size, std::span<const ImRect> taken, bool upwards, float gap) {
    const auto covers = [&](const ImRect& other) { return other.Overlaps({corner, {corner.x + size.x, corner.y + size.y}}); };
    for (auto other = std::ranges::find_if(taken, covers); other != taken.end(); other = std::ranges::find_if(taken, covers))
        corner.y = upwards ? other->Min.y - gap - size.y : other->Max.y + gap;
    return corner;
}

void draw_tag(const std::string& text, ImVec2 place, ImVec2 anchor, const user_interface& interface) {
    draw_box(text, box_of(text, place, anchor, interface), interface);
}

bool drag_line(const char* name, float& position, const user_interface& interface) {
    const float u = interface.unit();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float x = viewport.Pos.x + position * viewport.Size.x;
    const float reach = 7.0f * u;
    const auto [near, held, pressed, released] =
        use_rectangle(name, {x - reach, viewport.Pos.y}, {2.0f * reach, viewport.Size.y});
    const float before = position;
    if (held) position = std::clamp((ImGui::GetIO().MousePos.x - viewport.Pos.x) / viewport.Size.x, 0.0f, 1.0f);
    if (held || near) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);

    ImDrawList& draw_list = *ImGui::GetBackgroundDrawList();
    const ImU32 colour = theme::packed(held || near ? theme::accent : theme::colour(0xffffff, 0.75f));
    const ImU32 colour_on_handle = theme::packed(held || near ? theme::accent : theme::text);
    const float middle = viewport.Pos.y + 0.5f * viewport.Size.y;
    draw_list.AddLine({x, viewport.Pos.y}, {x, viewport.Pos.y + viewport.Size.y}, theme::packed(theme::colour(0, 0.6f)),
                      3.0f * u);
    draw_list.AddLine({x, viewport.Pos.y}, {x, viewport.Pos.y + viewport.Size.y}, colour, 1.0f * u);
    draw_list.AddCircleFilled({x, middle}, 11.0f * u, theme::packed(theme::panel));
    draw_list.AddCircle({x, middle}, 11.0f * u, colour_on_handle, 0, 1.5f * u);
    for (const float side : {-1.0f, 1.0f})
        draw_list.AddTriangleFilled({x + side * 2.5f * u, middle - 4.0f * u}, {x + side * 2.5f * u, middle + 4.0f * u},
                                    {x + side * 7.0f * u, middle}, colour_on_handle);
    return position != before;
}

void draw_picture_marks(stage& stage, const uncovered_part& free, const user_interface& interface) {
    if (!stage.running() || stage.comparison().is_active()) return;
    const sample& shown = stage.running()->loaded_sample();
    if (const auto line = shown.picture_divider()) draw_divider(stage, *line, interface);
    if (const auto times = shown.picture_timeline()) use_timeline(stage, *times, interface);
    draw_captions(shown.captions(), interface);
    const std::string text = shown.progress_text();
    const auto progress = shown.progress();
    if (!text.empty() && progress && *progress < 1.0) return draw_progress(text, *progress, free, interface);
    // A copied command repeats a run up to the frame at which it was paused, which takes as long as the run did.
    const clock& time = stage.running()->time();
    const auto last = time.frame_of_pause();
    if (!last || time.is_paused() || *last <= time.frames()) return;
    draw_progress(fmt::format("frame {} of {}, then paused", widgets::format_count(time.frames()), widgets::format_count(*last)),
                  static_cast<double>(time.frames()) / static_cast<double>(*last), free, interface);
}

}  // namespace ingot::shell
