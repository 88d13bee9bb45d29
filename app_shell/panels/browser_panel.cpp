#include "panels/browser_panel.hpp"

#include <SDL.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "panels/backend_title.hpp"
#include "panels/theme.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

void draw_ground() {
    const ImGuiViewport& whole = *ImGui::GetMainViewport();
    const ImVec2 end {whole.Pos.x + whole.Size.x, whole.Pos.y + whole.Size.y};
    const ImU32 top = theme::packed(theme::colour(0x171a20));
    const ImU32 bottom = theme::packed(theme::colour(0x0b0d10));
    ImGui::GetBackgroundDrawList()->AddRectFilledMultiColor(whole.Pos, end, top, top, bottom, bottom);
}

/// A bar of metal, seen from above its end, its front still glowing.
void draw_sign(ImVec2 corner, float u) {
    ImDrawList& onto = *ImGui::GetWindowDrawList();
    const auto at = [&](float x, float y) { return ImVec2(corner.x + x * u, corner.y + y * u); };
    for (int i = 0; i < 14; ++i)  // not cut at the window's edge
        ImGui::GetBackgroundDrawList()->AddCircleFilled(at(22.0f, 32.0f), (6.0f + 3.0f * static_cast<float>(i)) * u,
                                                        theme::packed(theme::colour(0xf08a35, 0.010f)));
    onto.AddQuadFilled(at(12.0f, 20.0f), at(32.0f, 20.0f), at(52.0f, 8.0f), at(34.0f, 8.0f),
                       theme::packed(theme::colour(0xffc983)));
    onto.AddQuadFilled(at(32.0f, 20.0f), at(38.0f, 44.0f), at(60.0f, 28.0f), at(52.0f, 8.0f),
                       theme::packed(theme::colour(0xb4621f)));
    onto.AddQuadFilled(at(12.0f, 20.0f), at(6.0f, 44.0f), at(38.0f, 44.0f), at(32.0f, 20.0f),
                       theme::packed(theme::colour(0xf0953e)));
}

void draw_title(const user_interface& in) {
    const float u = in.unit();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float left = ImGui::GetCursorPosX();
    draw_sign({corner.x, corner.y + 6.0f * u}, u);
    ImGui::SetCursorPosX(left + 78.0f * u);
    ImGui::PushFont(in.faces().display);
    ImGui::TextUnformatted("Ingot");
    ImGui::PopFont();
    ImGui::SetCursorPos({left + 80.0f * u, ImGui::GetCursorPosY() - 4.0f * u});
    widgets::quiet_text("One C++ kernel, cast for every GPU");
    ImGui::Dummy({0.0f, 22.0f * u});
}

/// The title of every backend that has a device here.
std::string available_backends(std::span<const device_listing> devices) {
    std::vector<std::string_view> titles;
    for (const auto& each : devices)
        if (each.device && std::ranges::find(titles, backend_title(each.backend)) == titles.end())
            titles.push_back(backend_title(each.backend));
    return titles.empty() ? "no device on this machine" : fmt::format("{}", fmt::join(titles, "  ·  "));
}

bool draw_card(const sample_description& of, const std::string& backends, ImVec2 size, bool selected, const user_interface& in) {
    const float u = in.unit();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::InvisibleButton(of.name.c_str(), size);
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& onto = *ImGui::GetWindowDrawList();
    const ImVec2 end {corner.x + size.x, corner.y + size.y};
    onto.AddRectFilled(corner, end, theme::packed(hovered ? theme::card_hovered : theme::card), 8.0f * u);
    onto.AddRect(corner, end, theme::packed(selected ? theme::accent_dim : theme::line), 8.0f * u, 0, u);
    onto.AddRectFilled(corner, {corner.x + 3.0f * u, end.y},
                       theme::packed(hovered || selected ? theme::accent : theme::field_active), 8.0f * u,
                       ImDrawFlags_RoundCornersLeft);

    const float left = corner.x + 20.0f * u;
    const float width = size.x - 40.0f * u;
    const ImFont& large = *in.faces().large;
    const float large_size = large.FontSize * ImGui::GetIO().FontGlobalScale;
    const float text_size = in.faces().regular->FontSize * ImGui::GetIO().FontGlobalScale;
    const float small_size = in.faces().small->FontSize * ImGui::GetIO().FontGlobalScale;
    onto.AddText(&large, large_size, {left, corner.y + 16.0f * u}, theme::packed(theme::text), of.title.c_str());
    onto.AddText(in.faces().regular, text_size, {left, corner.y + 46.0f * u}, theme::packed(theme::quiet), of.summary.c_str(),
                 nullptr, width);
    onto.AddText(in.faces().small, small_size, {left, end.y - 28.0f * u}, theme::packed(theme::accent), backends.c_str());
    return pressed;
}

