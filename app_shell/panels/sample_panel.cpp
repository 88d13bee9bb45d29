#include "panels/sample_panel.hpp"

#include <fmt/format.h>

#include "panels/device_panel.hpp"
#include "panels/theme.hpp"
#include "panels/transport.hpp"
#include "panels/view_panel.hpp"
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

}  // namespace

sample_panel::wish sample_panel::draw(stage& on, camera_controls& moves, std::map<int, orbit>& bookmarks,
                                      const user_interface& in) {
    const float u = in.unit();
    const ImGuiViewport& whole = *ImGui::GetMainViewport();
    widgets::begin_panel("sample", {whole.Pos.x + 16.0f * u, whole.Pos.y + 16.0f * u}, {0.0f, 0.0f}, 316.0f * u,
                         height_for_panels(in), in);
    const bool back = draw_title(on.running()->description(), in);
    draw_devices(on, in);
    parameters.draw_presets(on, in);
    parameters.draw(on, in);
    draw_view(on, moves, bookmarks, in);
    ImGui::Dummy({0.0f, 2.0f * u});
    const bool copy = ImGui::Button("Copy as a command line", {-1.0f, 0.0f});
    widgets::tooltip("Into the clipboard: the command that brings back what is on the screen (Ctrl+C)", in);
    widgets::end_panel();
    return back ? wish::back : copy ? wish::copy_command : wish::none;
}

}  // namespace ingot::shell
