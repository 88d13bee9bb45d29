#include "panels/transport.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "panels/theme.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

/// "1/4×", "2×"
std::string speed_text(double speed) {
    return speed < 1.0 && std::fabs(1.0 / speed - std::round(1.0 / speed)) < 1e-6 ? fmt::format("1/{:.0f}×", 1.0 / speed)
                                                                                  : fmt::format("{:g}×", speed);
}

void draw_pause_and_steps(stage& on, const user_interface& in) {
    clock& time = on.running()->time();
    if (widgets::icon_button(time.paused() ? widgets::icon::play : widgets::icon::pause, "##pause", in))
        time.set_paused(!time.paused());
    widgets::tooltip(time.paused() ? "Go on (Space)" : "Pause (Space)", in);
    ImGui::SameLine();
    if (widgets::icon_button(widgets::icon::step, "##step", in)) {
        time.set_paused(true);
        time.single_step();
    }
    widgets::tooltip("One step of 1/60 s (.)", in);
    ImGui::SameLine();
    if (widgets::icon_button(widgets::icon::reset, "##reset", in)) on.reset();
    widgets::tooltip("Start anew (R)", in);
}

void draw_pace(clock& time, bool makes_video, const user_interface& in) {
    ImGui::SetNextItemWidth(64.0f * in.unit());
    if (widgets::begin_choice("##speed", speed_text(time.speed()).c_str(), in)) {
        // NOLINTNEXTLINE(bugprone-float-loop-counter): halves are exact
        for (double speed = clock::fastest; speed >= clock::slowest; speed *= 0.5)
            if (ImGui::Selectable(speed_text(speed).c_str(), speed == time.speed())) time.set_speed(speed);
        ImGui::EndCombo();
    }
    widgets::tooltip("Steps for each picture: slow and fast motion (J and L)", in);
    ImGui::SameLine();
    const bool fixed = time.goes_by() == clock::pace::fixed;
    ImGui::BeginDisabled(makes_video);
    if (widgets::text_button(fixed ? "fixed step###pace" : "real time###pace", fixed))
        time.set_pace(fixed ? clock::pace::real : clock::pace::fixed);
    ImGui::EndDisabled();
    widgets::tooltip(makes_video ? "A video is made in fixed steps"
                     : fixed     ? "Every step is 1/60 s, however long a picture takes: runs are the same each time (G)"
                                 : "Steps are as long as pictures take (G)",
                     in);
}

transport_wish draw_capture(bool makes_video, double seconds, const user_interface& in) {
    transport_wish wish = transport_wish::none;
    if (widgets::icon_button(widgets::icon::camera, "##capture", in))
        wish = ImGui::GetIO().KeyShift ? transport_wish::picture_with_panels : transport_wish::picture;
    widgets::tooltip("Save the picture (P); with Shift, the panels too", in);
    ImGui::SameLine();
    if (widgets::icon_button(makes_video ? widgets::icon::stop : widgets::icon::record, "##video", in))
        wish = transport_wish::video;
    widgets::tooltip(makes_video ? "End the video (F9)" : "Make a video from here on, 60 pictures a second (F9)", in);
    if (!makes_video) return wish;
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(theme::failure, "%s", fmt::format("{:.1f} s", seconds).c_str());
    return wish;
}

/// Figures in fields of their own widths, so that the bar does not tremble.
void draw_clock(const clock& time, const user_interface& in) {
    const auto field = [&in](const std::string& text, float width) {
        const float begins = ImGui::GetCursorPosX();
        ImGui::TextUnformatted(text.c_str());
        ImGui::SameLine(begins + width * in.unit());
    };
    ImGui::AlignTextToFramePadding();
    widgets::quiet_text("frame");
    ImGui::SameLine(0.0f, 5.0f * in.unit());
    field(fmt::format("{}", time.frames()), time.frames() < 100'000 ? 46.0f : 70.0f);
    field(fmt::format("{:.2f} s", time.time()), time.time() < 1000.0 ? 58.0f : 84.0f);
}

/// Where the window is too narrow for one.
bool in_two_rows(const user_interface& in) { return ImGui::GetMainViewport()->Size.x < 680.0f * in.unit(); }

}  // namespace

transport_wish draw_transport(stage& on, const transport_state& now, const user_interface& in) {
    const float u = in.unit();
    const ImGuiViewport& whole = *ImGui::GetMainViewport();
    // In the middle, but beside the sample's panel where there is room for both.
    const float beside_panel = std::min(660.0f * u, whole.Size.x - 310.0f * u);
    widgets::begin_panel("transport",
                         {whole.Pos.x + std::max(0.5f * whole.Size.x, beside_panel), whole.Pos.y + whole.Size.y - 16.0f * u},
                         {0.5f, 1.0f}, 0.0f, whole.Size.y, in);
    draw_pause_and_steps(on, in);
    ImGui::SameLine(0.0f, 14.0f * u);
    draw_pace(on.running()->time(), now.makes_video, in);
    if (!in_two_rows(in)) {
        ImGui::SameLine(0.0f, 14.0f * u);
        draw_clock(on.running()->time(), in);
    }
    ImGui::SameLine(0.0f, 14.0f * u);
    transport_wish wish = draw_capture(now.makes_video, now.video_seconds, in);
    if (in_two_rows(in)) draw_clock(on.running()->time(), in);
    ImGui::SameLine(0.0f, 14.0f * u);
    if (widgets::text_button("Figures", now.figures)) wish = transport_wish::figures;
    widgets::tooltip("Times and readings, at the right (I)", in);
    ImGui::SameLine();
    if (widgets::text_button("Kernels", now.kernels)) wish = transport_wish::kernels;
    widgets::tooltip("Source and compiled code of the kernels (K)", in);
    widgets::end_panel();
    return wish;
}

float height_for_panels(const user_interface& in) {
    const float u = in.unit();
    const ImVec2 whole = ImGui::GetMainViewport()->Size;
    const float free = whole.y - 32.0f * u;
    if (whole.x >= 960.0f * u) return free;
    const float second_row = in_two_rows(in) ? ImGui::GetFrameHeightWithSpacing() : 0.0f;
    return free - 16.0f * u - ImGui::GetFrameHeight() - second_row - 2.0f * ImGui::GetStyle().WindowPadding.y;
}

}  // namespace ingot::shell
