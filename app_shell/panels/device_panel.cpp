#include "panels/device_panel.hpp"

#include <fmt/format.h>

#include "panels/theme.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

std::string details(const device& of) {
    const auto& is = of.properties();
    return fmt::format("{}\n{}\n{} compute units, {:.1f} GiB", is.name, is.driver, is.units,
                       static_cast<double>(is.global_memory) / (1ULL << 30U));
}

/// At the right end of a row of another device: compares with it.
void draw_compare_button(stage& on, const device& with, const user_interface& in) {
    const bool now = on.comparison().is_on() && on.comparison().second_device() == with;
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::GetFrameHeight());
    ImGui::PushStyleColor(ImGuiCol_Button, now ? theme::accent_dim : theme::colour(0, 0.0f));
    const bool pressed = widgets::icon_button(widgets::icon::compare, "##compare", in);
    ImGui::PopStyleColor();
    widgets::tooltip(now ? "End the comparison (C)" : "Compare with this device: both step at once (C)", in);
    if (!pressed) return;
    if (now)
        on.stop_comparing();
    else
        on.compare_with(with);
}

/// A row with a dot, the backend and the device; true where it was clicked.
bool draw_row(const device_listing& of, bool in_use, const user_interface& in) {
    const float u = in.unit();
    const float height = ImGui::GetFrameHeight();
    const bool comparable = of.device && !in_use;
    const float width = ImGui::GetContentRegionAvail().x - (comparable ? height + 6.0f * u : 0.0f);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::BeginDisabled(in_use);  // there is nothing to switch to
    const bool pressed = ImGui::InvisibleButton("row", {width, height});
    ImGui::EndDisabled();
    widgets::mark_focus();
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
    const std::string_view title = description_of(of.backend).title;
    onto.AddText({corner.x + 22.0f * u, text_at}, theme::packed(of.device ? theme::text : theme::faint), title.data(),
                 title.data() + title.size());
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
        const bool pressed = draw_row(each, in_use, in);
        if (pressed && each.device) on.switch_device(*each.device);
        if (pressed && !each.device)
            on.told().add(notices::weight::message, fmt::format("{}: {}", description_of(each.backend).title, each.unavailable));
        if (each.device && !in_use) draw_compare_button(on, *each.device, in);
        ImGui::PopID();
    }
    ImGui::PopStyleVar();
}

}  // namespace ingot::shell
