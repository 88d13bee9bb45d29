#include "panels/overlays.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "panels/key_list.hpp"
#include "panels/outside_characters.hpp"
#include "panels/picture_marks.hpp"
#include "panels/sample_panel.hpp"
#include "panels/theme.hpp"
#include "panels/transport.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

/// The place of a box across the window, in Dear ImGui's coordinates.
struct place_across {
    float middle = 0.0f;
    float width = 0.0f;
};

/// Returns the place of a box of this width in the middle of the window. If the box would cover the panel of the sample, it is
/// beside that panel, and not wider than the room there.
place_across beside_sample(float width, const user_interface& interface) {
    const float u = interface.unit();
    const float least_room = 260.0f * u;
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const ImGuiWindow* const sample = ImGui::FindWindowByName("sample");  // of the last frame
    const float left = viewport.Pos.x + (sample_panel::right_edge + 16.0f) * u;
    const float right = viewport.Pos.x + viewport.Size.x - 16.0f * u;
    const float middle = viewport.Pos.x + 0.5f * viewport.Size.x;
    if (!sample || !sample->WasActive || right - left < least_room) return {middle, width};
    const float used_width = std::min(width, right - left);
    return {std::max(middle, left + 0.5f * used_width), used_width};
}

}  // namespace

void draw_notices(notices& list, const user_interface& interface) {
    list.forget_old();
    if (list.empty()) return;
    const float u = interface.unit();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const auto [middle, width] = beside_sample(std::clamp(viewport.Size.x - 684.0f * u, 300.0f * u, 620.0f * u), interface);
    const auto& latest = list.latest();
    const ImVec4 colour = latest.level == notices::severity::failure ? theme::failure : theme::accent_text;
    ImGui::PushStyleColor(ImGuiCol_Border, ImVec4(colour.x, colour.y, colour.z, 0.45f));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme::notice);
    widgets::begin_panel("notices", {middle, viewport.Pos.y + 16.0f * u}, {0.5f, 0.0f}, width, 0.3f * viewport.Size.y, interface);
    ImGui::PushFont(interface.loaded_fonts().strong);
    ImGui::TextColored(colour, "%s", latest.level == notices::severity::failure ? "Error" : "Note");
    ImGui::PopFont();
    if (latest.times > 1 || list.count() > 1) {
        ImGui::SameLine();
        widgets::small_text(latest.times > 1 ? fmt::format("{} times", latest.times) : fmt::format("{} more", list.count() - 1),
                            theme::faint, interface);
    }
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::GetFrameHeight());
    ImGui::PushStyleColor(ImGuiCol_Button, theme::colour(0, 0.0f));
    const bool dismissed = widgets::icon_button(widgets::icon::cross, "##dismiss", interface);
    ImGui::PopStyleColor();
    ImGui::PushTextWrapPos(0.0f);
    note_characters(latest.text);
    ImGui::TextUnformatted(latest.text.c_str());
    ImGui::PopTextWrapPos();
    widgets::end_panel();
    ImGui::PopStyleColor(2);
    if (dismissed) list.dismiss();
}

