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

constexpr size_t log_page = SIZE_MAX;  ///< value of page_ for the compiler's messages, which change and are not in pages_
constexpr const char* assembly_title = "Assembly";

std::string log_text(const kernel_news& news, const std::string& file) {
    if (news.compiling_file == file) return "Compiling …";
    const auto problem = news.problems.find(file);
    if (problem != news.problems.end()) return problem->second;
    return news.loaded_file == file
               ? "Your changes compiled, and are running."
               : "The compiler has reported no error in this file.\n"
                 "Edit and save the source file: it is compiled again, and the compiler's errors appear here.";
}

}  // namespace

void kernel_panel::update_pages(const session& session, const kernel_news& news) {
    files_.clear();
    for (const auto& each : kernel_files_in_use(session.current_device()))
        if (std::filesystem::exists(session.description().kernel_folder() / each.name) ||
            session.description().kernel_folder().empty())
            files_.push_back(each.name);
    if (std::ranges::find(files_, file_) == files_.end()) file_ = files_.empty() ? std::string() : files_.front();
    const origin current_origin {session.description().name, session.current_device(), file_, news.loaded_at};
    if (current_origin == origin_) return;
    origin_ = current_origin;
    const std::string title = page_ < pages_.size() ? pages_[page_].title : "";
    pages_.clear();
    if (!file_.empty()) pages_ = kernel_pages(session.current_device(), file_, session.description().kernel_folder());
    assembly_ = {};
    if (!file_.empty() && description_of(session.current_device().backend()).runs_in_process())
        pages_.push_back({assembly_title, ""});
    lines_.clear();
    for (const kernel_page& each : pages_) lines_.push_back(line_starts(each.text));
    if (page_ == log_page) return;
    const auto same = std::ranges::find(pages_, title, &kernel_page::title);
    page_ = same == pages_.end() ? 0 : static_cast<size_t>(same - pages_.begin());
}

/// Disassembles in the background when the assembly page is first shown, and puts the finished text into the page.
void kernel_panel::update_assembly(const session& session) {
    if (page_ >= pages_.size() || pages_[page_].title != assembly_title) return;
    std::string& text = pages_[page_].text;
    if (text.empty()) {
        text = "Disassembling …";
        assembly_.start(machine_code_in_use(session.current_device(), file_), session.description().kernel_folder());
    } else if (auto result = assembly_.take_result()) {
        text = *std::move(result);
    } else {
        return;
    }
    lines_[page_] = line_starts(text);
}

/// Draws the title, and at its right end the buttons to copy the page and to close the panel. Returns true if the panel
/// is to be closed.
bool kernel_panel::draw_title(const std::string& text, const user_interface& interface) const {
    ImGui::PushFont(interface.loaded_fonts().large);
    ImGui::TextUnformatted("Kernels");
    ImGui::PopFont();
    const float gap = 6.0f * interface.unit();
    const float copy = ImGui::CalcTextSize("Copy").x + 2.0f * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::GetFrameHeight() - gap - copy);
    if (widgets::text_button("Copy", false)) ImGui::SetClipboardText(text.c_str());
    widgets::tooltip("Copy this page to the clipboard", interface);
    ImGui::SameLine(0.0f, gap);
    ImGui::PushStyleColor(ImGuiCol_Button, theme::colour(0, 0.0f));
    const bool closed = widgets::icon_button(widgets::icon::cross, "##close-kernels", interface);
    ImGui::PopStyleColor();
    return closed;
}

/// Places the next button in the current line if it fits there.
static void same_line_if_it_fits(const char* label) {
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    const float width = ImGui::CalcTextSize(label, nullptr, true).x + 2.0f * ImGui::GetStyle().FramePadding.x;
    if (ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x + width < right) ImGui::SameLine();
}

void kernel_panel::draw_choices(const kernel_news& news, const user_interface& interface) {
    const float u = interface.unit();
    ImGui::SetNextItemWidth(260.0f * u);
    if (widgets::begin_choice("##file", file_.empty() ? "no kernels" : file_.c_str(), interface)) {
        for (const std::string& each : files_)
            if (ImGui::Selectable(each.c_str(), each == file_)) file_ = each;
        ImGui::EndCombo();
    }
    widgets::tooltip("Kernel files that the sample uses on this device", interface);
    for (size_t i = 0; i < pages_.size(); ++i) {
        same_line_if_it_fits(pages_[i].title.c_str());
        if (widgets::text_button(pages_[i].title.c_str(), page_ == i)) page_ = i;
    }
    const char* const log = news.problems.contains(file_) ? "Compiler: errors###log" : "Compiler###log";
    same_line_if_it_fits(log);
    if (widgets::text_button(log, page_ == log_page)) page_ = log_page;
}

/// Draws the visible lines only: PTX and SPIR-V texts can have tens of thousands of lines.
void kernel_panel::draw_text(const std::string& text, const user_interface& interface) {
    ImGui::PushFont(interface.loaded_fonts().code);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, theme::field);
    const bool is_assembly = page_ != log_page && pages_[page_].title == assembly_title;
    ImGui::PushID(static_cast<int>(page_));  // each page has its own scroll position
    ImGui::BeginChild("text", {0.0f, 0.0f}, true, ImGuiWindowFlags_HorizontalScrollbar);
    const std::vector<size_t> starts = page_ == log_page ? line_starts(text) : std::vector<size_t>();
    const std::vector<size_t>& all = page_ == log_page ? starts : lines_[page_];
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

bool kernel_panel::draw(const session& session, const kernel_news& news, float right_width, const user_interface& interface) {
    update_pages(session, news);
    const float u = interface.unit();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float left = std::max(16.0f * u, std::min(348.0f * u, viewport.Size.x - right_width - 316.0f * u));
    const ImVec2 size {std::max(300.0f * u, viewport.Size.x - left - right_width - 16.0f * u),
                       std::max(160.0f * u, viewport.Size.y - 96.0f * u)};
    ImGui::SetNextWindowPos({viewport.Pos.x + left, viewport.Pos.y + 16.0f * u});
    ImGui::SetNextWindowSize(size);
    ImGui::Begin("kernel texts", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    update_assembly(session);
    const std::string log = log_text(news, file_);
    const auto text = [&]() -> const std::string& { return page_ == log_page || pages_.empty() ? log : pages_[page_].text; };
    const bool closed = draw_title(text(), interface);
    draw_choices(news, interface);
    if (pages_.empty())
        widgets::quiet_text("The sample uses no kernels whose source files are on this machine.");
    else
        draw_text(text(), interface);
    ImGui::End();
    return !closed;
}

}  // namespace ingot::shell
