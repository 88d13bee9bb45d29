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

/// Two devices of one backend need their whole names to be told apart.
std::string name_of(const device& which, const device& other) {
    if (which.backend() != other.backend()) return std::string(description_of(which.backend()).title);
    return std::string(description_of(which.backend()).title) + ": " + which.name();
}

/// A name on a dark plate; `pivot` is the part of its width that lies left of `at`.
void draw_tag(const std::string& text, ImVec2 at, float pivot, const user_interface& in) {
    const float u = in.unit();
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const ImVec2 corner {at.x - pivot * (size.x + 16.0f * u), at.y};
    ImDrawList& onto = *ImGui::GetBackgroundDrawList();
    onto.AddRectFilled(corner, {corner.x + size.x + 16.0f * u, corner.y + size.y + 8.0f * u}, theme::packed(theme::panel),
                       4.0f * u);
    onto.AddText({corner.x + 8.0f * u, corner.y + 4.0f * u}, theme::packed(theme::text), text.c_str());
}

/// The line between the two, with a handle. The mouse takes it within a few pixels.
void draw_split(comparison_layout& look, const user_interface& in) {
    const float u = in.unit();
    const ImGuiViewport& whole = *ImGui::GetMainViewport();
    const float x = whole.Pos.x + look.line * whole.Size.x;
    const float reach = 7.0f * u;
    ImGui::SetNextWindowPos({x - reach, whole.Pos.y});
    ImGui::SetNextWindowSize({2.0f * reach, whole.Size.y});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.0f, 0.0f});
    ImGui::Begin("split", nullptr, bare);
    ImGui::InvisibleButton("line", {2.0f * reach, whole.Size.y});
    const bool held = ImGui::IsItemActive();
    const bool near = ImGui::IsItemHovered();
    ImGui::End();
    ImGui::PopStyleVar();
    if (held) look.line = std::clamp((ImGui::GetIO().MousePos.x - whole.Pos.x) / whole.Size.x, 0.0f, 1.0f);
    if (held || near) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);

    ImDrawList& onto = *ImGui::GetBackgroundDrawList();
    const ImU32 colour = theme::packed(held || near ? theme::accent : theme::colour(0xffffff, 0.75f));
    const float middle = whole.Pos.y + 0.5f * whole.Size.y;
    onto.AddLine({x, whole.Pos.y}, {x, whole.Pos.y + whole.Size.y}, theme::packed(theme::colour(0, 0.6f)), 3.0f * u);
    onto.AddLine({x, whole.Pos.y}, {x, whole.Pos.y + whole.Size.y}, colour, 1.0f * u);
    onto.AddCircleFilled({x, middle}, 11.0f * u, theme::packed(theme::panel));
    onto.AddCircle({x, middle}, 11.0f * u, colour, 0, 1.5f * u);
    for (const float side : {-1.0f, 1.0f})
        onto.AddTriangleFilled({x + side * 2.5f * u, middle - 4.0f * u}, {x + side * 2.5f * u, middle + 4.0f * u},
                               {x + side * 7.0f * u, middle}, colour);
}

/// A ring around the pixel with the largest difference.
void draw_ring(ImVec2 at, int largest, const user_interface& in) {
    const float u = in.unit();
    ImDrawList& onto = *ImGui::GetBackgroundDrawList();
    onto.AddCircle(at, 14.0f * u, theme::packed(theme::colour(0, 0.7f)), 0, 4.0f * u);
    onto.AddCircle(at, 14.0f * u, theme::packed(theme::accent), 0, 2.0f * u);
    const std::string text = fmt::format("{}", largest);
    const ImVec2 beside {at.x + 18.0f * u, at.y - 0.5f * ImGui::GetTextLineHeight()};
    onto.AddText({beside.x + u, beside.y + u}, theme::packed(theme::colour(0, 0.9f)), text.c_str());
    onto.AddText(beside, theme::packed(theme::accent), text.c_str());
}

void draw_marker(const live_comparison& of, comparison_view view, const user_interface& in) {
    const auto& latest = of.latest();
    if (!latest || latest->pixels.largest == 0) return;
    const ImGuiViewport& whole = *ImGui::GetMainViewport();
    const float pixels = ImGui::GetIO().DisplayFramebufferScale.x;
    const ImVec2 at {whole.Pos.x + (static_cast<float>(latest->pixels.largest_x) + 0.5f) / pixels,
                     whole.Pos.y + (static_cast<float>(latest->pixels.largest_y) + 0.5f) / pixels};
    draw_ring(at, latest->pixels.largest, in);
    if (view != comparison_view::side_by_side) return;
    const float second = whole.Size.x - static_cast<float>(latest->size.width) / pixels;
    draw_ring({at.x + second, at.y}, latest->pixels.largest, in);
}

}  // namespace

void draw_comparison_marks(stage& on, const user_interface& in) {
    live_comparison& of = on.comparison();
    if (!of.is_on() || !on.running()) return;
    comparison_layout& look = of.layout();
    const float u = in.unit();
    const ImGuiViewport& whole = *ImGui::GetMainViewport();
    const device& first = on.running()->running_on();
    const std::string names[] = {name_of(first, of.second_device()), name_of(of.second_device(), first)};
    if (look.view == comparison_view::split) draw_split(look, in);
    if (of.marks_largest()) draw_marker(of, look.view, in);
    const float top = whole.Pos.y + 16.0f * u;
    if (look.view == comparison_view::difference) {
        draw_tag(fmt::format("| {} − {} |  × {:.0f}", names[0], names[1], look.amplify), {whole.Pos.x + 0.5f * whole.Size.x, top},
                 0.5f, in);
        return;
    }
    const float between = whole.Pos.x + (look.view == comparison_view::split ? look.line : 0.5f) * whole.Size.x;
    draw_tag(names[0], {between - 8.0f * u, top}, 1.0f, in);
    draw_tag(names[1], {between + 8.0f * u, top}, 0.0f, in);
}

