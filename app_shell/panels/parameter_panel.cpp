#include "panels/parameter_panel.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "panels/theme.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

bool is_logarithmic(const parameter_base& of) { return of.scale() == parameter_scale::logarithmic; }

/// Digits that matter and no others: 0.04 and not 0.040000, whatever the range.
constexpr const char* real_format = "%.5g";

/// "damping_factor" reads "damping factor".
std::string title_of(const parameter_base& of) {
    std::string title = of.name();
    std::ranges::replace(title, '-', ' ');
    std::ranges::replace(title, '_', ' ');
    return title;
}

/// A button that is only there where the value is not the default.
bool reset_button(const parameter_base& of, const user_interface& in) {
    const float height = ImGui::GetFrameHeight();
    if (of.is_default()) {
        ImGui::Dummy({height, height});
        return false;
    }
    ImGui::PushStyleColor(ImGuiCol_Button, theme::colour(0, 0.0f));
    const bool pressed = widgets::icon_button(widgets::icon::reset, "##reset", in);
    ImGui::PopStyleColor();
    const std::string text = of.kind() == parameter_kind::toggle
                                 ? (std::get<bool>(of.default_value()) ? "on" : "off")
                                 : std::visit([](const auto& value) { return fmt::format("{}", value); }, of.default_value());
    widgets::tooltip(fmt::format("Back to {}", text.empty() ? "none" : text), in);
    return pressed;
}

std::string help_of(const parameter_base& of) {
    return fmt::format("{}\n--{}: {}", of.help(), of.name(),
                       of.kind() == parameter_kind::choice ? "one of these" : of.accepted());
}

}  // namespace

void parameter_panel::draw_new_preset(stage& on, const user_interface& in) {
    const float height = ImGui::GetFrameHeight();
    const float save_width = ImGui::CalcTextSize("Save").x + 2.0f * ImGui::GetStyle().FramePadding.x;
    const float spacing = ImGui::GetStyle().ItemSpacing.x;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - save_width - height - 2.0f * spacing);
    if (new_preset->empty() && !ImGui::IsAnyItemActive()) ImGui::SetKeyboardFocusHere();
    const bool entered =
        ImGui::InputTextWithHint("##preset", "name of the preset", &*new_preset, ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::SameLine();
    ImGui::BeginDisabled(new_preset->empty());
    const bool pressed = ImGui::Button("Save");
    ImGui::EndDisabled();
    ImGui::SameLine();
    const bool given_up = widgets::icon_button(widgets::icon::cross, "##no-preset", in);
    if ((entered || pressed) && !new_preset->empty())
        on.save_preset(*std::exchange(new_preset, std::nullopt));
    else if (given_up)
        new_preset.reset();
}

void parameter_panel::draw_presets(stage& on, const user_interface& in) {
    if (on.running()->parameters().empty()) return;
    widgets::heading("Presets", in);
    if (widgets::small_button_at_end("Save as…", in)) new_preset = std::string();
    widgets::tooltip("Keep the parameters as they are under a name of your own", in);
    if (new_preset) draw_new_preset(on, in);
    const float right = ImGui::GetWindowPos().x + ImGui::GetContentRegionMax().x;
    const ImGuiStyle& style = ImGui::GetStyle();
    float next_at = 0.0f;
    for (const preset& each : on.presets()) {
        const float width = ImGui::CalcTextSize(each.title.c_str()).x + 2.0f * style.FramePadding.x;
        if (next_at > 0.0f && next_at + width <= right) ImGui::SameLine();
        ImGui::PushID(each.name.c_str());
        if (widgets::text_button(each.title.c_str(), on.chosen_preset() == each.name)) on.apply(each);
        ImGui::PopID();
        widgets::tooltip(each.own && each.summary.empty() ? "One of your own: --preset " + each.name : each.summary, in);
        next_at = ImGui::GetItemRectMax().x + style.ItemSpacing.x;
    }
    const auto chosen =
        std::ranges::find(on.presets(), on.chosen_preset(), [](const preset& of) { return std::optional(of.name); });
    if (chosen == on.presets().end() || !chosen->own) return;
    if (ImGui::Button(fmt::format("Delete '{}'###delete-preset", chosen->title).c_str(), {-1.0f, 0.0f}))
        on.delete_preset(*chosen);
    widgets::tooltip("The parameters stay as they are; the preset is gone", in);
}

