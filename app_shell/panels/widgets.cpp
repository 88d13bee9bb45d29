#include "panels/widgets.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "panels/outside_characters.hpp"
#include "panels/theme.hpp"

namespace ingot::shell::widgets {

void begin_panel(const char* name, ImVec2 place, ImVec2 pivot, float width, float most_height, const user_interface&) {
    ImGui::SetNextWindowPos(place, ImGuiCond_Always, pivot);
    ImGui::SetNextWindowSizeConstraints({width, 0.0f}, {width > 0.0f ? width : FLT_MAX, most_height});
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoSavedSettings);
}

void end_panel() { ImGui::End(); }

void heading(const char* text, const user_interface& interface) {
    ImGui::Dummy({0.0f, 4.0f * interface.unit()});
    ImGui::PushFont(interface.loaded_fonts().strong);
    ImGui::TextUnformatted(text);
    ImGui::PopFont();
}

bool small_button_at_end(const char* label, const user_interface& interface) {
    ImGui::PushFont(interface.loaded_fonts().small);
    ImGui::PushStyleColor(ImGuiCol_Button, theme::colour(0, 0.0f));
    ImGui::PushStyleColor(ImGuiCol_Text, theme::quiet);
    const float width = ImGui::CalcTextSize(label, nullptr, true).x + 2.0f * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
    const bool pressed = ImGui::SmallButton(label);
    ImGui::PopStyleColor(2);
    ImGui::PopFont();
    return pressed;
}

void quiet_text(std::string_view text) {
    note_characters(text);
    ImGui::PushStyleColor(ImGuiCol_Text, theme::quiet);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopStyleColor();
}

float balanced_width(std::string_view text, float width) {
    const auto height_at = [text](float wrapped_at) {
        return ImGui::CalcTextSize(text.data(), text.data() + text.size(), false, wrapped_at).y;
    };
    const float height = height_at(width);
    float enough = width;
    float too_little = 0.0f;
    while (enough - too_little > 1.0f) {
        const float middle = 0.5f * (enough + too_little);
        (height_at(middle) > height ? too_little : enough) = middle;
    }
    return enough;
}

void small_text(std::string_view text, ImVec4 colour, const user_interface& interface, bool is_wrapped) {
    note_characters(text);
    ImGui::PushFont(interface.loaded_fonts().small);
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    if (is_wrapped) ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + balanced_width(text, ImGui::GetContentRegionAvail().x));
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    if (is_wrapped) ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

std::string shorten(std::string_view text, float width) {
    const auto fits = [width](const std::string& candidate) { return ImGui::CalcTextSize(candidate.c_str()).x <= width; };
    note_characters(text);
    std::string result(text);
    if (fits(result)) return result;
    while (!result.empty()) {
        // Remove all bytes of a UTF-8 character at once.
        while (result.size() > 1 && (static_cast<unsigned char>(result.back()) & 0xc0U) == 0x80U) result.pop_back();
        result.pop_back();
        if (fits(result + "…")) return result + "…";
    }
    return "…";
}

void fitted_text(std::string_view text, float width, const user_interface& interface) {
    const bool fits = ImGui::CalcTextSize(text.data(), text.data() + text.size()).x <= width;
    if (!fits) ImGui::PushFont(interface.loaded_fonts().small);
    quiet_text(shorten(text, width));
    if (!fits) ImGui::PopFont();
}

void value_row(std::string_view name, std::string_view figure, std::string_view unit, const user_interface& interface) {
    const float right = ImGui::GetContentRegionMax().x;
    // Units are in a column. A wide unit moves the number to the left, so that nothing is cut off.
    const float unit_gap = 5.0f * interface.unit();
    const float unit_width =
        std::max(54.0f * interface.unit(), ImGui::CalcTextSize(unit.data(), unit.data() + unit.size()).x + unit_gap);
    const float figure_width = ImGui::CalcTextSize(figure.data(), figure.data() + figure.size()).x;
    const float figure_at = right - unit_width - figure_width;
    fitted_text(name, figure_at - ImGui::GetCursorPosX() - 6.0f * interface.unit(), interface);
    ImGui::SameLine(figure_at);
    ImGui::TextUnformatted(figure.data(), figure.data() + figure.size());
    if (unit.empty()) return;
    ImGui::SameLine(right - unit_width + unit_gap);
    quiet_text(unit);
}

