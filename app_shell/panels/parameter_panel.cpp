#include "panels/parameter_panel.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "panels/outside_characters.hpp"
#include "panels/theme.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

bool is_logarithmic(const parameter_base& parameter) { return parameter.scale() == parameter_scale::logarithmic; }

/// Prints at most five significant digits and no zeros at the end: 0.04 and not 0.040000.
constexpr const char* real_format = "%.5g";

/// Returns the label of a parameter: "damping factor" for "damping_factor".
std::string title_of(const parameter_base& parameter) {
    std::string title = parameter.name();
    std::ranges::replace(title, '-', ' ');
    std::ranges::replace(title, '_', ' ');
    return title;
}

/// Draws a button that resets the parameter to `value`, unless the parameter already has it. Returns true if it was pressed.
bool reset_button(const parameter_base& parameter, const parameter_value& value, const user_interface& interface) {
    const float height = ImGui::GetFrameHeight();
    if (parameter.value() == value) {
        ImGui::Dummy({height, height});
        return false;
    }
    ImGui::PushStyleColor(ImGuiCol_Button, theme::colour(0, 0.0f));
    const bool pressed = widgets::icon_button(widgets::icon::reset, "##reset", interface);
    ImGui::PopStyleColor();
    const bool is_number = parameter.kind() == parameter_kind::integer || parameter.kind() == parameter_kind::real;
    const std::string text = is_number ? widgets::with_groups(to_text(value)) : to_text(value);
    widgets::tooltip(fmt::format("Reset to {}", text.empty() ? "none" : text), interface);
    return pressed;
}

std::string help_of(const parameter_base& parameter) {
    return fmt::format("{}\n--{}: {}{}", parameter.help(), parameter.name(),
                       parameter.kind() == parameter_kind::choice ? "one of the listed values" : parameter.accepted_values(),
                       parameter.range() ? "\nDouble-click to type a number" : "");
}

/// Was the mouse released where it was pressed? A second click can then make a double click.
bool is_click() {
    const ImGuiIO& io = ImGui::GetIO();
    return ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
           io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] < io.MouseDoubleClickMaxDist * io.MouseDoubleClickMaxDist;
}

}  // namespace

void parameter_panel::draw_new_preset(stage& stage, const user_interface& interface) {
    const float height = ImGui::GetFrameHeight();
    const float save_width = ImGui::CalcTextSize("Save").x + 2.0f * ImGui::GetStyle().FramePadding.x;
    const float spacing = ImGui::GetStyle().ItemSpacing.x;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - save_width - height - 2.0f * spacing);
    note_characters(*new_preset_);
    if (new_preset_->empty() && !ImGui::IsAnyItemActive()) widgets::focus_next_control();
    const bool entered =
        ImGui::InputTextWithHint("##preset", "name of the preset", &*new_preset_, ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::SameLine();
    ImGui::BeginDisabled(new_preset_->empty());
    const bool pressed = ImGui::Button("Save");
    ImGui::EndDisabled();
    ImGui::SameLine();
    const bool cancelled = widgets::icon_button(widgets::icon::cross, "##no-preset", interface);
    if ((entered || pressed) && !new_preset_->empty())
        stage.save_preset(*std::exchange(new_preset_, std::nullopt));
    else if (cancelled)
        new_preset_.reset();
}

void parameter_panel::draw_presets(stage& stage, const user_interface& interface) {
    if (stage.running()->parameters().empty()) return;
    widgets::heading("Presets", interface);
    if (widgets::small_button_at_end("Save as…", interface)) new_preset_ = std::string();
    widgets::tooltip("Save the current parameters as a preset", interface);
    if (new_preset_) draw_new_preset(stage, interface);
    const float right = ImGui::GetWindowPos().x + ImGui::GetContentRegionMax().x;
    const ImGuiStyle& style = ImGui::GetStyle();
    float next_at = 0.0f;
    for (const preset& each : stage.presets()) {
        const float width = ImGui::CalcTextSize(each.title.c_str()).x + 2.0f * style.FramePadding.x;
        if (next_at > 0.0f && next_at + width <= right) ImGui::SameLine();
        ImGui::PushID(each.name.c_str());
        if (widgets::text_button(each.title.c_str(), stage.chosen_preset() == each.name)) stage.apply(each);
        ImGui::PopID();
        widgets::tooltip(
            each.is_saved && each.summary.empty() ? "Saved by you. On the command line: --preset " + each.name : each.summary,
            interface);
        next_at = ImGui::GetItemRectMax().x + style.ItemSpacing.x;
    }
    const auto preset_entry = std::ranges::find(stage.presets(), stage.chosen_preset(),
                                                [](const preset& preset) { return std::optional(preset.name); });
    if (preset_entry == stage.presets().end() || !preset_entry->is_saved) return;
    if (ImGui::Button(fmt::format("Delete '{}'###delete-preset", preset_entry->title).c_str(), {-1.0f, 0.0f}))
        stage.delete_preset(*preset_entry);
    widgets::tooltip("Delete the preset; the parameters keep their current values", interface);
}

