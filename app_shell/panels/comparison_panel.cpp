#include "panels/comparison_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "comparison/differences.hpp"
#include "panels/theme.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

constexpr ImGuiWindowFlags bare = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove |
                                  ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                                  ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav;

/// Returns the backend's title, with the device's name if both devices have the same backend.
std::string name_of(const device& shown_device, const device& other) {
    if (shown_device.backend() != other.backend()) return std::string(description_of(shown_device.backend()).title);
    return std::string(description_of(shown_device.backend()).title) + ": " + shown_device.name();
}

/// Draws a text on a filled rectangle. `pivot` is the fraction of the rectangle's width that lies left of `position`.
void draw_tag(const std::string& text, ImVec2 position, float pivot, const user_interface& interface) {
    const float u = interface.unit();
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const ImVec2 corner {position.x - pivot * (size.x + 16.0f * u), position.y};
    ImDrawList& draw_list = *ImGui::GetBackgroundDrawList();
    draw_list.AddRectFilled(corner, {corner.x + size.x + 16.0f * u, corner.y + size.y + 8.0f * u}, theme::packed(theme::panel),
                            4.0f * u);
    draw_list.AddText({corner.x + 8.0f * u, corner.y + 4.0f * u}, theme::packed(theme::text), text.c_str());
}

/// Draws the line between the two pictures, and its handle. The mouse can drag the line from up to seven design pixels
/// left and right of it.
void draw_split(comparison_layout& look, const user_interface& interface) {
    const float u = interface.unit();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float x = viewport.Pos.x + look.line * viewport.Size.x;
    const float reach = 7.0f * u;
    ImGui::SetNextWindowPos({x - reach, viewport.Pos.y});
    ImGui::SetNextWindowSize({2.0f * reach, viewport.Size.y});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.0f, 0.0f});
    ImGui::Begin("split", nullptr, bare);
    ImGui::InvisibleButton("line", {2.0f * reach, viewport.Size.y});
    const bool held = ImGui::IsItemActive();
    const bool near = ImGui::IsItemHovered();
    ImGui::End();
    ImGui::PopStyleVar();
    if (held) look.line = std::clamp((ImGui::GetIO().MousePos.x - viewport.Pos.x) / viewport.Size.x, 0.0f, 1.0f);
    if (held || near) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);

    ImDrawList& draw_list = *ImGui::GetBackgroundDrawList();
    const ImU32 colour = theme::packed(held || near ? theme::accent : theme::colour(0xffffff, 0.75f));
    const float middle = viewport.Pos.y + 0.5f * viewport.Size.y;
    draw_list.AddLine({x, viewport.Pos.y}, {x, viewport.Pos.y + viewport.Size.y}, theme::packed(theme::colour(0, 0.6f)),
                      3.0f * u);
    draw_list.AddLine({x, viewport.Pos.y}, {x, viewport.Pos.y + viewport.Size.y}, colour, 1.0f * u);
    draw_list.AddCircleFilled({x, middle}, 11.0f * u, theme::packed(theme::panel));
    draw_list.AddCircle({x, middle}, 11.0f * u, colour, 0, 1.5f * u);
    for (const float side : {-1.0f, 1.0f})
        draw_list.AddTriangleFilled({x + side * 2.5f * u, middle - 4.0f * u}, {x + side * 2.5f * u, middle + 4.0f * u},
                                    {x + side * 7.0f * u, middle}, colour);
}

/// Draws a ring around the pixel with the largest difference, and the difference beside it.
void draw_ring(ImVec2 position, int largest, const user_interface& interface) {
    const float u = interface.unit();
    ImDrawList& draw_list = *ImGui::GetBackgroundDrawList();
    draw_list.AddCircle(position, 14.0f * u, theme::packed(theme::colour(0, 0.7f)), 0, 4.0f * u);
    draw_list.AddCircle(position, 14.0f * u, theme::packed(theme::accent), 0, 2.0f * u);
    const std::string text = fmt::format("{}", largest);
    const ImVec2 text_position {position.x + 18.0f * u, position.y - 0.5f * ImGui::GetTextLineHeight()};
    draw_list.AddText({text_position.x + u, text_position.y + u}, theme::packed(theme::colour(0, 0.9f)), text.c_str());
    draw_list.AddText(text_position, theme::packed(theme::accent), text.c_str());
}

