#include "panels/transport.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "panels/theme.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

/// Returns "1/4×" for 0.25 and "2×" for 2.
std::string speed_text(double speed) {
    return speed < 1.0 && std::fabs(1.0 / speed - std::round(1.0 / speed)) < 1e-6 ? fmt::format("1/{:.0f}×", 1.0 / speed)
                                                                                  : fmt::format("{:g}×", speed);
}

void draw_pause_and_steps(stage& stage, const user_interface& interface) {
    clock& time = stage.running()->time();
    if (widgets::icon_button(time.is_paused() ? widgets::icon::play : widgets::icon::pause, "##pause", interface))
        time.set_paused(!time.is_paused());
    widgets::tooltip(time.is_paused() ? "Continue (Space)" : "Pause (Space)", interface);
    ImGui::SameLine();
    if (widgets::icon_button(widgets::icon::step, "##step", interface)) {
        time.set_paused(true);
        time.single_step();
    }
    widgets::tooltip("Advance one step of 1/60 s (.)", interface);
    ImGui::SameLine();
    if (widgets::icon_button(widgets::icon::reset, "##reset", interface)) stage.reset();
    widgets::tooltip("Restart the sample (R)", interface);
}

void draw_pace(clock& time, bool makes_video, const user_interface& interface) {
    ImGui::SetNextItemWidth(64.0f * interface.unit());
    if (widgets::begin_choice("##speed", speed_text(time.speed()).c_str(), interface)) {
        // NOLINTNEXTLINE(bugprone-float-loop-counter): halves are exact
        for (double speed = clock::fastest; speed >= clock::slowest; speed *= 0.5)
            if (ImGui::Selectable(speed_text(speed).c_str(), speed == time.speed())) time.set_speed(speed);
        ImGui::EndCombo();
    }
    widgets::tooltip("Steps for each picture: slow motion or fast motion (J and L). The length of a step stays the same",
                     interface);
    ImGui::SameLine();
    const bool fixed = time.current_pace() == clock::pace::fixed;
    ImGui::BeginDisabled(makes_video);
    ImGui::SetNextItemWidth(92.0f * interface.unit());
    if (widgets::begin_choice("##pace", fixed ? "fixed steps" : "real time", interface)) {
        if (ImGui::Selectable("real time", !fixed)) time.set_pace(clock::pace::real);
        if (ImGui::Selectable("fixed steps", fixed)) time.set_pace(clock::pace::fixed);
        ImGui::EndCombo();
    }
    ImGui::EndDisabled();
    widgets::tooltip(makes_video ? "A video is always recorded with fixed steps"
                     : fixed ? "Each step advances the sample by 1/60 s, regardless of the frame time: every run is the same (G)"
                             : "Each step advances the sample by the time since the last frame (G)",
                     interface);
}

transport_action draw_capture(bool makes_video, double seconds, const user_interface& interface) {
    transport_action action = transport_action::none;
    if (widgets::icon_button(widgets::icon::camera, "##capture", interface))
        action = ImGui::GetIO().KeyShift ? transport_action::picture_with_panels : transport_action::picture;
    widgets::tooltip("Save a screenshot (P); with Shift, include the panels", interface);
    ImGui::SameLine();
    if (widgets::icon_button(makes_video ? widgets::icon::stop : widgets::icon::record, "##video", interface))
        action = transport_action::video;
    widgets::tooltip(makes_video ? "End the video recording (F9)" : "Record a video with 60 frames per second (F9)", interface);
    if (!makes_video) return action;
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(theme::failure, "%s", fmt::format("{:.1f} s", seconds).c_str());
    return action;
}

