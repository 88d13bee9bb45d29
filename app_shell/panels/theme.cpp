#include "panels/theme.hpp"

namespace ingot::shell::theme {

namespace {

look current_look = look::dark;

void set_shapes(ImGuiStyle& style) {
    style.WindowPadding = {14.0f, 12.0f};
    style.WindowRounding = 8.0f;
    style.WindowBorderSize = 1.0f;
    style.WindowMinSize = {16.0f, 16.0f};
    style.PopupRounding = 6.0f;
    style.ChildRounding = 6.0f;
    style.FramePadding = {8.0f, 4.0f};
    style.FrameRounding = 4.0f;
    style.ItemSpacing = {8.0f, 6.0f};
    style.ItemInnerSpacing = {6.0f, 4.0f};
    style.GrabRounding = 3.0f;
    style.GrabMinSize = 8.0f;
    style.ScrollbarSize = 8.0f;
    style.ScrollbarRounding = 4.0f;
    style.CellPadding = {0.0f, 2.0f};
    style.AntiAliasedLinesUseTex = true;
}

void set_colours(ImGuiStyle& style) {
    const auto set = [&style](ImGuiCol colour_index, ImVec4 colour) { style.Colors[colour_index] = colour; };
    set(ImGuiCol_Text, text);
    set(ImGuiCol_TextDisabled, faint);
    set(ImGuiCol_WindowBg, panel);
    set(ImGuiCol_PopupBg, popup);
    set(ImGuiCol_Border, line);
    set(ImGuiCol_FrameBg, field);
    set(ImGuiCol_FrameBgHovered, field_hovered);
    set(ImGuiCol_FrameBgActive, field_active);
    set(ImGuiCol_Button, field);
    set(ImGuiCol_ButtonHovered, field_hovered);
    set(ImGuiCol_ButtonActive, field_active);
    set(ImGuiCol_Header, field_hovered);
    set(ImGuiCol_HeaderHovered, field_hovered);
    set(ImGuiCol_HeaderActive, field_active);
    set(ImGuiCol_SliderGrab, accent);
    set(ImGuiCol_SliderGrabActive, accent);
    set(ImGuiCol_CheckMark, accent);
    set(ImGuiCol_Separator, line);
    set(ImGuiCol_ScrollbarBg, colour(0, 0.0f));
    set(ImGuiCol_ScrollbarGrab, field_hovered);
    set(ImGuiCol_ScrollbarGrabHovered, field_active);
    set(ImGuiCol_ScrollbarGrabActive, field_active);
    set(ImGuiCol_TextSelectedBg, accent_dim);
    set(ImGuiCol_ModalWindowDimBg, colour(0, 0.5f));
    set(ImGuiCol_NavHighlight, accent);
    set(ImGuiCol_Tab, field);
    set(ImGuiCol_TabHovered, field_active);
    set(ImGuiCol_TabActive, accent_dim);
    set(ImGuiCol_TabUnfocused, field);
    set(ImGuiCol_TabUnfocusedActive, accent_dim);
}

}  // namespace

look current() { return current_look; }

void apply(float unit, look appearance) {
    current_look = appearance;
    ImGuiStyle style;
    if (appearance == look::light)
        ImGui::StyleColorsLight(&style);
    else
        ImGui::StyleColorsDark(&style);
    set_shapes(style);
    set_colours(style);
    style.ScaleAllSizes(unit);
    style.WindowBorderSize = 1.0f;
    ImGui::GetStyle() = style;
}

}  // namespace ingot::shell::theme
