#include "panels/sample_panel.hpp"

#include <fmt/format.h>

#include <cmath>

#include "panels/device_panel.hpp"
#include "panels/theme.hpp"
#include "panels/transport.hpp"
#include "panels/view_panel.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

bool draw_title(const sample_description& sample, const user_interface& interface) {
    // The arrow is at the middle of the title, whose text is larger than that of other buttons.
    const float top = ImGui::GetCursorPosY();
    const float line_height = interface.loaded_fonts().large->FontSize * ImGui::GetIO().FontGlobalScale;
    ImGui::SetCursorPosY(top + std::round(0.5f * (line_height - ImGui::GetTextLineHeight())));
    ImGui::PushStyleColor(ImGuiCol_Button, theme::colour(0, 0.0f));
    const bool back = widgets::icon_button(widgets::icon::back, "##back", interface);
    ImGui::PopStyleColor();
    widgets::tooltip("All samples (Esc)", interface);
    ImGui::SameLine(0.0f, 4.0f * interface.unit());
    ImGui::SetCursorPosY(top);
    ImGui::PushFont(interface.loaded_fonts().large);
    ImGui::TextUnformatted(widgets::shorten(sample.title, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PopFont();
    ImGui::Dummy({0.0f, 2.0f * interface.unit()});
    widgets::small_text(sample.summary, theme::quiet, interface, true);
    return back;
}

}  // namespace

sample_panel::action sample_panel::draw(stage& stage, camera_controls& moves, std::map<int, orbit>& bookmarks,
                                        const user_interface& interface) {
    const float u = interface.unit();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    widgets::begin_panel("sample", {viewport.Pos.x + 16.0f * u, viewport.Pos.y + 16.0f * u}, {0.0f, 0.0f}, 316.0f * u,
                         max_panel_height(interface), interface);
    const bool back = draw_title(stage.running()->description(), interface);
    draw_devices(stage, interface);
    parameters_.draw_presets(stage, interface);
    parameters_.draw(stage, interface);
    draw_view(stage, moves, bookmarks, interface);
    ImGui::Dummy({0.0f, 2.0f * u});
    const bool copy = ImGui::Button("Copy as a command line", {-1.0f, 0.0f});
    widgets::tooltip("Copy the command that reproduces what is on the screen to the clipboard (Ctrl+C)", interface);
    widgets::end_panel();
    return back ? action::back : copy ? action::copy_command : action::none;
}

}  // namespace ingot::shell
