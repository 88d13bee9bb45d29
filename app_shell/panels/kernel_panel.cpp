#include "panels/kernel_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ingot/runtime/kernel_replacement.hpp>

#include "panels/theme.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

std::vector<size_t> line_starts(const std::string& text) {
    std::vector<size_t> starts {0};
    for (size_t i = 0; i < text.size(); ++i)
        if (text[i] == '\n' && i + 1 < text.size()) starts.push_back(i + 1);
    return starts;
}

constexpr size_t log_page = SIZE_MAX;  ///< not one of the pages: it changes by itself
constexpr const char* assembly_title = "Assembly";

std::string log_text(const kernel_news& news, const std::string& file) {
    if (news.compiling == file) return "Compiling …";
    const auto problem = news.problems.find(file);
    if (problem != news.problems.end()) return problem->second;
    return news.taken == file ? "It compiles as it was edited, and runs."
                              : "It runs as it was built with the program, without a warning.\n"
                                "Edit and save it: it is compiled again, and what the compiler says stands here.";
}

}  // namespace

void kernel_panel::read(const session& of, const kernel_news& news) {
    files.clear();
    for (const auto& each : kernel_files_in_use(of.running_on()))
        if (std::filesystem::exists(of.description().kernel_folder() / each.name) || of.description().kernel_folder().empty())
            files.push_back(each.name);
    if (std::ranges::find(files, file) == files.end()) file = files.empty() ? std::string() : files.front();
    const origin now {of.description().name, of.running_on(), file, news.took_over};
    if (now == read_of) return;
    read_of = now;
    const std::string title = page < pages.size() ? pages[page].title : "";
    pages.clear();
    if (!file.empty()) pages = kernel_pages(of.running_on(), file, of.description().kernel_folder());
    assembly = {};
    if (!file.empty() && description_of(of.running_on().backend()).runs_code_of_program()) pages.push_back({assembly_title, ""});
    lines.clear();
    for (const kernel_page& each : pages) lines.push_back(line_starts(each.text));
    if (page == log_page) return;
    const auto same = std::ranges::find(pages, title, &kernel_page::title);
    page = same == pages.end() ? 0 : static_cast<size_t>(same - pages.begin());
}

/// Its page is made when it is looked at first, beside the frames.
void kernel_panel::take_assembly(const session& of) {
    if (page >= pages.size() || pages[page].title != assembly_title) return;
    std::string& text = pages[page].text;
    if (text.empty()) {
        text = "Disassembling …";
        assembly.begin(machine_code_in_use(of.running_on(), file), of.description().kernel_folder());
    } else if (auto made = assembly.take()) {
        text = *std::move(made);
    } else {
        return;
    }
    lines[page] = line_starts(text);
}

/// What can be taken with the mouse stands at the right end; true where the panel is to be closed.
bool kernel_panel::draw_title(const std::string& text, const user_interface& in) const {
    ImGui::PushFont(in.faces().large);
    ImGui::TextUnformatted("Kernels");
    ImGui::PopFont();
    const float gap = 6.0f * in.unit();
    const float copy = ImGui::CalcTextSize("Copy").x + 2.0f * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::GetFrameHeight() - gap - copy);
    if (widgets::text_button("Copy", false)) ImGui::SetClipboardText(text.c_str());
    widgets::tooltip("This page into the clipboard", in);
    ImGui::SameLine(0.0f, gap);
    ImGui::PushStyleColor(ImGuiCol_Button, theme::colour(0, 0.0f));
    const bool closed = widgets::icon_button(widgets::icon::cross, "##close-kernels", in);
    ImGui::PopStyleColor();
    return closed;
}

/// In the line above, where there is room.
static void go_on_in_line(const char* label) {
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    const float width = ImGui::CalcTextSize(label, nullptr, true).x + 2.0f * ImGui::GetStyle().FramePadding.x;
    if (ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x + width < right) ImGui::SameLine();
}

void kernel_panel::draw_choices(const kernel_news& news, const user_interface& in) {
    const float u = in.unit();
    ImGui::SetNextItemWidth(260.0f * u);
    if (widgets::begin_choice("##file", file.empty() ? "no kernels" : file.c_str(), in)) {
        for (const std::string& each : files)
            if (ImGui::Selectable(each.c_str(), each == file)) file = each;
        ImGui::EndCombo();
    }
    widgets::tooltip("Kernel files that the sample runs on this device", in);
    for (size_t i = 0; i < pages.size(); ++i) {
        go_on_in_line(pages[i].title.c_str());
        if (widgets::text_button(pages[i].title.c_str(), page == i)) page = i;
    }
    const char* const log = news.problems.contains(file) ? "Compiler: errors###log" : "Compiler###log";
    go_on_in_line(log);
    if (widgets::text_button(log, page == log_page)) page = log_page;
}

/// Only the lines that can be seen are drawn: PTX and SPIR-V have tens of thousands.
void kernel_panel::draw_text(const std::string& text, const user_interface& in) {
    ImGui::PushFont(in.faces().code);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, theme::field);
    const bool is_assembly = page != log_page && pages[page].title == assembly_title;
    ImGui::PushID(static_cast<int>(page));  // each is scrolled by itself
    ImGui::BeginChild("text", {0.0f, 0.0f}, true, ImGuiWindowFlags_HorizontalScrollbar);
    const std::vector<size_t> starts = page == log_page ? line_starts(text) : std::vector<size_t>();
    const std::vector<size_t>& all = page == log_page ? starts : lines[page];
    const float number_width = ImGui::CalcTextSize(fmt::format("{}  ", all.size()).c_str()).x;
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(all.size()));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const auto line = static_cast<size_t>(i);
            const size_t end = line + 1 < all.size() ? all[line + 1] - 1 : text.size();
            const float left = ImGui::GetCursorPosX();
            ImGui::TextColored(theme::faint, "%zu", line + 1);
            ImGui::SameLine(left + number_width);
            const bool is_source = is_assembly && text[all[line]] == ';';
            if (is_source) ImGui::PushStyleColor(ImGuiCol_Text, theme::quiet);
            ImGui::TextUnformatted(text.data() + all[line], text.data() + std::max(end, all[line]));
            if (is_source) ImGui::PopStyleColor();
        }
    ImGui::EndChild();
    ImGui::PopID();
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

bool kernel_panel::draw(const session& of, const kernel_news& news, float right, const user_interface& in) {
    read(of, news);
    const float u = in.unit();
    const ImGuiViewport& whole = *ImGui::GetMainViewport();
    const float left = std::max(16.0f * u, std::min(348.0f * u, whole.Size.x - right - 316.0f * u));
    const ImVec2 size {std::max(300.0f * u, whole.Size.x - left - right - 16.0f * u),
                       std::max(160.0f * u, whole.Size.y - 96.0f * u)};
    ImGui::SetNextWindowPos({whole.Pos.x + left, whole.Pos.y + 16.0f * u});
    ImGui::SetNextWindowSize(size);
    ImGui::Begin("kernel texts", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    take_assembly(of);
    const std::string log = log_text(news, file);
    const auto text = [&]() -> const std::string& { return page == log_page || pages.empty() ? log : pages[page].text; };
    const bool closed = draw_title(text(), in);
    draw_choices(news, in);
    if (pages.empty())
        widgets::quiet_text("The sample runs no kernels whose files are on this machine.");
    else
        draw_text(text(), in);
    ImGui::End();
    return !closed;
}

}  // namespace ingot::shell
