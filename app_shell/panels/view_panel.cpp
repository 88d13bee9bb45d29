#include "panels/view_panel.hpp"

#include <fmt/format.h>

#include "panels/theme.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

/// Draws a name at the left edge, and sets the position and the width of the next item, so that the items of all rows form
/// a column.
void begin_row(const char* name, const user_interface& interface) {
    ImGui::AlignTextToFramePadding();
    widgets::quiet_text(name);
    ImGui::SameLine(ImGui::GetStyle().WindowPadding.x + 104.0f * interface.unit());
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight() - 4.0f * interface.unit());
}

void draw_mode(camera_controls& moves, const user_interface& interface) {
    begin_row("camera", interface);
    if (widgets::text_button("orbit", moves.mode() == camera_mode::orbit)) moves.set_mode(camera_mode::orbit);
    widgets::tooltip("Drag or use the arrow keys to turn around the centre; use the wheel, + or − to zoom (F)", interface);
    ImGui::SameLine();
    if (widgets::text_button("fly", moves.mode() == camera_mode::fly)) moves.set_mode(camera_mode::fly);
    widgets::tooltip("W A S D and E Q move the camera, dragging turns it, and the wheel sets the speed (F)", interface);
    if (moves.mode() != camera_mode::fly) return;
    begin_row("speed", interface);
    widgets::slider("##fly-speed", ImGuiDataType_Float, &moves.speed(), &camera_controls::slowest, &camera_controls::fastest,
                    "%.3g", true, interface);
    widgets::tooltip(
        "Flying speed per second, as a multiple of the camera's distance to the centre (wheel). Shift flies four "
        "times as fast.",
        interface);
}

void draw_exposure(stage& stage, const user_interface& interface) {
    begin_row("exposure", interface);
    constexpr float minimum = -6.0f;
    constexpr float maximum = 6.0f;
    widgets::slider("##exposure", ImGuiDataType_Float, &stage.exposure_stops(), &minimum, &maximum, "%+.1f", false, interface);
    widgets::tooltip("Exposure in stops: +1 is twice as bright ( [ and ] )", interface);
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::GetFrameHeight());
    if (widgets::icon_button(widgets::icon::reset, "##view", interface)) {
        stage.exposure_stops() = 0.0f;
        stage.camera().home();
    }
    widgets::tooltip("Reset camera and exposure (Home)", interface);
}

void draw_bookmarks(orbit_camera& camera, std::map<int, orbit>& bookmarks, const user_interface& interface) {
    constexpr int count = 9;
    begin_row("bookmarks", interface);
    const float gap = 2.0f * interface.unit();
    const float width = (ImGui::GetContentRegionAvail().x - gap * (count - 1)) / count;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.0f, ImGui::GetStyle().FramePadding.y});
    for (int key = 1; key <= count; ++key) {
        const auto bookmark = bookmarks.find(key);
        const bool is_stored = bookmark != bookmarks.end();
        if (key > 1) ImGui::SameLine(0.0f, gap);
        const bool pressed = widgets::text_button(fmt::format("{}##bookmark", key).c_str(), is_stored, width);
        widgets::tooltip(is_stored ? fmt::format("Return to this view ({0}); replace it by the current view (Ctrl+{0})", key)
                                   : fmt::format("Save the current view (Ctrl+{})", key),
                         interface);
        if (pressed && is_stored && !ImGui::GetIO().KeyCtrl)
            camera.move_to(bookmark->second);
        else if (pressed)
            bookmarks[key] = camera.position();
    }
    ImGui::PopStyleVar();
}

}  // namespace

void draw_view(stage& stage, camera_controls& moves, std::map<int, orbit>& bookmarks, const user_interface& interface) {
    widgets::heading("View", interface);
    if (moves.mode() != camera_mode::flat) draw_mode(moves, interface);
    draw_bookmarks(stage.camera(), bookmarks, interface);
    draw_exposure(stage, interface);
}

}  // namespace ingot::shell