void mark_focus() {
    if (!ImGui::IsItemFocused() || !ImGui::GetIO().NavVisible) return;
    ImGui::GetWindowDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), theme::packed(theme::accent),
                                        ImGui::GetStyle().FrameRounding, 0, 2.0f);
}

namespace {

/// The item whose help text is hidden because the user has pressed it. The text appears again after the mouse has left the item.
/// Like Dear ImGui's context it is global: one thread draws all panels into one window.
ImGuiID pressed_item = 0;

/// Returns whether the mouse rests on the previous item, and has not pressed it since it came.
bool mouse_asks_for_help() {
    const ImGuiID item = ImGui::GetCurrentContext()->LastItemData.ID;
    const bool is_over = ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled);
    if (item == 0) return is_over && !ImGui::IsAnyMouseDown();
    if (is_over && ImGui::IsAnyMouseDown()) pressed_item = item;
    if (!is_over && pressed_item == item && !ImGui::IsAnyMouseDown()) pressed_item = 0;
    return is_over && pressed_item != item;
}

}  // namespace

ImVec2 place_of_help(ImVec2 low, ImVec2 high, float mouse_x, ImVec2 size, ImVec2 window_size, float gap) {
    const float x = std::clamp(mouse_x, low.x, std::max(low.x, high.x));
    const bool fits_below = high.y + gap + size.y <= window_size.y;
    const bool fits_above = low.y - gap - size.y >= 0.0f;
    return {std::max(0.0f, std::min(x, window_size.x - size.x)), fits_below || !fits_above ? high.y + gap : low.y - gap - size.y};
}

void chart_label(const std::string& text, ImVec2 corner, const user_interface& interface) {
    const float u = interface.unit();
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    ImGui::PushFont(interface.loaded_fonts().small);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const ImVec2 low {corner.x, corner.y - size.y};
    draw_list.AddRectFilled({low.x - 2.0f * u, low.y}, {low.x + size.x + 2.0f * u, corner.y}, theme::packed(theme::chart_ground),
                            2.0f * u);
    draw_list.AddText(low, theme::packed(theme::quiet), text.c_str());
    ImGui::PopFont();
}

float distance_of_bars(float width, size_t count) {
    const float pixels = ImGui::GetIO().DisplayFramebufferScale.x;
    return std::max(1.0f, std::round(width * pixels / static_cast<float>(count))) / pixels;
}

void focus_next_control() {
    ImGui::SetWindowFocus();
    ImGui::SetKeyboardFocusHere();
}

void tooltip(std::string_view text, const user_interface& interface) {
    const bool reached_by_keys = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
    if (text.empty() || (!mouse_asks_for_help() && !reached_by_keys)) return;
    note_characters(text);
    const float u = interface.unit();
    const ImVec2 padding {10.0f * u, 7.0f * u};
    const float wrapped_at = balanced_width(text, 320.0f * u);
    // The text is beside the control, so that it does not cover the control's value. In a large item, such as a graph, it is at
    // the mouse.
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    if (reached_by_keys || high.y - low.y <= 2.0f * ImGui::GetFrameHeight()) {
        const ImGuiViewport& viewport = *ImGui::GetMainViewport();
        const ImVec2 text_size = ImGui::CalcTextSize(text.data(), text.data() + text.size(), false, wrapped_at);
        const ImVec2 size {text_size.x + 2.0f * padding.x, text_size.y + 2.0f * padding.y};
        const ImVec2 place =
            place_of_help({low.x - viewport.Pos.x, low.y - viewport.Pos.y}, {high.x - viewport.Pos.x, high.y - viewport.Pos.y},
                          reached_by_keys ? low.x : ImGui::GetIO().MousePos.x - viewport.Pos.x, size, viewport.Size, 4.0f * u);
        ImGui::SetNextWindowPos({viewport.Pos.x + place.x, viewport.Pos.y + place.y});
    }
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1.0f);  // also for a control that is disabled
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(padding.x + wrapped_at);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopStyleVar(2);
}