void parameter_panel::draw(stage& stage, const user_interface& interface) {
    const auto parameters = stage.running()->parameters();
    if (parameters.empty()) return;
    widgets::heading("Parameters", interface);
    const float u = interface.unit();
    const float left = ImGui::GetCursorPosX();
    const float field_at = left + 104.0f * u;
    const float reset_at = ImGui::GetContentRegionMax().x - ImGui::GetFrameHeight();
    for (const parameter_base* each : parameters) {
        const std::string unused = stage.running()->loaded_sample().why_unused(*each);
        const std::string help = unused.empty() ? help_of(*each) : each->help() + "\nNo effect now: " + unused;
        ImGui::PushID(each->name().c_str());
        ImGui::BeginDisabled(!unused.empty());
        ImGui::AlignTextToFramePadding();
        widgets::fitted_text(title_of(*each), 100.0f * u, interface);
        widgets::tooltip(help, interface);
        ImGui::SameLine(field_at);
        ImGui::SetNextItemWidth(reset_at - field_at - 4.0f * u);
        if (const auto value = edit(*each, interface)) stage.set_parameter(each->name(), *value);
        if (!ImGui::IsItemActive()) widgets::tooltip(help, interface);
        ImGui::SameLine(reset_at);
        if (const parameter_value value = stage.reset_value(*each); reset_button(*each, value, interface))
            stage.set_parameter(each->name(), value);
        ImGui::EndDisabled();
        ImGui::PopID();
    }
    const bool is_reset =
        std::ranges::all_of(parameters, [&](const parameter_base* each) { return each->value() == stage.reset_value(*each); });
    ImGui::BeginDisabled(is_reset);
    if (ImGui::Button("Reset all parameters", {-1.0f, 0.0f})) stage.reset_parameters();
    ImGui::EndDisabled();
    widgets::tooltip("Return to the values of the preset that was chosen last, or of the start, and begin again", interface);
}

std::optional<parameter_value> parameter_panel::edit(const parameter_base& parameter, const user_interface& interface) {
    switch (parameter.kind()) {
        case parameter_kind::toggle: {
            bool value = std::get<bool>(parameter.value());
            if (widgets::switch_button("##value", value, interface)) return value;
            return std::nullopt;
        }
        case parameter_kind::integer:
            return edit_integer(parameter, interface);
        case parameter_kind::real:
            return edit_real(parameter, interface);
        case parameter_kind::choice:
            return edit_choice(parameter, interface);
        case parameter_kind::file:
            return edit_file(parameter);
    }
    return std::nullopt;
}

std::optional<parameter_value> parameter_panel::edit_integer(const parameter_base& parameter, const user_interface& interface) {
    const auto pending = pending_values_.find(parameter.name());
    auto value = std::get<int64_t>(pending != pending_values_.end() ? pending->second : parameter.value());
    if (parameter.range()) {
        const auto minimum = static_cast<int64_t>(parameter.range()->minimum);
        const auto maximum = static_cast<int64_t>(parameter.range()->maximum);
        if (widgets::slider("##value", ImGuiDataType_S64, &value, &minimum, &maximum, "%lld", is_logarithmic(parameter),
                            interface))
            pending_values_[parameter.name()] = value;
    } else if (ImGui::InputScalar("##value", ImGuiDataType_S64, &value)) {
        pending_values_[parameter.name()] = value;
    }
    bool is_finished = ImGui::IsItemDeactivatedAfterEdit();
    if (is_finished && parameter.range() && is_click()) {
        clicked_integers_.insert_or_assign(parameter.name(), ImGui::GetTime() + ImGui::GetIO().MouseDoubleClickTime);
        return std::nullopt;
    }
    const auto clicked = clicked_integers_.find(parameter.name());
    const bool was_clicked = clicked != clicked_integers_.end();
    if (was_clicked && !ImGui::IsItemActive() && (is_finished || ImGui::GetTime() > clicked->second)) {
        is_finished = true;
        clicked_integers_.erase(clicked);
    }
    const bool is_idle = !was_clicked && !ImGui::IsItemActive() && !ImGui::IsItemEdited();
    if (is_finished || is_idle) pending_values_.erase(parameter.name());
    return is_finished ? std::optional<parameter_value>(value) : std::nullopt;
}

std::optional<parameter_value> parameter_panel::edit_real(const parameter_base& parameter, const user_interface& interface) {
    double value = std::get<double>(parameter.value());
    const bool edited = parameter.range()
                            ? widgets::slider("##value", ImGuiDataType_Double, &value, &parameter.range()->minimum,
                                              &parameter.range()->maximum, real_format, is_logarithmic(parameter), interface)
                            : ImGui::InputDouble("##value", &value, 0.0, 0.0, real_format);
    return edited ? std::optional<parameter_value>(value) : std::nullopt;
}

std::optional<parameter_value> parameter_panel::edit_choice(const parameter_base& parameter, const user_interface& interface) {
    std::optional<parameter_value> choice;
    const auto& value = std::get<std::string>(parameter.value());
    if (!widgets::begin_choice("##value", value.c_str(), interface)) return choice;
    for (const std::string& each : parameter.choices())
        if (ImGui::Selectable(each.c_str(), each == value)) choice = each;
    ImGui::EndCombo();
    return choice;
}

std::optional<parameter_value> parameter_panel::edit_file(const parameter_base& parameter) {
    const auto pending = pending_values_.find(parameter.name());
    auto path = std::get<std::string>(pending != pending_values_.end() ? pending->second : parameter.value());
    note_characters(path);
    if (ImGui::InputTextWithHint("##value", "path, or drop a file", &path)) pending_values_[parameter.name()] = path;
    const bool is_finished = ImGui::IsItemDeactivatedAfterEdit();
    if (is_finished || (!ImGui::IsItemActive() && !ImGui::IsItemEdited())) pending_values_.erase(parameter.name());
    return is_finished ? std::optional<parameter_value>(path) : std::nullopt;
}

}  // namespace ingot::shell