void draw_devices(std::span<const device_listing> devices, const user_interface& in) {
    widgets::heading("Devices of this machine", in);
    const float name_at = ImGui::GetCursorPosX() + 110.0f * in.unit();
    for (const auto& each : devices) {
        if (each.device)
            ImGui::TextUnformatted(backend_title(each.backend).data());
        else
            widgets::small_text(backend_title(each.backend), theme::faint, in);
        ImGui::SameLine(name_at);
        if (each.device)
            widgets::quiet_text(each.device->name());
        else
            widgets::small_text(each.unavailable, theme::faint, in, true);
    }
}

}  // namespace

std::optional<size_t> browser_panel::draw_cards(std::span<const sample_description> samples,
                                                std::span<const device_listing> devices, const user_interface& in) {
    const float u = in.unit();
    const float available = ImGui::GetContentRegionAvail().x;
    const float gap = 14.0f * u;
    const auto columns = static_cast<size_t>(std::max(1.0f, std::floor((available + gap) / (330.0f * u))));
    const ImVec2 size {std::min((available - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns), 460.0f * u),
                       132.0f * u};
    const std::string backends = available_backends(devices);
    if (ImGui::IsKeyPressed(SDL_SCANCODE_RIGHT)) selected = std::min(selected + 1, samples.size() - 1);
    if (ImGui::IsKeyPressed(SDL_SCANCODE_LEFT)) selected = selected > 0 ? selected - 1 : 0;
    if (ImGui::IsKeyPressed(SDL_SCANCODE_DOWN)) selected = std::min(selected + columns, samples.size() - 1);
    if (ImGui::IsKeyPressed(SDL_SCANCODE_UP)) selected = selected >= columns ? selected - columns : selected;

    std::optional<size_t> chosen;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
    for (size_t i = 0; i < samples.size(); ++i) {
        if (i % columns != 0) ImGui::SameLine();
        if (draw_card(samples[i], backends, size, i == selected, in)) chosen = i;
    }
    ImGui::PopStyleVar();
    if (ImGui::IsKeyPressed(SDL_SCANCODE_RETURN, false)) chosen = selected;
    return chosen;
}

std::optional<size_t> browser_panel::draw(std::span<const sample_description> samples, std::span<const device_listing> devices,
                                          const user_interface& in) {
    draw_ground();
    const ImGuiViewport& whole = *ImGui::GetMainViewport();
    const float width = std::min(whole.Size.x - 64.0f * in.unit(), 1040.0f * in.unit());
    const float top = std::max(24.0f * in.unit(), 0.12f * whole.Size.y);
    ImGui::SetNextWindowPos({whole.Pos.x + 0.5f * (whole.Size.x - width), whole.Pos.y + top});
    ImGui::SetNextWindowSize({width, whole.Size.y - top});
    ImGui::Begin("browser", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
    draw_title(in);
    std::optional<size_t> chosen;
    if (samples.empty())
        widgets::quiet_text("This build has no samples: a folder in samples/ with ingot_add_sample() makes one.");
    else
        chosen = draw_cards(samples, devices, in);
    ImGui::Dummy({0.0f, 20.0f * in.unit()});
    draw_devices(devices, in);
    ImGui::Dummy({0.0f, 12.0f * in.unit()});
    widgets::small_text("Enter opens a sample   ·   F1 shows all keys", theme::faint, in);
    ImGui::End();
    return chosen;
}

}  // namespace ingot::shell
