#include "panels/sample_panel.hpp"

#include <fmt/format.h>

#include "panels/device_panel.hpp"
#include "panels/theme.hpp"
#include "panels/transport.hpp"
#include "panels/view_panel.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

bool draw_title(const sample_description& sample, const user_interface& in) {
    ImGui::PushStyleColor(ImGuiCol_Button, theme::colour(0, 0.0f));
    const bool back = widgets::icon_button(widgets::icon::back, "##back", in);
    ImGui::PopStyleColor();
    widgets::tooltip("All samples (Esc)", in);
    ImGui::SameLine(0.0f, 4.0f * in.unit());
    ImGui::PushFont(in.loaded_fonts().large);
    ImGui::TextUnformatted(widgets::shorten(sample.title, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PopFont();
    ImGui::Dummy({0.0f, 2.0f * in.unit()});
    widgets::small_text(sample.summary, theme::quiet, in, true);
    return back;
}

}  // namespace

sample_panel::action sample_panel::draw(stage& stage, camera_controls& moves, std::map<int, orbit>& bookmarks,
                                        const user_interface& in) {
    const float u = in.unit();
    const ImGuiViewport& whole = *ImGui::GetMainViewport();
    widgets::begin_panel("sample", {whole.Pos.x + 16.0f * u, whole.Pos.y + 16.0f * u}, {0.0f, 0.0f}, 316.0f * u,
                         max_panel_height(in), in);
    const bool back = draw_title(stage.running()->description(), in);
    draw_devices(stage, in);
    parameters_.draw_presets(stage, in);
    parameters_.draw(stage, in);
    draw_view(stage, moves, bookmarks, in);
    ImGui::Dummy({0.0f, 2.0f * u});
    const bool copy = ImGui::Button("Copy as a command line", {-1.0f, 0.0f});
    widgets::tooltip("Copy the command that reproduces what is on the screen to the clipboard (Ctrl+C)", in);
    widgets::end_panel();
    return back ? action::back : copy ? action::copy_command : action::none;
}

}  // namespace ingot::shell