namespace {

// For two seconds the window reports that edited kernels run. A message about a wait of less than 150 ms would flicker.
constexpr auto shown_after_takeover = std::chrono::seconds(2);
constexpr auto shown_after_key = std::chrono::milliseconds(1500);
constexpr auto shown_when_waiting_longer = std::chrono::milliseconds(150);

struct message_piece {
    std::string_view text;
    bool is_source = false;
};

/// Is this line of the compiler's messages a line of the source, such as "    5 | x = 1;", or the marks below it?
bool is_source_line(std::string_view line) {
    const size_t bar = line.find_first_not_of(" 0123456789");
    return bar != std::string_view::npos && bar > 0 && line[bar] == '|';
}

/// Divides the compiler's messages into what it says and the source that it shows.
std::vector<message_piece> pieces_of(std::string_view messages) {
    std::vector<message_piece> pieces;
    while (!messages.empty()) {
        const std::string_view line = messages.substr(0, messages.find('\n'));
        const bool is_source = is_source_line(line);
        if (!pieces.empty() && pieces.back().is_source == is_source) {
            const char* const first = pieces.back().text.data();
            pieces.back().text = {first, static_cast<size_t>(line.data() + line.size() - first)};
        } else {
            pieces.push_back({line, is_source});
        }
        messages.remove_prefix(std::min(line.size() + 1, messages.size()));
    }
    return pieces;
}

void draw_compiler_messages(const std::string& file, const std::string& messages, const user_interface& interface) {
    note_characters(messages);
    ImGui::PushFont(interface.loaded_fonts().code);
    const float wrapped_at = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
    // Each piece is some lines of the compiler's words, or some lines of the source, which are not wrapped.
    const std::vector<message_piece> pieces = pieces_of(messages);
    float height = 22.0f * interface.unit();
    for (const auto& [text, is_source] : pieces)
        height += ImGui::CalcTextSize(text.data(), text.data() + text.size(), false, is_source ? -1.0f : wrapped_at).y +
                  ImGui::GetStyle().ItemSpacing.y;
    const float max_height = 0.2f * ImGui::GetMainViewport()->Size.y;
    ImGui::BeginChild(file.c_str(), {0.0f, std::min(height, max_height)}, false, ImGuiWindowFlags_HorizontalScrollbar);
    for (const auto& [text, is_source] : pieces) {
        ImGui::PushTextWrapPos(is_source ? -1.0f : wrapped_at);
        ImGui::TextUnformatted(text.data(), text.data() + text.size());
        ImGui::PopTextWrapPos();
    }
    ImGui::EndChild();
    ImGui::PopFont();
}

/// Begins the panel of the compiler's messages, above the control bar.
void begin_kernel_messages(const char* name, bool has_problems, const user_interface& interface) {
    const float u = interface.unit();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float most_width = has_problems ? std::clamp(viewport.Size.x - 660.0f * u, 360.0f * u, 860.0f * u) : 300.0f * u;
    const auto [middle, width] = beside_sample(most_width, interface);
    const ImVec4 colour = has_problems ? theme::failure : theme::accent_text;
    ImGui::PushStyleColor(ImGuiCol_Border, ImVec4(colour.x, colour.y, colour.z, 0.45f));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme::notice);
    widgets::begin_panel(name, {middle, viewport.Pos.y + viewport.Size.y - above_bar(interface)}, {0.5f, 1.0f},
                         has_problems ? width : 0.0f, 0.6f * viewport.Size.y, interface);
}

void end_kernel_messages() {
    widgets::end_panel();
    ImGui::PopStyleColor(2);
}

/// Draws a heading that is wrapped at a position in the panel; -1 does not wrap it.
void draw_message_heading(const ImVec4& shade, const std::string& text, float wrapped_at, const user_interface& interface) {
    note_characters(text);
    ImGui::PushFont(interface.loaded_fonts().strong);
    ImGui::PushTextWrapPos(wrapped_at);
    ImGui::TextColored(shade, "%s", text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopFont();
}

}  // namespace

void draw_kernel_news(const kernel_news& news, const user_interface& interface) {
    const bool just_now = std::chrono::steady_clock::now() - news.loaded_at < shown_after_takeover;
    if (news.compiling_file.empty() && news.problems.empty() && !just_now) return;
    begin_kernel_messages("kernels", !news.problems.empty(), interface);
    const float wrapped_at = news.problems.empty() ? -1.0f : 0.0f;
    for (const auto& [file, messages] : news.problems) {
        draw_message_heading(theme::failure, file + ": your changes cannot run; the previous kernels continue to run", wrapped_at,
                             interface);
        draw_compiler_messages(file, messages, interface);
    }
    if (!news.compiling_file.empty())
        draw_message_heading(theme::accent_text, "Compiling " + news.compiling_file + " …", wrapped_at, interface);
    else if (just_now)
        draw_message_heading(theme::accent_text, news.loaded_file + ": your changes are running", wrapped_at, interface);
    end_kernel_messages();
}

