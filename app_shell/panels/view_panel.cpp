#include "panels/view_panel.hpp"

#include <fmt/format.h>

#include "panels/theme.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

/// Draws a name at the left edge, and sets position and width of the next item to the column of fields.
void begin_row(const char* name, const user_interface& in) {
    ImGui::AlignTextToFramePadding();
    widgets::quiet_text(name);
    ImGui::SameLine(ImGui::GetStyle().WindowPadding.x + 104.0f * in.unit());
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight() - 4.0f * in.unit());
}

void draw_mode(camera_controls& moves, const user_interface& in) {
    begin_row("camera", in);
    if (widgets::text_button("orbit", moves.mode() == camera_mode::orbit)) moves.set_mode(camera_mode::orbit);
    widgets::tooltip("Drag or use the arrow keys to turn around the centre; use the wheel, + or − to zoom (F)", in);
    ImGui::SameLine();
    if (widgets::text_button("fly", moves.mode() == camera_mode::fly)) moves.set_mode(camera_mode::fly);
    widgets::tooltip("W A S D and E Q move the camera, dragging turns it, and the wheel sets the speed (F)", in);
    if (moves.mode() != camera_mode::fly) return;
    begin_row("speed", in);
    widgets::slider("##fly-speed", ImGuiDataType_Float, &moves.speed(), &camera_controls::slowest, &camera_controls::fastest,
                    "%.3g", true, in);
    widgets::tooltip(
        "Flying speed per second, as a multiple of the camera's distance to the centre (wheel). Shift flies four "
        "times as fast.",
        in);
}

void draw_exposure(stage& stage, const user_interface& in) {
    begin_row("exposure", in);
    constexpr float least = -6.0f;
    constexpr float most = 6.0f;
    widgets::slider("##exposure", ImGuiDataType_Float, &stage.exposure_stops(), &least, &most, "%+.1f", false, in);
    widgets::tooltip("Exposure in stops: +1 is twice as bright ( [ and ] )", in);
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::GetFrameHeight());
    if (widgets::icon_button(widgets::icon::reset, "##view", in)) {
        stage.exposure_stops() = 0.0f;
        stage.camera().home();
    }
    widgets::tooltip("Reset camera and exposure (Home)", in);
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
        widgets::tooltip(stored ? fmt::format("Return to this view ({0}); replace it by the current view (Ctrl+{0})", key)
                                : fmt::format("Save the current view (Ctrl+{})", key),
                         in);
        if (pressed && stored && !ImGui::GetIO().KeyCtrl)
            camera.move_to(kept->second);
        else if (pressed)
            bookmarks[key] = camera.position();
    }
    ImGui::PopStyleVar();
}

}  // namespace

void draw_view(stage& stage, camera_controls& moves, std::map<int, orbit>& bookmarks, const user_interface& in) {
    widgets::heading("View", in);
    draw_mode(moves, in);
    draw_bookmarks(stage.camera(), bookmarks, in);
    draw_exposure(stage, in);
}

}  // namespace ingot::shell