namespace {

void draw_icon(icon shape, ImVec2 middle, float size, ImU32 colour) {
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const auto point = [&](float x, float y) { return ImVec2(middle.x + x * size, middle.y + y * size); };
    const float thickness = std::max(1.0f, 0.14f * size);
    switch (shape) {
        case icon::play:
            draw_list.AddTriangleFilled(point(-0.35f, -0.45f), point(-0.35f, 0.45f), point(0.45f, 0.0f), colour);
            break;
        case icon::pause:
            draw_list.AddRectFilled(point(-0.36f, -0.42f), point(-0.1f, 0.42f), colour);
            draw_list.AddRectFilled(point(0.1f, -0.42f), point(0.36f, 0.42f), colour);
            break;
        case icon::step:
            draw_list.AddTriangleFilled(point(-0.42f, -0.42f), point(-0.42f, 0.42f), point(0.22f, 0.0f), colour);
            draw_list.AddRectFilled(point(0.24f, -0.42f), point(0.42f, 0.42f), colour);
            break;
        case icon::reset:
            draw_list.PathArcTo(middle, 0.38f * size, -0.7f, 4.0f, 20);
            draw_list.PathStroke(colour, 0, thickness);
            draw_list.AddTriangleFilled(point(0.06f, -0.26f), point(0.5f, -0.5f), point(0.5f, -0.02f), colour);
            break;
        case icon::camera:
            draw_list.AddRect(point(-0.48f, -0.28f), point(0.48f, 0.38f), colour, 0.12f * size, 0, thickness);
            draw_list.AddCircle(point(0.0f, 0.05f), 0.18f * size, colour, 0, thickness);
            draw_list.AddRectFilled(point(-0.18f, -0.42f), point(0.18f, -0.26f), colour);
            break;
        case icon::back:
            draw_list.AddLine(point(0.16f, -0.38f), point(-0.22f, 0.0f), colour, thickness);
            draw_list.AddLine(point(-0.22f, 0.0f), point(0.16f, 0.38f), colour, thickness);
            break;
        case icon::compare:
            draw_list.AddRect(point(-0.46f, -0.36f), point(0.46f, 0.36f), colour, 0.1f * size, 0, thickness);
            draw_list.AddRectFilled(point(0.0f, -0.36f), point(0.46f, 0.36f), colour);
            break;
        case icon::record:
            draw_list.AddCircleFilled(middle, 0.36f * size, theme::packed(theme::failure));
            break;
        case icon::stop:
            draw_list.AddRectFilled(point(-0.32f, -0.32f), point(0.32f, 0.32f), theme::packed(theme::failure), 0.06f * size);
            break;
        case icon::cross:
            draw_list.AddLine(point(-0.3f, -0.3f), point(0.3f, 0.3f), colour, thickness);
            draw_list.AddLine(point(-0.3f, 0.3f), point(0.3f, -0.3f), colour, thickness);
            break;
    }
}

}  // namespace

bool icon_button(icon icon, const char* label, const user_interface& interface) {
    const bool labelled = label[0] != '#';
    const float height = ImGui::GetFrameHeight();
    const float text = labelled ? ImGui::CalcTextSize(label).x + 12.0f * interface.unit() : 0.0f;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::PushID(label);
    const bool pressed = ImGui::Button("##icon", {height + text, height});
    ImGui::PopID();
    draw_icon(icon, {corner.x + 0.5f * height + (labelled ? 2.0f * interface.unit() : 0.0f), corner.y + 0.5f * height},
              0.56f * height, theme::packed(theme::text));
    if (labelled)
        ImGui::GetWindowDrawList()->AddText(
            {corner.x + height + 2.0f * interface.unit(), corner.y + ImGui::GetStyle().FramePadding.y},
            theme::packed(theme::text), label);
    return pressed;
}

bool text_button(const char* label, bool is_chosen, float width) {
    note_characters(label);
    if (is_chosen) {
        ImGui::PushStyleColor(ImGuiCol_Button, theme::accent_dim);
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered, theme::accent_dim);
        ImGui::PushStyleColor(ImGuiCol_Text, theme::on_accent);
    }
    const bool pressed = ImGui::Button(label, {width, 0.0f});
    if (is_chosen) ImGui::PopStyleColor(3);
    return pressed;
}

