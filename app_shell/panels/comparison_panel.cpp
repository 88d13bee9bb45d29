#include "panels/comparison_panel.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "comparison/differences.hpp"
#include "panels/picture_marks.hpp"
#include "panels/sample_panel.hpp"
#include "panels/theme.hpp"
#include "panels/transport.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

/// Returns the backend's title, with the device's name if both devices have the same backend.
std::string name_of(const device& shown_device, const device& other) {
    if (shown_device.backend() != other.backend()) return std::string(description_of(shown_device.backend()).title);
    return std::string(description_of(shown_device.backend()).title) + ": " + shown_device.name();
}

/// Returns the names of the two sessions.
std::array<std::string, 2> names_of(const live_comparison& comparison, const device& first) {
    if (comparison.trial()) return {"Original", "With the fix"};
    return {name_of(first, comparison.second_device()), name_of(comparison.second_device(), first)};
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

/// Returns where both pictures are, in pixels of the window. It is known as soon as place() was called.
comparison_columns columns_of(const live_comparison& comparison) {
    const auto width = ImGui::GetMainViewport()->Size.x * ImGui::GetIO().DisplayFramebufferScale.x;
    return comparison_picture::columns_of(static_cast<int>(width + 0.5f), comparison.placed());
}

void draw_marker(const live_comparison& comparison, const user_interface& interface) {
    const auto& latest = comparison.latest();
    if (!latest || latest->pixels.largest == 0) return;
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float pixels = ImGui::GetIO().DisplayFramebufferScale.x;
    const comparison_columns columns = columns_of(comparison);
    // The measurement may be older than the place of the pictures.
    if (latest->size.width != columns.width) return;
    const auto ring_in = [&](int first_column) {
        const ImVec2 position {viewport.Pos.x + (static_cast<float>(first_column + latest->pixels.largest_x) + 0.5f) / pixels,
                               viewport.Pos.y + (static_cast<float>(latest->pixels.largest_y) + 0.5f) / pixels};
        draw_ring(position, latest->pixels.largest, interface);
    };
    ring_in(columns.first);
    if (columns.second != columns.first) ring_in(columns.second);
}

/// Draws the name of each picture at its upper edge, in its middle.
void draw_names_side_by_side(const live_comparison& comparison, const std::array<std::string, 2>& names, float top,
                             const user_interface& interface) {
    const comparison_columns columns = columns_of(comparison);
    const float pixels = ImGui::GetIO().DisplayFramebufferScale.x;
    const float width = static_cast<float>(columns.width) / pixels;
    for (const size_t i : {size_t {0}, size_t {1}}) {
        const float begin = static_cast<float>(i == 0 ? columns.first : columns.second) / pixels;
        draw_tag(widgets::shorten(names[i], width - 24.0f * interface.unit()),
                 {ImGui::GetMainViewport()->Pos.x + begin + 0.5f * width, top}, {0.5f, 0.0f}, interface);
    }
}

}  // namespace

void draw_comparison_marks(stage& stage, const user_interface& interface) {
    live_comparison& comparison = stage.comparison();
    if (!comparison.is_active() || !stage.running()) return;
    comparison_layout& look = comparison.layout();
    const float u = interface.unit();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const device& first = stage.running()->current_device();
    const std::array<std::string, 2> names = names_of(comparison, first);
    const comparison_view view = comparison.placed().view;
    if (view == comparison_view::split) drag_line("split", look.line, interface);
    if (comparison.marks_largest()) draw_marker(comparison, interface);
    const float top = viewport.Pos.y + 16.0f * u;
    if (view == comparison_view::side_by_side) return draw_names_side_by_side(comparison, names, top, interface);
    const uncovered_part& free = comparison.placed().shared_part;
    const float left = viewport.Pos.x + free.left * viewport.Size.x;
    const float right = viewport.Pos.x + free.right * viewport.Size.x;
    const float gap = 8.0f * u;
    if (view == comparison_view::difference) {
        const std::string text = fmt::format("| {} − {} |  × {:.0f}", names[0], names[1], look.amplify);
        draw_tag(widgets::shorten(text, right - left - 4.0f * gap), {0.5f * (left + right), top}, {0.5f, 0.0f}, interface);
        return;
    }
    const float line = viewport.Pos.x + look.line * viewport.Size.x;
    const auto width_of = [&](const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x + 2.0f * gap; };
    if (line - gap - width_of(names[0]) >= left && line + gap + width_of(names[1]) <= right) {
        draw_tag(names[0], {line - gap, top}, {1.0f, 0.0f}, interface);
        draw_tag(names[1], {line + gap, top}, {0.0f, 0.0f}, interface);
        return;
    }
    // Where a panel would cover one of the names, both are together in the free part, as near to the line as possible.
    const std::string both = widgets::shorten(names[0] + "  |  " + names[1], right - left - 4.0f * gap);
    const float half = 0.5f * width_of(both) + gap;
    draw_tag(both, {std::clamp(line, left + half, std::max(left + half, right - half)), top}, {0.5f, 0.0f}, interface);
}

