#include "panels/device_panel.hpp"

#include <fmt/format.h>

#include "panels/theme.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

std::string details(const device& device) {
    const auto& is = device.properties();
    return fmt::format("{}\n{}\n{} compute units, {:.1f} GiB", is.name, is.driver, is.compute_units,
                       static_cast<double>(is.global_memory) / (1ULL << 30U));
}

/// Draws the button that begins or ends a comparison with the device `other`, at the right end of its row.
void draw_compare_button(stage& stage, const device& other, const user_interface& interface) {
    const bool is_compared = stage.comparison().is_active() && stage.comparison().second_device() == other;
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::GetFrameHeight());
    ImGui::PushStyleColor(ImGuiCol_Button, is_compared ? theme::accent_dim : theme::colour(0, 0.0f));
    const bool pressed = widgets::icon_button(widgets::icon::compare, "##compare", interface);
    ImGui::PopStyleColor();
    widgets::tooltip(
        is_compared ? "End the comparison (C)" : "Compare with this device: the sample runs on both devices step by step (C)",
        interface);
    if (!pressed) return;
    if (is_compared)
        stage.end_comparison();
    else
        stage.compare_with(other);
}

/// Draws a row with a dot, the backend and the device. Returns true if it was clicked.
bool draw_row(const device_listing& listing, bool in_use, const user_interface& interface) {
    const float u = interface.unit();
    const float height = ImGui::GetFrameHeight();
    const bool comparable = listing.device && !in_use;
    const float width = ImGui::GetContentRegionAvail().x - (comparable ? height + 6.0f * u : 0.0f);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::BeginDisabled(in_use);  // the sample already runs on this device
    const bool pressed = ImGui::InvisibleButton("row", {width, height});
    ImGui::EndDisabled();
    widgets::mark_focus();
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    if (in_use || (ImGui::IsItemHovered() && listing.device))
        draw_list.AddRectFilled({corner.x - 4.0f * u, corner.y}, {corner.x + width + 4.0f * u, corner.y + height},
                                theme::packed(in_use ? theme::field : theme::card_hovered), 4.0f * u);
    const ImVec2 dot {corner.x + 8.0f * u, corner.y + 0.5f * height};
    if (in_use)
        draw_list.AddCircleFilled(dot, 4.0f * u, theme::packed(theme::accent));
    else
        draw_list.AddCircle(dot, 4.0f * u, theme::packed(listing.device ? theme::quiet : theme::field_active), 0, 1.2f * u);

    const float text_at = corner.y + ImGui::GetStyle().FramePadding.y;
    const float name_at = 98.0f * u;
    const std::string_view title = description_of(listing.backend).title;
    draw_list.AddText({corner.x + 22.0f * u, text_at}, theme::packed(listing.device ? theme::text : theme::faint), title.data(),
                      title.data() + title.size());
    const auto name = widgets::shorten(listing.device ? listing.device->name() : "unavailable", width - name_at);
    draw_list.AddText({corner.x + name_at, text_at}, theme::packed(listing.device ? theme::quiet : theme::faint), name.c_str());
    widgets::tooltip(listing.device ? details(*listing.device) : listing.unavailable_reason, interface);
    return pressed;
}

}  // namespace

void draw_devices(stage& stage, const user_interface& interface) {
    widgets::heading("Device", interface);
    int row = 0;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8.0f * interface.unit(), 1.0f * interface.unit()});
    for (const auto& each : stage.known_devices()) {
        const bool in_use = each.device && *each.device == stage.running()->current_device();
        ImGui::PushID(row++);
        const bool pressed = draw_row(each, in_use, interface);
        if (pressed && each.device) stage.switch_device(*each.device);
        if (pressed && !each.device)
            stage.notice_list().add(notices::severity::message,
                                    fmt::format("{}: {}", description_of(each.backend).title, each.unavailable_reason));
        if (each.device && !in_use) draw_compare_button(stage, *each.device, interface);
        ImGui::PopID();
    }
    ImGui::PopStyleVar();
}

}  // namespace ingot::shell