bool switch_button(const char* id, bool& value, const user_interface& interface) {
    const float height = ImGui::GetFrameHeight();
    const float track = 18.0f * interface.unit();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::InvisibleButton(id, {34.0f * interface.unit(), height});
    if (pressed) value = !value;
    mark_focus();
    const float top = corner.y + 0.5f * (height - track);
    const ImVec4 colour = value ? theme::accent : ImGui::IsItemHovered() ? theme::field_active : theme::field_hovered;
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    draw_list.AddRectFilled({corner.x, top}, {corner.x + 34.0f * interface.unit(), top + track}, theme::packed(colour),
                            0.5f * track);
    const float knob = corner.x + (value ? 34.0f * interface.unit() - 0.5f * track : 0.5f * track);
    draw_list.AddCircleFilled({knob, top + 0.5f * track}, 0.5f * track - 2.5f * interface.unit(), theme::packed(theme::knob));
    return pressed;
}

namespace {

double as_double(ImGuiDataType type, const void* value) {
    if (type == ImGuiDataType_S64) return static_cast<double>(*static_cast<const int64_t*>(value));
    if (type == ImGuiDataType_Float) return static_cast<double>(*static_cast<const float*>(value));
    return *static_cast<const double*>(value);
}

void set_number(ImGuiDataType type, void* value, double number) {
    if (type == ImGuiDataType_S64)
        *static_cast<int64_t*>(value) = static_cast<int64_t>(number);
    else if (type == ImGuiDataType_Float)
        *static_cast<float*>(value) = static_cast<float>(number);
    else
        *static_cast<double*>(value) = number;
}

/// Call this when the mouse presses a slider. Keeps its value; at the second press of a double click, restores the value that it
/// had before the first one. Returns true if the value changed.
bool keep_or_restore(ImGuiID slider, ImGuiDataType type, void* value) {
    ImGuiStorage& kept = *ImGui::GetStateStorage();
    const std::array keys {ImHashStr("low half", 0, slider), ImHashStr("high half", 0, slider)};
    const double number = as_double(type, value);
    const auto halves = std::bit_cast<std::array<int, 2>>(number);
    if (!ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        for (size_t i = 0; i < keys.size(); ++i) kept.SetInt(keys[i], halves[i]);
        return false;
    }
    const std::array before {kept.GetInt(keys[0], halves[0]), kept.GetInt(keys[1], halves[1])};
    set_number(type, value, std::bit_cast<double>(before));
    return before != halves;
}

/// Returns the part of a slider left of its value, from 0 to 1.
float filled_part(double value, double minimum, double maximum, bool is_logarithmic) {
    if (!(maximum > minimum)) return 0.0f;
    if (!is_logarithmic) return static_cast<float>(std::clamp((value - minimum) / (maximum - minimum), 0.0, 1.0));
    // If the minimum is 0, Dear ImGui begins a logarithmic slider at 1e-5 for a number whose format has five digits.
    const double smallest = minimum > 0.0 ? minimum : 1e-5;
    return static_cast<float>(
        std::clamp(std::log(std::max(value, smallest) / smallest) / std::log(maximum / smallest), 0.0, 1.0));
}

/// Draws the number in the middle of a slider, with groups of digits.
void draw_number(ImGuiDataType type, const void* value, const char* format, const ImRect& box) {
    std::array<char, 64> printed {};
    ImGui::DataTypeFormatString(printed.data(), static_cast<int>(printed.size()), type, value, format);
    const std::string text = with_groups(printed.data());
    ImGui::RenderTextClipped(box.Min, box.Max, text.c_str(), nullptr, nullptr, {0.5f, 0.5f});
}

}  // namespace