void show_next_view(live_comparison& comparison) {
    comparison_layout& look = comparison.layout();
    look.view = look.view == comparison_view::split          ? comparison_view::side_by_side
                : look.view == comparison_view::side_by_side ? comparison_view::difference
                                                             : comparison_view::split;
}

namespace {

/// Places the next item, which is `width` wide, in the current line if the line then stays within `limit`. `limit` is the
/// horizontal position at which a line must end.
void continue_line(float width, float limit, float gap) {
    if (ImGui::GetItemRectMax().x + gap + width <= limit) ImGui::SameLine(0.0f, gap);
}

/// Draws the button that ends the comparison, at the right end of the first line. Its place is known when all other items are
/// drawn. `line` is the upper edge of the first line, and `end` the right end of its items. Returns true if it was pressed.
bool draw_end(float line, float end, float gap, const user_interface& interface) {
    const float size = ImGui::GetFrameHeight();
    const float right = ImGui::GetCurrentWindow()->DC.CursorMaxPos.x;
    const ImVec2 after = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({std::max(right - size, end + gap), line});
    const bool is_pressed = widgets::icon_button(widgets::icon::cross, "##end", interface);
    widgets::tooltip("End the comparison (C)", interface);
    ImGui::SetCursorScreenPos(after);
    ImGui::Dummy({0.0f, 0.0f});
    return is_pressed;
}

float width_of_button(const char* label) {
    return ImGui::CalcTextSize(label, nullptr, true).x + 2.0f * ImGui::GetStyle().FramePadding.x;
}

/// Draws the buttons of the views. Calls `note_end` after each of them.
void draw_views(live_comparison& comparison, float limit, const std::function<void()>& note_end,
                const user_interface& interface) {
    comparison_layout& look = comparison.layout();
    const float gap = 4.0f * interface.unit();
    constexpr std::array views {std::pair {"Split", comparison_view::split},
                                std::pair {"Side by side", comparison_view::side_by_side},
                                std::pair {"Difference", comparison_view::difference}};
    for (const auto& [title, view] : views) {
        if (view != views.front().second) continue_line(width_of_button(title), limit, gap);
        if (widgets::text_button(title, look.view == view)) look.view = view;
        widgets::tooltip("Switch to the next view (V)", interface);
        note_end();
    }
    if (look.view != comparison_view::difference) return;
    constexpr float minimum = 1.0f;
    constexpr float maximum = 255.0f;
    const float slider_width = 84.0f * interface.unit();
    continue_line(slider_width, limit, gap);
    ImGui::SetNextItemWidth(slider_width);
    if (widgets::slider("##amplify", ImGuiDataType_Float, &look.amplify, &minimum, &maximum, "× %.0f", true, interface))
        look.is_automatic = false;
    widgets::tooltip("Factor by which the difference is amplified", interface);
    note_end();
    continue_line(width_of_button("Auto"), limit, gap);
    if (widgets::text_button("Auto", look.is_automatic)) look.is_automatic = !look.is_automatic;
    widgets::tooltip("Choose the factor so that the largest difference is as bright as white", interface);
    note_end();
}

/// Names what the session is compared with: a fix, or a device, which the user can choose.
void draw_second(stage& stage, float limit, const user_interface& interface) {
    if (const auto& trial = stage.comparison().trial()) {
        widgets::quiet_text("fix");
        ImGui::SameLine();
        widgets::fitted_text(trial->title, std::min(420.0f * interface.unit(), limit - ImGui::GetCursorScreenPos().x), interface);
        widgets::tooltip(trial->title, interface);
        return;
    }
    widgets::quiet_text("with");
    ImGui::SameLine();
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

/// A measurement that the comparison bar shows.
struct figure {
    std::string name;
    std::string value;
    const char* help;
};

/// "0.512 → 0.256 ms, 2.00 times as fast"
std::string time_text(const compared_kernel& times) {
    const std::string both = fmt::format("{:.3g} → {:.3g} ms", times.first_milliseconds, times.second_milliseconds);
    if (times.second_milliseconds <= 0.0) return both;
    return fmt::format("{}, {:.2f} times as fast", both, times.first_milliseconds / times.second_milliseconds);
}

std::vector<figure> figures_of(const live_comparison& comparison) {
    const auto& pixels = comparison.latest()->pixels;
    std::vector<figure> all {
        {"largest",
         pixels.largest == 0 ? "0" : fmt::format("{}/255 at x {}, y {}", pixels.largest, pixels.largest_x, pixels.largest_y),
         "Largest difference of a colour channel, and the position of its pixel from the left and the top"},
        {"PSNR", format_decibels(pixels.psnr), "Peak signal-to-noise ratio between the two pictures"},
        {"differ", fmt::format("{:.3g} %", 100.0 * pixels.differing_share), "Percentage of the pixels that differ"},
        {"steps", widgets::format_count(comparison.steps_since_resync()), "Number of steps since both had the same state"}};
    for (const compared_kernel& each : comparison.kernels())
        all.push_back(
            {each.name, time_text(each),
             "Time of a launch of this kernel, without and with the fix: the median since the comparison began, measured "
             "by the device"});
    if (comparison.trial()) return all;
    if (comparison.kernel_milliseconds() > 0.0)
        all.push_back({"2nd device", fmt::format("{:.2f} ms", comparison.kernel_milliseconds()),
                       "Time of the second device's kernels in a step and its drawing, measured by that device"});
    return all;
}

void draw_figures_of(const live_comparison& comparison, float limit, const user_interface& interface) {
    if (!comparison.latest()) return widgets::quiet_text("measuring …");
    const float gap = 5.0f * interface.unit();
    bool begins_line = true;
    for (const auto& [name, value, help] : figures_of(comparison)) {
        const float width = ImGui::CalcTextSize(name.c_str()).x + gap + ImGui::CalcTextSize(value.c_str()).x;
        if (!std::exchange(begins_line, false)) continue_line(width, limit, 14.0f * interface.unit());
        widgets::quiet_text(name);
        ImGui::SameLine(0.0f, gap);
        ImGui::TextUnformatted(value.c_str());
        widgets::tooltip(help, interface);
    }
    ImGui::PushTextWrapPos(limit - ImGui::GetWindowPos().x);
    widgets::small_text(comparison.trial()
                            ? "Both run on the same device. In a simulation a difference grows with each step until Resync."
                            : "Devices round differently. In a simulation the difference grows with each step until Resync.",
                        theme::faint, interface);
    ImGui::PopTextWrapPos();
}

}  // namespace

namespace {

/// A part of the window's width, in Dear ImGui's coordinates from the left edge of the window.
struct horizontal_part {
    float left = 0.0f;
    float right = 0.0f;
    float width() const { return right - left; }
};

/// Returns where the bar of the comparison is: in the free part, or else beside the panel of the sample, or else in the window.
/// The first one of these that has enough room counts.
horizontal_part part_for_bar(const uncovered_part& free, const user_interface& interface) {
    const float u = interface.unit();
    const float window_width = ImGui::GetMainViewport()->Size.x;
    const float margin = 16.0f * u;
    const horizontal_part uncovered {free.left * window_width + margin, free.right * window_width - margin};
    const horizontal_part beside_panel {sample_panel::right_edge * u + margin, window_width - margin};
    const float enough = 420.0f * u;
    if (uncovered.width() >= enough) return uncovered;
    if (beside_panel.width() >= enough) return beside_panel;
    return {margin, window_width - margin};
}

}  // namespace

void draw_comparison(stage& stage, const uncovered_part& free, const user_interface& interface) {
    live_comparison& comparison = stage.comparison();
    if (!comparison.is_active() || !stage.running()) return;
    const float u = interface.unit();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    // The bar is as wide as its contents, and wraps where it has less room.
    const horizontal_part part = part_for_bar(free, interface);
    const float most = part.width();
    const float middle = 0.5f * (part.left + part.right);
    const float bottom = viewport.Size.y - height_of_bar(interface) - 32.0f * u;
    widgets::begin_panel("comparison", {viewport.Pos.x + middle, viewport.Pos.y + bottom}, {0.5f, 1.0f}, 0.0f, bottom, interface);
    const float limit = ImGui::GetWindowPos().x + most - ImGui::GetStyle().WindowPadding.x;
    const float limit_of_controls = limit - 14.0f * u - ImGui::GetFrameHeight();  // the button for the end follows
    const float first_line = ImGui::GetCursorScreenPos().y;
    float end_of_first_line = 0.0f;
    const auto note_end = [&] {
        const ImVec2 end = ImGui::GetItemRectMax();
        if (end.y <= first_line + 1.5f * ImGui::GetFrameHeight()) end_of_first_line = std::max(end_of_first_line, end.x);
    };
    ImGui::AlignTextToFramePadding();
    draw_second(stage, limit_of_controls, interface);
    note_end();
    continue_line(width_of_button("Split"), limit_of_controls, 14.0f * u);
    draw_views(comparison, limit_of_controls, note_end, interface);
    continue_line(ImGui::GetFrameHeight() + ImGui::CalcTextSize("Resync").x + 12.0f * u, limit_of_controls, 14.0f * u);
    if (widgets::icon_button(widgets::icon::reset, "Resync", interface)) stage.resync();
    widgets::tooltip("Copy the state of the first to the second (Y)", interface);
    note_end();
    const char* const mark = "Mark largest";
    continue_line(34.0f * u + 6.0f * u + ImGui::CalcTextSize(mark).x, limit_of_controls, 14.0f * u);
    widgets::switch_button("##marker", comparison.marks_largest(), interface);
    widgets::tooltip("Mark the largest difference", interface);
    ImGui::SameLine(0.0f, 6.0f * u);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(mark);
    note_end();
    draw_figures_of(comparison, limit, interface);
    const bool is_end_pressed = draw_end(first_line, end_of_first_line, 14.0f * u, interface);
    widgets::end_panel();
    if (is_end_pressed) stage.end_comparison();
}

}  // namespace ingot::shell