void show_next_view(live_comparison& of) {
    comparison_layout& look = of.layout();
    look.view = look.view == comparison_view::split          ? comparison_view::side_by_side
                : look.view == comparison_view::side_by_side ? comparison_view::difference
                                                             : comparison_view::split;
}

namespace {

void draw_views(comparison_layout& look, const user_interface& in) {
    constexpr std::array views {std::pair {"Split", comparison_view::split},
                                std::pair {"Side by side", comparison_view::side_by_side},
                                std::pair {"Difference", comparison_view::difference}};
    for (const auto& [title, view] : views) {
        if (widgets::text_button(title, look.view == view)) look.view = view;
        ImGui::SameLine(0.0f, 4.0f * in.unit());
    }
    widgets::tooltip("The next of them (V)", in);
    if (look.view != comparison_view::difference) return;
    constexpr float least = 1.0f;
    constexpr float most = 255.0f;
    ImGui::SetNextItemWidth(84.0f * in.unit());
    widgets::slider("##amplify", ImGuiDataType_Float, &look.amplify, &least, &most, "x %.0f", true, in);
    widgets::tooltip("How many times the difference is shown", in);
    ImGui::SameLine(0.0f, 4.0f * in.unit());
}

void draw_chooser(stage& on, const user_interface& in) {
    const device& second = on.comparison().second_device();
    const device& first = on.running()->running_on();
    ImGui::SetNextItemWidth(150.0f * in.unit());
    const std::string shown = widgets::shortened(name_of(second, first), 122.0f * in.unit());
    if (widgets::begin_choice("##second", shown.c_str(), in)) {
        for (const device_listing& each : on.known_devices()) {
            if (!each.device || *each.device == first) continue;
            if (ImGui::Selectable(describe(*each.device).c_str(), *each.device == second) && *each.device != second)
                on.compare_with(*each.device);
        }
        ImGui::EndCombo();
    }
    widgets::tooltip("The second device", in);
}

/// A figure and what it is, after the last one in the line.
void draw_figure(const char* name, const std::string& value, const char* help, const user_interface& in) {
    widgets::quiet_text(name);
    ImGui::SameLine(0.0f, 5.0f * in.unit());
    ImGui::TextUnformatted(value.c_str());
    widgets::tooltip(help, in);
    ImGui::SameLine(0.0f, 14.0f * in.unit());
}

void draw_figures_of(const live_comparison& of, const user_interface& in) {
    const auto& latest = of.latest();
    if (!latest) return widgets::quiet_text("measuring …");
    const auto& pixels = latest->pixels;
    draw_figure("largest",
                pixels.largest == 0 ? "0" : fmt::format("{}/255 at {},{}", pixels.largest, pixels.largest_x, pixels.largest_y),
                "Largest difference of a channel, and the pixel that has it, from the left and the top", in);
    draw_figure("PSNR", decibels(pixels.psnr), "Peak signal-to-noise ratio of what the two show", in);
    draw_figure("differ", fmt::format("{:.3g} %", 100.0 * pixels.differing_share), "Share of the pixels that are not equal", in);
    draw_figure("steps", fmt::format("{}", of.steps_since_resync()), "Steps since both had the same state", in);
    if (of.kernel_milliseconds() > 0.0)
        draw_figure("its kernels", fmt::format("{:.2f} ms", of.kernel_milliseconds()),
                    "What the second device's kernels took in its last step, by its clock", in);
    ImGui::NewLine();
    widgets::small_text("Each device rounds in its own way: what a simulation makes of it grows, until Resync.", theme::faint,
                        in);
}

}  // namespace

void draw_comparison(stage& on, const user_interface& in) {
    live_comparison& of = on.comparison();
    if (!of.is_on() || !on.running()) return;
    const float u = in.unit();
    const ImGuiViewport& whole = *ImGui::GetMainViewport();
    // In the middle, but right of the sample's panel where the window is narrow.
    const float middle = std::max(0.5f * whole.Size.x, std::min(700.0f * u, 0.5f * (whole.Size.x + 332.0f * u)));
    widgets::begin_panel("comparison", {whole.Pos.x + middle, whole.Pos.y + whole.Size.y - 84.0f * u}, {0.5f, 1.0f}, 0.0f,
                         whole.Size.y, in);
    ImGui::AlignTextToFramePadding();
    widgets::quiet_text("with");
    ImGui::SameLine();
    draw_chooser(on, in);
    ImGui::SameLine(0.0f, 14.0f * u);
    draw_views(of.layout(), in);
    ImGui::SameLine(0.0f, 14.0f * u);
    if (widgets::icon_button(widgets::icon::reset, "Resync", in)) on.resync();
    widgets::tooltip("The second takes the state of the first (Y)", in);
    ImGui::SameLine();
    widgets::switch_button("##marker", of.marks_largest(), in);
    widgets::tooltip("Mark the largest difference", in);
    ImGui::SameLine();
    const bool ended = widgets::icon_button(widgets::icon::cross, "##end", in);
    widgets::tooltip("End the comparison (C)", in);
    draw_figures_of(of, in);
    widgets::end_panel();
    if (ended) on.stop_comparing();
}

}  // namespace ingot::shell