void parameter_panel::draw(stage& on, const user_interface& in) {
    const auto parameters = on.running()->parameters();
    if (parameters.empty()) return;
    widgets::heading("Parameters", in);
    const float u = in.unit();
    const float left = ImGui::GetCursorPosX();
    const float field_at = left + 104.0f * u;
    const float reset_at = ImGui::GetContentRegionMax().x - ImGui::GetFrameHeight();
    for (const parameter_base* each : parameters) {
        ImGui::PushID(each->name().c_str());
        ImGui::AlignTextToFramePadding();
        widgets::quiet_text(widgets::shortened(title_of(*each), 98.0f * u));
        widgets::tooltip(help_of(*each), in);
        ImGui::SameLine(field_at);
        ImGui::SetNextItemWidth(reset_at - field_at - 4.0f * u);
        if (const auto value = edit(*each, in)) on.set_parameter(each->name(), *value);
        if (!ImGui::IsItemActive()) widgets::tooltip(help_of(*each), in);
        ImGui::SameLine(reset_at);
        if (reset_button(*each, in)) on.set_parameter(each->name(), each->default_value());
        ImGui::PopID();
    }
    const bool all_default = std::ranges::all_of(parameters, [](const parameter_base* each) { return each->is_default(); });
    ImGui::BeginDisabled(all_default);
    if (ImGui::Button("Reset all parameters", {-1.0f, 0.0f})) on.reset_parameters();
    ImGui::EndDisabled();
}

std::optional<parameter_value> parameter_panel::edit(const parameter_base& of, const user_interface& in) {
    switch (of.kind()) {
        case parameter_kind::toggle: {
            bool value = std::get<bool>(of.value());
            if (widgets::switch_button("##value", value, in)) return value;
            return std::nullopt;
        }
        case parameter_kind::integer:
            return edit_integer(of, in);
        case parameter_kind::real:
            return edit_real(of, in);
        case parameter_kind::choice:
            return edit_choice(of, in);
        case parameter_kind::file:
            return edit_file(of);
    }
    return std::nullopt;
}

std::optional<parameter_value> parameter_panel::edit_integer(const parameter_base& of, const user_interface& in) {
    const auto pending = unfinished.find(of.name());
    auto value = std::get<int64_t>(pending != unfinished.end() ? pending->second : of.value());
    if (of.range()) {
        const auto least = static_cast<int64_t>(of.range()->minimum);
        const auto most = static_cast<int64_t>(of.range()->maximum);
        if (widgets::slider("##value", ImGuiDataType_S64, &value, &least, &most, "%lld", is_logarithmic(of), in))
            unfinished[of.name()] = value;
    } else if (ImGui::InputScalar("##value", ImGuiDataType_S64, &value)) {
        unfinished[of.name()] = value;
    }
    const bool finished = ImGui::IsItemDeactivatedAfterEdit();
    if (finished || (!ImGui::IsItemActive() && !ImGui::IsItemEdited())) unfinished.erase(of.name());
    return finished ? std::optional<parameter_value>(value) : std::nullopt;
}

std::optional<parameter_value> parameter_panel::edit_real(const parameter_base& of, const user_interface& in) {
    double value = std::get<double>(of.value());
    const bool edited = of.range() ? widgets::slider("##value", ImGuiDataType_Double, &value, &of.range()->minimum,
                                                     &of.range()->maximum, real_format, is_logarithmic(of), in)
                                   : ImGui::InputDouble("##value", &value, 0.0, 0.0, real_format);
    return edited ? std::optional<parameter_value>(value) : std::nullopt;
}

std::optional<parameter_value> parameter_panel::edit_choice(const parameter_base& of, const user_interface& in) {
    std::optional<parameter_value> chosen;
    const auto& value = std::get<std::string>(of.value());
    if (!widgets::begin_choice("##value", value.c_str(), in)) return chosen;
    for (const std::string& each : of.choices())
        if (ImGui::Selectable(each.c_str(), each == value)) chosen = each;
    ImGui::EndCombo();
    return chosen;
}

std::optional<parameter_value> parameter_panel::edit_file(const parameter_base& of) {
    const auto pending = unfinished.find(of.name());
    auto path = std::get<std::string>(pending != unfinished.end() ? pending->second : of.value());
    if (ImGui::InputTextWithHint("##value", "path, or drop a file", &path)) unfinished[of.name()] = path;
    const bool finished = ImGui::IsItemDeactivatedAfterEdit();
    if (finished || (!ImGui::IsItemActive() && !ImGui::IsItemEdited())) unfinished.erase(of.name());
    return finished ? std::optional<parameter_value>(path) : std::nullopt;
}

}  // namespace ingot::shell