void draw_marker(const live_comparison& comparison, comparison_view view, const user_interface& interface) {
    const auto& latest = comparison.latest();
    if (!latest || latest->pixels.largest == 0) return;
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float pixels = ImGui::GetIO().DisplayFramebufferScale.x;
    const ImVec2 position {viewport.Pos.x + (static_cast<float>(latest->pixels.largest_x) + 0.5f) / pixels,
                           viewport.Pos.y + (static_cast<float>(latest->pixels.largest_y) + 0.5f) / pixels};
    draw_ring(position, latest->pixels.largest, interface);
    if (view != comparison_view::side_by_side) return;
    const float second = viewport.Size.x - static_cast<float>(latest->size.width) / pixels;
    draw_ring({position.x + second, position.y}, latest->pixels.largest, interface);
}

}  // namespace

void draw_comparison_marks(stage& stage, const user_interface& interface) {
    live_comparison& comparison = stage.comparison();
    if (!comparison.is_active() || !stage.running()) return;
    comparison_layout& look = comparison.layout();
    const float u = interface.unit();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const device& first = stage.running()->current_device();
    const std::string names[] = {name_of(first, comparison.second_device()), name_of(comparison.second_device(), first)};
    if (look.view == comparison_view::split) draw_split(look, interface);
    if (comparison.marks_largest()) draw_marker(comparison, look.view, interface);
    const float top = viewport.Pos.y + 16.0f * u;
    if (look.view == comparison_view::difference) {
        draw_tag(fmt::format("| {} − {} |  × {:.0f}", names[0], names[1], look.amplify),
                 {viewport.Pos.x + 0.5f * viewport.Size.x, top}, 0.5f, interface);
        return;
    }
    const float line = viewport.Pos.x + (look.view == comparison_view::split ? look.line : 0.5f) * viewport.Size.x;
    draw_tag(names[0], {line - 8.0f * u, top}, 1.0f, interface);
    draw_tag(names[1], {line + 8.0f * u, top}, 0.0f, interface);
}

void show_next_view(live_comparison& comparison) {
    comparison_layout& look = comparison.layout();
    look.view = look.view == comparison_view::split          ? comparison_view::side_by_side
                : look.view == comparison_view::side_by_side ? comparison_view::difference
                                                             : comparison_view::split;
}

