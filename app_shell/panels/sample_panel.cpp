#include "panels/sample_panel.hpp"

#include <fmt/format.h>

#include "panels/device_panel.hpp"
#include "panels/theme.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

bool draw_title(const sample_description& of, const user_interface& in) {
    ImGui::PushStyleColor(ImGuiCol_Button, theme::colour(0, 0.0f));
    const bool back = widgets::icon_button(widgets::icon::back, "##back", in);
    ImGui::PopStyleColor();
    widgets::tooltip("All samples (Esc)", in);
    ImGui::SameLine(0.0f, 4.0f * in.unit());
    ImGui::PushFont(in.faces().large);
    ImGui::TextUnformatted(widgets::shortened(of.title, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PopFont();
    ImGui::Dummy({0.0f, 2.0f * in.unit()});
    widgets::small_text(of.summary, theme::quiet, in, true);
    return back;
}

void draw_view(stage& on, const user_interface& in) {
    widgets::heading("View", in);
    ImGui::AlignTextToFramePadding();
    widgets::quiet_text("exposure");
    ImGui::SameLine(ImGui::GetStyle().WindowPadding.x + 104.0f * in.unit());
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight() - 4.0f * in.unit());
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

}  // namespace

bool sample_panel::draw(stage& on, const user_interface& in) {
    const float u = in.unit();
    const ImGuiViewport& whole = *ImGui::GetMainViewport();
    widgets::begin_panel("sample", {whole.Pos.x + 16.0f * u, whole.Pos.y + 16.0f * u}, {0.0f, 0.0f}, 316.0f * u,
                         whole.Size.y - 32.0f * u, in);
    const bool back = draw_title(on.running()->description(), in);
    draw_devices(on, in);
    parameters.draw_presets(on, in);
    parameters.draw(on, in);
    draw_view(on, in);
    widgets::end_panel();
    return back;
}

bool draw_transport(stage& on, const user_interface& in) {
    const float u = in.unit();
    const ImGuiViewport& whole = *ImGui::GetMainViewport();
    widgets::begin_panel("transport", {whole.Pos.x + 0.5f * whole.Size.x, whole.Pos.y + whole.Size.y - 16.0f * u}, {0.5f, 1.0f},
                         0.0f, whole.Size.y, in);
    clock& time = on.running()->time();
    if (widgets::icon_button(time.paused() ? widgets::icon::play : widgets::icon::pause, "##pause", in))
        time.set_paused(!time.paused());
    widgets::tooltip(time.paused() ? "Go on (Space)" : "Pause (Space)", in);
    ImGui::SameLine();
    if (widgets::icon_button(widgets::icon::step, "##step", in)) {
        time.set_paused(true);
        time.single_step();
    }
    widgets::tooltip("One step of 1/60 s (S or .)", in);
    ImGui::SameLine();
    if (widgets::icon_button(widgets::icon::reset, "##reset", in)) on.reset();
    widgets::tooltip("Start anew (R)", in);
    ImGui::SameLine();
    const bool capture = widgets::icon_button(widgets::icon::camera, "##capture", in);
    widgets::tooltip("Save the picture (P)", in);
    ImGui::SameLine(0.0f, 16.0f * u);
    ImGui::AlignTextToFramePadding();
    widgets::quiet_text("frame");
    ImGui::SameLine(0.0f, 5.0f * u);
    ImGui::TextUnformatted(fmt::format("{:<6}", time.frames()).c_str());
    ImGui::SameLine(0.0f, 12.0f * u);
    ImGui::TextUnformatted(fmt::format("{:.1f} s", time.time()).c_str());
    widgets::end_panel();
    return capture;
}

}  // namespace ingot::shell
