#include "panels/device_panel.hpp"

#include <fmt/format.h>

#include "panels/backend_title.hpp"
#include "panels/theme.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

std::string details(const device& of) {
    const auto& is = of.properties();
    return fmt::format("{}\n{}\n{} compute units, {:.1f} GiB", is.name, is.driver, is.units,
                       static_cast<double>(is.global_memory) / (1ULL << 30U));
}

/// A row with a dot, the backend and the device; true where it was clicked.
bool draw_row(const device_listing& of, bool in_use, const user_interface& in) {
    const float u = in.unit();
    const float height = ImGui::GetFrameHeight();
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::InvisibleButton("row", {width, height});
    ImDrawList& onto = *ImGui::GetWindowDrawList();
    if (in_use || (ImGui::IsItemHovered() && of.device))
        onto.AddRectFilled({corner.x - 4.0f * u, corner.y}, {corner.x + width + 4.0f * u, corner.y + height},
                           theme::packed(in_use ? theme::field : theme::card_hovered), 4.0f * u);
    const ImVec2 dot {corner.x + 8.0f * u, corner.y + 0.5f * height};
    if (in_use)
        onto.AddCircleFilled(dot, 4.0f * u, theme::packed(theme::accent));
    else
        onto.AddCircle(dot, 4.0f * u, theme::packed(of.device ? theme::quiet : theme::field_active), 0, 1.2f * u);

    const float text_at = corner.y + ImGui::GetStyle().FramePadding.y;
    const float name_at = 98.0f * u;
    onto.AddText({corner.x + 22.0f * u, text_at}, theme::packed(of.device ? theme::text : theme::faint),
                 backend_title(of.backend).data());
    const auto name = widgets::shortened(of.device ? of.device->name() : "unavailable", width - name_at);
    onto.AddText({corner.x + name_at, text_at}, theme::packed(of.device ? theme::quiet : theme::faint), name.c_str());
    widgets::tooltip(of.device ? details(*of.device) : of.unavailable, in);
    return pressed;
}

}  // namespace

void draw_devices(stage& on, const user_interface& in) {
    widgets::heading("Device", in);
    int row = 0;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8.0f * in.unit(), 1.0f * in.unit()});
    for (const auto& each : on.known_devices()) {
        const bool in_use = each.device && *each.device == on.running()->running_on();
        ImGui::PushID(row++);
        if (draw_row(each, in_use, in) && each.device && !in_use) on.switch_device(*each.device);
        ImGui::PopID();
    }
    ImGui::PopStyleVar();
}

}  // namespace ingot::shell