bool draw_fix_news(const fix_news& news, const user_interface& interface) {
    const bool has_failed = !news.problem.empty();
    begin_kernel_messages("tried fix", has_failed, interface);
    if (!has_failed) {
        draw_message_heading(theme::accent_text, "Compiling " + news.title + " …", -1.0f, interface);
        end_kernel_messages();
        return false;
    }
    const float button_at = ImGui::GetContentRegionMax().x - ImGui::GetFrameHeight();
    draw_message_heading(theme::failure, news.title + ": this change cannot run", button_at, interface);
    ImGui::SameLine(button_at);
    ImGui::PushStyleColor(ImGuiCol_Button, theme::colour(0, 0.0f));
    const bool is_dismissed = widgets::icon_button(widgets::icon::cross, "##dismiss-fix", interface);
    ImGui::PopStyleColor();
    draw_compiler_messages(news.title, news.problem, interface);
    end_kernel_messages();
    return is_dismissed;
}

void draw_background_work(const std::string& description, std::chrono::steady_clock::time_point start, bool in_the_middle,
                          const user_interface& interface) {
    const auto waited = std::chrono::steady_clock::now() - start;
    if (waited < shown_when_waiting_longer) return;
    note_characters(description);
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float from_bottom = in_the_middle ? 0.5f * viewport.Size.y : above_bar(interface);
    widgets::begin_panel("making ready",
                         {viewport.Pos.x + 0.5f * viewport.Size.x, viewport.Pos.y + viewport.Size.y - from_bottom}, {0.5f, 1.0f},
                         0.0f, viewport.Size.y, interface);
    ImGui::PushFont(interface.loaded_fonts().strong);
    ImGui::TextColored(theme::accent_text, "%s …", description.c_str());
    ImGui::PopFont();
    ImGui::SameLine();
    widgets::quiet_text(fmt::format("{:.0f} s, mostly in the driver's compiler", std::chrono::duration<double>(waited).count()));
    widgets::end_panel();
}

void draw_waiting(const std::string& description, const user_interface& interface) {
    note_characters(description);
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    widgets::begin_panel("waiting", {viewport.Pos.x + 0.5f * viewport.Size.x, viewport.Pos.y + 0.5f * viewport.Size.y},
                         {0.5f, 0.5f}, 0.0f, viewport.Size.y, interface);
    ImGui::TextUnformatted((description + " …").c_str());
    widgets::end_panel();
}

namespace {

constexpr float key_column = 410.0f;  // width of a column of keys

/// Returns the position of the key with which the second column begins: of the group that begins closest to the middle.
constexpr size_t second_key_column() {
    size_t best = 0;
    for (size_t i = 1; i < listed_keys.size(); ++i) {
        const bool begins_group = listed_keys.at(i).group != listed_keys.at(i - 1).group;
        const auto from_middle = [](size_t position) {
            return std::max(2 * position, listed_keys.size()) - std::min(2 * position, listed_keys.size());
        };
        if (begins_group && from_middle(i) < from_middle(best)) best = i;
    }
    return best;
}

/// Draws the groups of keys from `first` to before `end`, which are positions in the list.
void draw_key_groups(size_t first, size_t end, const user_interface& interface) {
    const float u = interface.unit();
    ImGui::BeginGroup();
    for (size_t i = first; i < end; ++i) {
        const auto& [group, name, does] = listed_keys.at(i);
        if (i == first || listed_keys.at(i - 1).group != group) widgets::heading(std::string(group).c_str(), interface);
        ImGui::TextUnformatted(name.data(), name.data() + name.size());
        ImGui::SameLine(100.0f * u);  // from the left edge of the group
        widgets::quiet_text(does);
    }
    ImGui::EndGroup();
}

}  // namespace