bool slider(const char* id, ImGuiDataType type, void* value, const void* minimum, const void* maximum, const char* format,
            bool is_logarithmic, const user_interface& interface) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 end {corner.x + ImGui::CalcItemWidth(), corner.y + ImGui::GetFrameHeight()};
    const float rounding = ImGui::GetStyle().FrameRounding;
    const bool hovered = ImGui::IsMouseHoveringRect(corner, end) && ImGui::IsWindowHovered();
    const ImGuiID slider_id = ImGui::GetID(id);
    const bool is_pressed = hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ImGui::TempInputIsActive(slider_id);
    const bool is_restored = is_pressed && keep_or_restore(slider_id, type, value);
    const float part = filled_part(as_double(type, value), as_double(type, minimum), as_double(type, maximum), is_logarithmic);
    const float edge = corner.x + part * (end.x - corner.x);
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    draw_list.AddRectFilled(corner, end, theme::packed(hovered ? theme::field_hovered : theme::field), rounding);
    if (edge > corner.x + rounding) draw_list.AddRectFilled(corner, {edge, end.y}, theme::packed(theme::accent_dim), rounding);
    // A bright line marks the value. It is at the lower edge, so that it does not cross the number. A short piece of it marks the
    // smallest value.
    const float line_begin = corner.x + rounding;
    draw_list.AddRectFilled({line_begin, end.y - 2.0f * interface.unit()},
                            {std::max(edge, line_begin + 4.0f * interface.unit()), end.y}, theme::packed(theme::accent));

    const ImVec4 nothing = theme::colour(0, 0.0f);
    for (const ImGuiCol each :
         {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive})
        ImGui::PushStyleColor(each, nothing);
    const ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp | (is_logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
    // Dear ImGui prints no groups of digits. It prints the number invisibly, unless a text field shows it.
    const ImVec4 text_colour = ImGui::GetStyleColorVec4(ImGuiCol_Text);
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::TempInputIsActive(slider_id) ? text_colour : nothing);
    // Dear ImGui turns a slider into a text field if Ctrl is held.
    ImGuiIO& io = ImGui::GetIO();
    const bool has_control =
        std::exchange(io.KeyCtrl, io.KeyCtrl || (is_pressed && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)));
    const bool is_edited = ImGui::SliderScalar(id, type, value, minimum, maximum, format, flags);
    io.KeyCtrl = has_control;
    if (is_restored) ImGui::MarkItemEdited(slider_id);
    ImGui::PopStyleColor(6);
    if (!ImGui::TempInputIsActive(slider_id)) draw_number(type, value, format, {corner, end});
    return is_edited || is_restored;
}

bool begin_choice(const char* id, const char* value_text, const user_interface& interface) {
    note_characters(value_text);
    const float width = ImGui::CalcItemWidth();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const bool open = ImGui::BeginCombo(id, value_text, ImGuiComboFlags_NoArrowButton);
    if (open) return true;
    const float u = interface.unit();
    const ImVec2 tip {corner.x + width - 13.0f * u, corner.y + 0.5f * ImGui::GetFrameHeight() + 2.0f * u};
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    draw_list.AddLine({tip.x - 4.0f * u, tip.y - 4.0f * u}, tip, theme::packed(theme::quiet), 1.5f * u);
    draw_list.AddLine(tip, {tip.x + 4.0f * u, tip.y - 4.0f * u}, theme::packed(theme::quiet), 1.5f * u);
    return false;
}

std::string with_groups(std::string text) {
    constexpr std::string_view digits = "0123456789";
    const size_t first = std::min(text.find_first_of(digits), text.size());
    const size_t end = std::min(text.find_first_not_of(digits, first), text.size());
    const size_t end_of_number = std::min(text.find_first_not_of("0123456789.", first), text.size());
    if (end_of_number < text.size() && text[end_of_number] == 'e') return text;
    for (size_t position = end; position > first + 3; position -= 3) text.insert(position - 3, 1, ',');
    return text;
}

std::string format_count(uint64_t number) { return with_groups(fmt::format("{}", number)); }

std::string format_number(double value) {
    const double magnitude = std::fabs(value);
    if (!std::isfinite(value)) return fmt::format("{}", value);
    if (magnitude == 0.0) return "0";
    if (magnitude >= 1e9 || magnitude < 1e-3) {
        const std::string text = fmt::format("{:.2e}", value);
        const auto exponent = text.find('e');  // e-07 → e-7
        const int power = std::stoi(text.substr(exponent + 1));
        return fmt::format("{}e{}", text.substr(0, exponent), power);
    }
    if (value == std::floor(value)) return with_groups(fmt::format("{:.0f}", value));
    const int before = std::max(0, static_cast<int>(std::floor(std::log10(magnitude))) + 1);
    return with_groups(fmt::format("{:.{}f}", value, magnitude < 1.0 ? 4 : std::max(0, 5 - before)));
}

}  // namespace ingot::shell::widgets
