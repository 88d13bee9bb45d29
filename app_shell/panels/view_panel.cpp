#include "panels/view_panel.hpp"

#include <fmt/format.h>

#include "panels/theme.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

/// A name at the left; the next item has the panel's column of fields.
void begin_row(const char* name, const user_interface& in) {
    ImGui::AlignTextToFramePadding();
    widgets::quiet_text(name);
    ImGui::SameLine(ImGui::GetStyle().WindowPadding.x + 104.0f * in.unit());
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight() - 4.0f * in.unit());
}

void draw_mode(camera_controls& moves, const user_interface& in) {
    begin_row("camera", in);
    if (widgets::text_button("orbit", moves.mode() == camera_mode::orbit)) moves.set_mode(camera_mode::orbit);
    widgets::tooltip("Drag turns around the middle, the wheel goes nearer; arrows, + and − do the same (F)", in);
    ImGui::SameLine();
    if (widgets::text_button("fly", moves.mode() == camera_mode::fly)) moves.set_mode(camera_mode::fly);
    widgets::tooltip("W A S D and E Q move, dragging looks around, the wheel sets the speed (F)", in);
    if (moves.mode() != camera_mode::fly) return;
    begin_row("speed", in);
    widgets::slider("##fly-speed", ImGuiDataType_Float, &moves.speed(), &camera_controls::slowest, &camera_controls::fastest,
                    "%.3g", true, in);
    widgets::tooltip("How many of its distances to the middle the camera flies in a second (wheel); Shift is four times as fast",
                     in);
}

void draw_exposure(stage& on, const user_interface& in) {
    begin_row("exposure", in);
    constexpr float least = -6.0f;
    constexpr float most = 6.0f;
    widgets::slider("##exposure", ImGuiDataType_Float, &on.exposure_stops(), &least, &most, "%+.1f", false, in);
    widgets::tooltip("Twice as bright for each step ( [ and ] )", in);
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::GetFrameHeight());
    if (widgets::icon_button(widgets::icon::reset, "##view", in)) {
        on.exposure_stops() = 0.0f;
        on.camera().home();
    }
    widgets::tooltip("Camera and exposure as at the start (Home)", in);
}

void draw_bookmarks(orbit_camera& camera, std::map<int, orbit>& bookmarks, const user_interface& in) {
    constexpr int count = 9;
    begin_row("bookmarks", in);
    const float gap = 2.0f * in.unit();
    const float width = (ImGui::GetContentRegionAvail().x - gap * (count - 1)) / count;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.0f, ImGui::GetStyle().FramePadding.y});
    for (int key = 1; key <= count; ++key) {
        const auto kept = bookmarks.find(key);
        const bool stored = kept != bookmarks.end();
        if (key > 1) ImGui::SameLine(0.0f, gap);
        const bool pressed = widgets::text_button(fmt::format("{}##bookmark", key).c_str(), stored, width);
        widgets::tooltip(stored ? fmt::format("Look from here again ({0}); with Ctrl, this view takes its place (Ctrl+{0})", key)
                                : fmt::format("Keep this view (Ctrl+{})", key),
                         in);
        if (pressed && stored && !ImGui::GetIO().KeyCtrl)
            camera.move_to(kept->second);
        else if (pressed)
            bookmarks[key] = camera.position();
    }
    ImGui::PopStyleVar();
}

}  // namespace

void draw_view(stage& on, camera_controls& moves, std::map<int, orbit>& bookmarks, const user_interface& in) {
    widgets::heading("View", in);
    draw_mode(moves, in);
    draw_bookmarks(on.camera(), bookmarks, in);
    draw_exposure(on, in);
}

}  // namespace ingot::shell