namespace {

void draw_views(comparison_layout& look, const user_interface& interface) {
    constexpr std::array views {std::pair {"Split", comparison_view::split},
                                std::pair {"Side by side", comparison_view::side_by_side},
                                std::pair {"Difference", comparison_view::difference}};
    for (const auto& [title, view] : views) {
        if (widgets::text_button(title, look.view == view)) look.view = view;
        ImGui::SameLine(0.0f, 4.0f * interface.unit());
    }
    widgets::tooltip("Switch to the next view (V)", interface);
    if (look.view != comparison_view::difference) return;
    constexpr float minimum = 1.0f;
    constexpr float maximum = 255.0f;
    ImGui::SetNextItemWidth(84.0f * interface.unit());
    widgets::slider("##amplify", ImGuiDataType_Float, &look.amplify, &minimum, &maximum, "x %.0f", true, interface);
    widgets::tooltip("Factor by which the difference is amplified", interface);
    ImGui::SameLine(0.0f, 4.0f * interface.unit());
}

void draw_chooser(stage& stage, const user_interface& interface) {
    const device& second = stage.comparison().second_device();
    const device& first = stage.running()->current_device();
    ImGui::SetNextItemWidth(150.0f * interface.unit());
    const std::string device_text = widgets::shorten(name_of(second, first), 122.0f * interface.unit());
    if (widgets::begin_choice("##second", device_text.c_str(), interface)) {
        for (const device_listing& each : stage.known_devices()) {
            if (!each.device || *each.device == first) continue;
            if (ImGui::Selectable(describe(*each.device).c_str(), *each.device == second) && *each.device != second)
                stage.compare_with(*each.device);
        }
        ImGui::EndCombo();
    }
    widgets::tooltip("The second device", interface);
}

/// Draws a name and a value in the current line.
void draw_figure(const char* name, const std::string& value, const char* help, const user_interface& interface) {
    widgets::quiet_text(name);
    ImGui::SameLine(0.0f, 5.0f * interface.unit());
    ImGui::TextUnformatted(value.c_str());
    widgets::tooltip(help, interface);
    ImGui::SameLine(0.0f, 14.0f * interface.unit());
}

void draw_figures_of(const live_comparison& comparison, const user_interface& interface) {
    const auto& latest = comparison.latest();
    if (!latest) return widgets::quiet_text("measuring …");
    const auto& pixels = latest->pixels;
    draw_figure("largest",
                pixels.largest == 0 ? "0" : fmt::format("{}/255 at {},{}", pixels.largest, pixels.largest_x, pixels.largest_y),
                "Largest difference of a colour channel, and the position of its pixel from the left and the top", interface);
    draw_figure("PSNR", format_decibels(pixels.psnr), "Peak signal-to-noise ratio between the two pictures", interface);
    draw_figure("differ", fmt::format("{:.3g} %", 100.0 * pixels.differing_share), "Percentage of the pixels that differ",
                interface);
    draw_figure("steps", fmt::format("{}", comparison.steps_since_resync()),
                "Number of steps since both devices had the same state", interface);
    if (comparison.kernel_milliseconds() > 0.0)
        draw_figure("2nd device", fmt::format("{:.2f} ms", comparison.kernel_milliseconds()),
                    "Time of the second device's kernels in a step and its drawing, measured by that device", interface);
    ImGui::NewLine();
    widgets::small_text("Devices round differently. In a simulation the difference grows with each step until Resync.",
                        theme::faint, interface);
}

}  // namespace

void draw_comparison(stage& stage, const user_interface& interface) {
    live_comparison& comparison = stage.comparison();
    if (!comparison.is_active() || !stage.running()) return;
    const float u = interface.unit();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    // The bar is in the middle of the window, or farther right if the sample panel would otherwise cover it.
    const float middle = std::max(0.5f * viewport.Size.x, std::min(700.0f * u, 0.5f * (viewport.Size.x + 332.0f * u)));
    widgets::begin_panel("comparison", {viewport.Pos.x + middle, viewport.Pos.y + viewport.Size.y - 84.0f * u}, {0.5f, 1.0f},
                         0.0f, viewport.Size.y, interface);
    ImGui::AlignTextToFramePadding();
    widgets::quiet_text("with");
    ImGui::SameLine();
    draw_chooser(stage, interface);
    ImGui::SameLine(0.0f, 14.0f * u);
    draw_views(comparison.layout(), interface);
    ImGui::SameLine(0.0f, 14.0f * u);
    if (widgets::icon_button(widgets::icon::reset, "Resync", interface)) stage.resync();
    widgets::tooltip("Copy the state of the first device to the second (Y)", interface);
    ImGui::SameLine();
    widgets::switch_button("##marker", comparison.marks_largest(), interface);
    widgets::tooltip("Mark the largest difference", interface);
    ImGui::SameLine();
    const bool is_end_pressed = widgets::icon_button(widgets::icon::cross, "##end", interface);
    widgets::tooltip("End the comparison (C)", interface);
    draw_figures_of(comparison, interface);
    widgets::end_panel();
    if (is_end_pressed) stage.end_comparison();
}

}  // namespace ingot::shell