void draw_keys(bool& is_open, const user_interface& interface) {
    if (!is_open) return;
    const float u = interface.unit();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const bool has_two_columns = viewport.Size.x >= (2.0f * key_column + 80.0f) * u;
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme::popup);  // opaque, because the list covers other panels
    widgets::begin_panel("keys", {viewport.Pos.x + 0.5f * viewport.Size.x, viewport.Pos.y + 0.5f * viewport.Size.y}, {0.5f, 0.5f},
                         ((has_two_columns ? 2.0f : 1.0f) * key_column + 28.0f) * u, viewport.Size.y - 32.0f * u, interface);
    ImGui::PushFont(interface.loaded_fonts().large);
    ImGui::TextUnformatted("Keys");
    ImGui::PopFont();
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::GetFrameHeight());
    ImGui::PushStyleColor(ImGuiCol_Button, theme::colour(0, 0.0f));
    if (widgets::icon_button(widgets::icon::cross, "##close", interface)) is_open = false;
    ImGui::PopStyleColor();
    if (has_two_columns) {
        const size_t second = second_key_column();
        const float left = ImGui::GetCursorPosX();
        draw_key_groups(0, second, interface);
        ImGui::SameLine(left + key_column * u);
        draw_key_groups(second, listed_keys.size(), interface);
    } else {
        draw_key_groups(0, listed_keys.size(), interface);
    }
    widgets::end_panel();
    ImGui::PopStyleColor();
}

void draw_hints(bool& is_open, const std::string& mouse_tool, const uncovered_part& uncovered, const user_interface& interface) {
    if (!is_open) return;
    const float u = interface.unit();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    // In the middle of the picture. Where the panels leave too little of it, beside the sample's panel; the lines are wrapped
    // there.
    const bool has_room = !(uncovered == uncovered_part {});
    const float beside_panel = viewport.Size.x - (sample_panel::right_edge + 32.0f) * u;
    const float room = has_room ? uncovered.width() * viewport.Size.x - 32.0f * u : beside_panel;
    if (room < 200.0f * u) return;  // with one word in each line, the hints would not be readable
    const float x = has_room ? (uncovered.left + 0.5f * uncovered.width()) * viewport.Size.x : viewport.Size.x - 16.0f * u;
    widgets::begin_panel("hints", {viewport.Pos.x + x, viewport.Pos.y + 16.0f * u}, {has_room ? 0.5f : 1.0f, 0.0f}, 0.0f,
                         viewport.Size.y, interface);
    const float text_end = room - ImGui::GetStyle().WindowPadding.x;  // from the left edge of the panel
    std::vector<std::pair<std::string, std::string>> hints;
    if (!mouse_tool.empty()) hints.emplace_back("Drag", fmt::format("use the mouse's tool: {} (M changes it)", mouse_tool));
    hints.emplace_back(mouse_tool.empty() ? "Drag, wheel" : "Right button, wheel", "look around in the picture");
    hints.emplace_back("Tab", "go on with the next device");
    hints.emplace_back("F1", "list all keys");
    const float does_at = ImGui::GetCursorPosX() + (mouse_tool.empty() ? 90.0f : 136.0f) * u;
    for (const auto& [name, does] : hints) {
        ImGui::TextUnformatted(name.c_str());
        ImGui::SameLine(does_at);
        ImGui::PushTextWrapPos(text_end);
        widgets::quiet_text(does);
        ImGui::PopTextWrapPos();
    }
    if (ImGui::Button("Do not show again")) is_open = false;
    widgets::end_panel();
}

void draw_mode_word(const std::string& word, std::chrono::steady_clock::time_point start, const user_interface& interface) {
    if (word.empty() || std::chrono::steady_clock::now() - start > shown_after_key) return;
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    draw_tag(word, {viewport.Pos.x + 0.5f * viewport.Size.x, viewport.Pos.y + 0.25f * viewport.Size.y}, {0.5f, 0.5f}, interface);
}

}  // namespace ingot::shell