/// Draws frame number and time in fields of fixed width, so that the bar keeps its width while they change.
void draw_clock(const clock& time, const user_interface& interface) {
    const auto field = [&interface](const std::string& text, float width) {
        const float end = ImGui::GetCursorPosX() + width * interface.unit();
        ImGui::TextUnformatted(text.c_str());
        ImGui::SameLine(end);
        ImGui::Dummy({0.0f, 0.0f});  // what follows is placed relative to the end of the field
        ImGui::SameLine(0.0f, 0.0f);
    };
    ImGui::AlignTextToFramePadding();
    widgets::quiet_text("frame");
    widgets::tooltip(
        "Frames since the start, each a step of the sample, and the time of all steps. A sample may have another time of its own",
        interface);
    ImGui::SameLine(0.0f, 5.0f * interface.unit());
    field(widgets::format_count(time.frames()), time.frames() < 100'000 ? 50.0f : 76.0f);
    field(widgets::with_groups(fmt::format("{:.2f} s", time.time())), time.time() < 1000.0 ? 50.0f : 70.0f);
}

/// Is the window too narrow for a bar with one row?
bool in_two_rows(const user_interface& interface) { return ImGui::GetMainViewport()->Size.x < 680.0f * interface.unit(); }

}  // namespace

transport_action draw_transport(stage& stage, const transport_state& state, const user_interface& interface) {
    const float u = interface.unit();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const ImGuiWindow* const last = ImGui::FindWindowByName("transport");  // wider while a video is recorded
    const float half_width = last ? 0.5f * last->Size.x : 0.0f;
    const float middle = std::min(middle_of_bars(interface), viewport.Pos.x + viewport.Size.x - 16.0f * u - half_width);
    widgets::begin_panel("transport", {middle, viewport.Pos.y + viewport.Size.y - 16.0f * u}, {0.5f, 1.0f}, 0.0f, viewport.Size.y,
                         interface);
    draw_pause_and_steps(stage, interface);
    ImGui::SameLine(0.0f, 14.0f * u);
    draw_pace(stage.running()->time(), state.is_recording, interface);
    if (!in_two_rows(interface)) {
        ImGui::SameLine(0.0f, 14.0f * u);
        draw_clock(stage.running()->time(), interface);
    }
    ImGui::SameLine(0.0f, 14.0f * u);
    transport_action action = draw_capture(state.is_recording, state.video_seconds, interface);
    if (in_two_rows(interface)) draw_clock(stage.running()->time(), interface);
    ImGui::SameLine(0.0f, 14.0f * u);
    if (widgets::text_button("Stats", state.statistics_are_shown)) action = transport_action::figures;
    widgets::tooltip("Show or hide frame times, kernel times and sample statistics (I)", interface);
    ImGui::SameLine();
    if (widgets::text_button("Kernels", state.kernels_are_shown)) action = transport_action::kernels;
    widgets::tooltip("Show or hide the source and compiled code of the kernels (K)", interface);
    widgets::end_panel();
    return action;
}

float middle_of_bars(const user_interface& interface) {
    const float u = interface.unit();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    return viewport.Pos.x + std::max(0.5f * viewport.Size.x, std::min(664.0f * u, viewport.Size.x - 331.0f * u));
}

float above_bar(const user_interface& interface) { return height_of_bar(interface) + 26.0f * interface.unit(); }

float height_of_bar(const user_interface& interface) {
    const float second_row = in_two_rows(interface) ? ImGui::GetFrameHeightWithSpacing() : 0.0f;
    return ImGui::GetFrameHeight() + second_row + 2.0f * ImGui::GetStyle().WindowPadding.y;
}

float max_panel_height(const user_interface& interface) {
    const float u = interface.unit();
    const ImVec2 display_size = ImGui::GetMainViewport()->Size;
    const float free = display_size.y - 32.0f * u;
    return display_size.x >= 960.0f * u ? free : free - 16.0f * u - height_of_bar(interface);
}

float max_right_panel_height(float width, const user_interface& interface) {
    const float u = interface.unit();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float free = viewport.Size.y - 32.0f * u;
    const float left = viewport.Pos.x + viewport.Size.x - 16.0f * u - width;
    const ImGuiWindow* const bar = ImGui::FindWindowByName("transport");  // of the last frame
    const bool is_beside = bar && bar->WasActive && bar->Pos.x + bar->Size.x + 8.0f * u <= left;
    return is_beside ? free : free - 16.0f * u - height_of_bar(interface);
}

}  // namespace ingot::shell
