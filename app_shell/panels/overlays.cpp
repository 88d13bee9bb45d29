#include "panels/overlays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "panels/key_list.hpp"
#include "panels/theme.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

void draw_notices(notices& told, const user_interface& in) {
    told.forget_old();
    if (told.empty()) return;
    const float u = in.unit();
    const ImGuiViewport& whole = *ImGui::GetMainViewport();
    const float width = std::clamp(whole.Size.x - 660.0f * u, 300.0f * u, 620.0f * u);
    const auto& latest = told.latest();
    const ImVec4 colour = latest.of == notices::weight::failure ? theme::failure : theme::accent;
    ImGui::PushStyleColor(ImGuiCol_Border, ImVec4(colour.x, colour.y, colour.z, 0.45f));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme::notice);
    widgets::begin_panel("notices", {whole.Pos.x + 0.5f * whole.Size.x, whole.Pos.y + 16.0f * u}, {0.5f, 0.0f}, width,
                         0.3f * whole.Size.y, in);
    ImGui::PushFont(in.faces().strong);
    ImGui::TextColored(colour, "%s", latest.of == notices::weight::failure ? "That did not work" : "Note");
    ImGui::PopFont();
    if (latest.times > 1 || told.count() > 1) {
        ImGui::SameLine();
        widgets::small_text(latest.times > 1 ? fmt::format("{} times", latest.times) : fmt::format("{} more", told.count() - 1),
                            theme::faint, in);
    }
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::GetFrameHeight());
    ImGui::PushStyleColor(ImGuiCol_Button, theme::colour(0, 0.0f));
    const bool dismissed = widgets::icon_button(widgets::icon::cross, "##dismiss", in);
    ImGui::PopStyleColor();
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(latest.text.c_str());
    ImGui::PopTextWrapPos();
    widgets::end_panel();
    ImGui::PopStyleColor(2);
    if (dismissed) told.dismiss();
}

namespace {

constexpr auto shown_after_takeover = std::chrono::seconds(2);
constexpr auto shown_when_waiting_longer = std::chrono::milliseconds(150);  // less would only flash

void draw_compiler_words(const std::string& file, const std::string& words, const user_interface& in) {
    const float u = in.unit();
    ImGui::PushFont(in.faces().code);
    const ImVec2 size = ImGui::CalcTextSize(words.c_str());
    const float most = 0.2f * ImGui::GetMainViewport()->Size.y;
    ImGui::BeginChild(file.c_str(), {0.0f, std::min(size.y + 22.0f * u, most)}, false, ImGuiWindowFlags_HorizontalScrollbar);
    ImGui::TextUnformatted(words.c_str(), words.c_str() + words.size());
    ImGui::EndChild();
    ImGui::PopFont();
}

}  // namespace

void draw_kernel_news(const kernel_news& of, const user_interface& in) {
    const bool just_now = std::chrono::steady_clock::now() - of.took_over < shown_after_takeover;
    if (of.compiling.empty() && of.problems.empty() && !just_now) return;
    const float u = in.unit();
    const ImGuiViewport& whole = *ImGui::GetMainViewport();
    const float width = of.problems.empty() ? 0.0f : std::clamp(whole.Size.x - 660.0f * u, 360.0f * u, 860.0f * u);
    const ImVec4 colour = of.problems.empty() ? theme::accent : theme::failure;
    ImGui::PushStyleColor(ImGuiCol_Border, ImVec4(colour.x, colour.y, colour.z, 0.45f));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme::notice);
    widgets::begin_panel("kernels", {whole.Pos.x + 0.5f * whole.Size.x, whole.Pos.y + whole.Size.y - 84.0f * u}, {0.5f, 1.0f},
                         width, 0.6f * whole.Size.y, in);
    const auto heading = [&](const ImVec4& shade, const std::string& text) {
        ImGui::PushFont(in.faces().strong);
        ImGui::PushTextWrapPos(width == 0.0f ? -1.0f : 0.0f);
        ImGui::TextColored(shade, "%s", text.c_str());
        ImGui::PopTextWrapPos();
        ImGui::PopFont();
    };
    for (const auto& [file, words] : of.problems) {
        heading(theme::failure, file + ": the kernels from before your change run on");
        draw_compiler_words(file, words, in);
    }
    if (!of.compiling.empty())
        heading(theme::accent, "Compiling " + of.compiling + " …");
    else if (just_now)
        heading(theme::accent, of.taken + " runs as you changed it");
    widgets::end_panel();
    ImGui::PopStyleColor(2);
}

void draw_making_ready(const std::string& what, std::chrono::steady_clock::time_point since, bool in_the_middle,
                       const user_interface& in) {
    const auto waited = std::chrono::steady_clock::now() - since;
    if (waited < shown_when_waiting_longer) return;
    const float u = in.unit();
    const ImGuiViewport& whole = *ImGui::GetMainViewport();
    const float from_bottom = in_the_middle ? 0.5f * whole.Size.y : 84.0f * u;
    widgets::begin_panel("making ready", {whole.Pos.x + 0.5f * whole.Size.x, whole.Pos.y + whole.Size.y - from_bottom},
                         {0.5f, 1.0f}, 0.0f, whole.Size.y, in);
    ImGui::PushFont(in.faces().strong);
    ImGui::TextColored(theme::accent, "%s …", what.c_str());
    ImGui::PopFont();
    ImGui::SameLine();
    widgets::quiet_text(fmt::format("{:.0f} s, mostly the driver's compiler", std::chrono::duration<double>(waited).count()));
    widgets::end_panel();
}

void draw_waiting(const std::string& what, const user_interface& in) {
    const ImGuiViewport& whole = *ImGui::GetMainViewport();
    widgets::begin_panel("waiting", {whole.Pos.x + 0.5f * whole.Size.x, whole.Pos.y + 0.5f * whole.Size.y}, {0.5f, 0.5f}, 0.0f,
                         whole.Size.y, in);
    ImGui::TextUnformatted((what + " …").c_str());
    widgets::end_panel();
}

void draw_keys(bool& shown, const user_interface& in) {
    if (!shown) return;
    const float u = in.unit();
    const ImGuiViewport& whole = *ImGui::GetMainViewport();
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme::popup);  // it lies over other panels
    widgets::begin_panel("keys", {whole.Pos.x + 0.5f * whole.Size.x, whole.Pos.y + 0.5f * whole.Size.y}, {0.5f, 0.5f}, 420.0f * u,
                         whole.Size.y - 32.0f * u, in);
    ImGui::PushFont(in.faces().large);
    ImGui::TextUnformatted("Keys");
    ImGui::PopFont();
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::GetFrameHeight());
    ImGui::PushStyleColor(ImGuiCol_Button, theme::colour(0, 0.0f));
    if (widgets::icon_button(widgets::icon::cross, "##close", in)) shown = false;
    ImGui::PopStyleColor();
    const float does_at = ImGui::GetCursorPosX() + 120.0f * u;
    for (const auto& [name, does] : listed_keys) {
        ImGui::TextUnformatted(name.data(), name.data() + name.size());
        ImGui::SameLine(does_at);
        widgets::quiet_text(does);
    }
    widgets::end_panel();
    ImGui::PopStyleColor();
}

}  // namespace ingot::shell
