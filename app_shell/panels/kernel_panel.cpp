#include "panels/kernel_panel.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <ingot/runtime/kernel_replacement.hpp>
#include <iterator>
#include <string_view>
#include <utility>

#include "kernels/kernel_resources.hpp"
#include "kernels/syntax.hpp"
#include "panels/outside_characters.hpp"
#include "panels/theme.hpp"
#include "panels/transport.hpp"
#include "panels/widgets.hpp"

namespace ingot::shell {

namespace {

/// Returns the offset of the end of the line that begins at `begin`.
size_t end_of_line(const std::string& text, size_t begin) { return std::min(text.find('\n', begin), text.size()); }

bool equal_letters(char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

bool contains(std::string_view line, std::string_view words) { return !std::ranges::search(line, words, equal_letters).empty(); }

constexpr size_t log_page = SIZE_MAX;  ///< value of page_ for the compiler's messages, which change and are not in pages_
constexpr const char* assembly_title = "Assembly";
constexpr const char* resources_title = "Resources";

/// The page of a header, which is compiled only as a part of kernel files.
kernel_page header_page(const std::filesystem::path& folder, const std::string& file) {
    std::ifstream stream(folder / file, std::ios::binary);
    return {"Source", {std::istreambuf_iterator<char>(stream), {}}};
}

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
    const std::filesystem::path& folder = session.description().kernel_folder();
    kernel_files_.clear();
    for (const auto& each : kernel_files_in_use(session.current_device()))
        if (std::filesystem::exists(folder / each.name) || folder.empty()) kernel_files_.push_back(each.name);
    if (session.description().name != origin_.sample) {
        // Another sample: begin at its slowest kernel, as soon as that is known.
        file_.clear();
        page_ = 0;
        begins_at_slowest_ = true;
        listed_.clear();
    }
    if (listed_ != kernel_files_) {
        listed_ = kernel_files_;
        files_ = kernel_files_;
        for (const std::string& file : kernel_files_)
            for (std::string& header : included_headers(folder, file))
                if (std::ranges::find(files_, header) == files_.end()) files_.push_back(std::move(header));
    }
    if (std::ranges::find(files_, file_) == files_.end()) file_ = files_.empty() ? std::string() : files_.front();
    const origin current_origin {session.description().name, session.current_device(), file_, news.loaded_at};
    if (current_origin == origin_) return;
    origin_ = current_origin;
    const std::string title = page_ < pages_.size() ? pages_[page_].title : "";
    pages_.clear();
    const bool is_kernel_file = std::ranges::find(kernel_files_, file_) != kernel_files_.end();
    if (is_kernel_file)
        pages_ = kernel_pages(session.current_device(), file_, folder);
    else if (!file_.empty())
        pages_ = {header_page(folder, file_)};
    assembly_ = {};
    advice_ = {};
    remarks_.clear();
    fixes_.clear();
    places_.clear();
    is_advice_wanted_ = is_kernel_file;
    if (is_kernel_file && description_of(session.current_device().backend()).runs_in_process())
        pages_.push_back({assembly_title, ""});
    if (is_kernel_file) pages_.push_back({resources_title, ""});
    if (is_advice_wanted_) pages_.push_back({advice_title, "The advisor reads the file …\n"});
    lines_.clear();
    for (const kernel_page& each : pages_) lines_.push_back(lines_of(each.text));
    found_line_.reset();
    if (page_ == log_page) return;
    const auto same = std::ranges::find(pages_, title, &kernel_page::title);
    page_ = same == pages_.end() ? 0 : static_cast<size_t>(same - pages_.begin());
}

/// Disassembles in the background when the assembly page is first shown, and puts the finished text into the page.
void kernel_panel::update_assembly(const session& session) {
    if (page_ >= pages_.size()) return;
    kernel_page& page = pages_[page_];
    if (page.title != assembly_title && page.object.empty()) return;
    std::string& text = page.text;
    if (text.empty()) {
        if (assembly_.is_running()) pages_[assembly_page_].text.clear();  // it starts again when its page is shown again
        assembly_page_ = page_;
        text = "Disassembling …";
        if (page.object.empty())
            assembly_.start(machine_code_in_use(session.current_device(), file_), session.description().kernel_folder());
        else
            assembly_.start(page.object, session.description().kernel_folder());
    } else if (auto result = page_ == assembly_page_ ? assembly_.take_result() : std::nullopt) {
        text = *std::move(result);
    } else {
        return;
    }
    lines_[page_] = lines_of(text);
}

/// Asks the driver again, because it compiles some kernels only when they are launched.
void kernel_panel::update_resources(const session& session) {
    if (page_ >= pages_.size() || pages_[page_].title != resources_title) return;
    std::string text = resources_text(session.current_device(), file_);
    if (text == pages_[page_].text) return;
    pages_[page_].text = std::move(text);
    lines_[page_] = lines_of(pages_[page_].text);
}

/// Asks the advisor of ingotc when the pages of a file are new, and takes its answer.
void kernel_panel::update_advice(const session& session) {
    if (std::exchange(is_advice_wanted_, false)) advice_.start(session.description().kernel_folder() / file_);
    std::optional<advice_result> result = advice_.take_result();
    if (!result) return;
    remarks_ = std::move(result->lines);
    fixes_ = std::move(result->fixes);
    places_ = std::move(result->places);
    const auto page = std::ranges::find(pages_, advice_title, &kernel_page::title);
    page->text = std::move(result->text);
    lines_[static_cast<size_t>(page - pages_.begin())] = lines_of(page->text);
}

/// Marks the line that was drawn last from a place on, if the advisor has remarks about it, and shows them while the mouse is
/// over the line.
void kernel_panel::draw_remark(size_t line, const ImVec2& corner, const user_interface& interface) const {
    const auto remark = page_ == 0 ? remarks_.find(line) : remarks_.end();
    if (remark == remarks_.end()) return;
    const float height = ImGui::GetTextLineHeight();
    const float bar = 3.0f * interface.unit();
    ImGui::GetWindowDrawList()->AddRectFilled({corner.x - 2.0f * bar, corner.y}, {corner.x - bar, corner.y + height},
                                              theme::packed(theme::accent));
    const std::string name = "  <- " + remark->second.substr(0, remark->second.find('\n'));
    ImGui::SameLine(0.0f, 0.0f);
    ImGui::TextColored(theme::accent_text, "%s", name.c_str());
    const ImVec2 row {ImGui::GetWindowPos().x, corner.y};
    if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(row, {row.x + ImGui::GetWindowWidth(), row.y + height}))
        ImGui::SetTooltip("%s%s", remark->second.c_str(), times_text(kernels_at(places_, line, false), measured_).c_str());
}

/// Draws the measured time of the kernels that the remarks at a line are about, at the end of the line. While the mouse is over
/// it, shows the time of each of them.
void kernel_panel::draw_times(size_t line, const ImVec2& corner) {
    if (page_ != 0 && !is_advice_page()) return;
    const std::vector<std::string> kernels = kernels_at(places_, line, is_advice_page());
    const std::string text = short_times_text(kernels, measured_);
    if (text.empty()) return;
    ImGui::SameLine(0.0f, 0.0f);
    ImGui::TextColored(theme::quiet, "  %s", text.c_str());
    const ImVec2 row {ImGui::GetWindowPos().x, corner.y};
    const bool is_over = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(row, {row.x + ImGui::GetWindowWidth(),
                                                                                      corner.y + ImGui::GetTextLineHeight()});
    if (is_over && is_advice_page()) ImGui::SetTooltip("%s", times_text(kernels, measured_).c_str());
}

/// Draws a button at the end of a line for each remark there that has a fix. Where the line is longer than the panel, the button
/// is at the panel's right edge, over the line.
void kernel_panel::draw_fixes(size_t line, const user_interface& interface) {
    if (page_ != 0 && !is_advice_page()) return;
    const char* const label = "Try it";
    const float u = interface.unit();
    const float width = ImGui::CalcTextSize(label).x + 2.0f * ImGui::GetStyle().FramePadding.x;
    const float scrollbar = ImGui::GetScrollMaxY() > 0.0f ? ImGui::GetStyle().ScrollbarSize : 0.0f;
    float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - scrollbar - 6.0f * u;
    for (const advised_fix& each : fixes_) {
        if ((page_ == 0 ? each.line : each.page_line) != line) continue;
        const float left = std::min(ImGui::GetItemRectMax().x + 10.0f * u, right - width);
        right -= width + 6.0f * u;
        ImGui::SameLine();
        ImGui::SetCursorScreenPos({left, ImGui::GetCursorScreenPos().y});
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        ImGui::GetWindowDrawList()->AddRectFilled({corner.x - 3.0f * u, corner.y},
                                                  {corner.x + width + 3.0f * u, corner.y + ImGui::GetTextLineHeight()},
                                                  theme::packed(theme::field));
        ImGui::PushID(&each);
        ImGui::PushStyleColor(ImGuiCol_Button, theme::accent_dim);
        ImGui::PushStyleColor(ImGuiCol_Text, theme::on_accent);
        if (ImGui::SmallButton(label)) fix_to_try_ = each.fix;
        ImGui::PopStyleColor(2);
        ImGui::PopID();
        widgets::tooltip(each.fix.title + "\nRuns the sample with this change beside the original. Your file stays as it is.",
                         interface);
    }
}

std::vector<kernel_panel::line> kernel_panel::lines_of(const std::string& text) {
    std::vector<line> all;
    bool is_in_comment = false;
    for (size_t begin = 0; begin < text.size() || all.empty();) {
        all.push_back({begin, is_in_comment});
        const size_t end = end_of_line(text, begin);
        tokens_of_line(std::string_view(text).substr(begin, end - begin), is_in_comment);
        begin = end + 1;
    }
    return all;
}

/// Finds the file and the line of the kernel that begin_at() has named.
void kernel_panel::show_requested_kernel(const session& session) {
    const std::string kernel = std::exchange(requested_kernel_, {});
    const auto definition = find_definition(session.current_device(), kernel_files_, kernel);
    if (!definition) return;
    begins_at_slowest_ = false;
    shown_symbol_ = definition->symbol;
    const auto source = std::ranges::find_if(
        files_, [&](const std::string& each) { return std::filesystem::path(each).filename() == definition->source; });
    if (source == files_.end()) return;
    file_ = *source;
    page_ = 0;
    scroll_to_line_ = definition->line - 1;
}

/// Draws which kernel takes the most time. A click shows it.
void kernel_panel::draw_slowest(const user_interface& interface) {
    if (measured_.empty()) return;
    const kernel_row& slowest = measured_.front();
    const std::string times = short_times_text(std::vector {slowest.name}, measured_);
    const auto text = [&](const std::string& name) { return fmt::format("Slowest: {}, {}", name, times); };
    // Only the name is shortened, which the arguments of a template make long.
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text("").c_str()).x;
    if (ImGui::Selectable(text(widgets::shorten(slowest.name, room)).c_str())) requested_kernel_ = slowest.name;
    widgets::tooltip(text(slowest.name) + "\nClick to see its source", interface);
}

/// On a page with code, goes to the code of the kernel that was shown last.
void kernel_panel::follow_kernel_into_code() {
    if (!is_code_new_ || page_ == 0 || page_ >= pages_.size() || pages_[page_].text.empty()) return;
    if (page_ == assembly_page_ && assembly_.is_running()) return;
    is_code_new_ = false;
    if (const auto line = line_of_code(pages_[page_].text, shown_symbol_)) scroll_to_line_ = line;
}

/// The line that was found on the last page means nothing on another one.
void kernel_panel::show_page(size_t page) {
    page_ = page;
    found_line_.reset();
    is_code_new_ = true;
}

void kernel_panel::show_line(size_t number) {
    found_line_ = number;
    scroll_to_line_ = number;
}

/// Draws the field for the search. It goes to a line with the words while they are typed, and Enter to the next one.
void kernel_panel::draw_search(const std::string& text, float width, const user_interface& interface) {
    note_characters(search_text_);
    ImGui::SetNextItemWidth(width);
    const bool enters = ImGui::InputTextWithHint("##find", "Find", &search_text_, ImGuiInputTextFlags_EnterReturnsTrue);
    widgets::tooltip("Find words on this page; Enter goes to the next line with them", interface);
    const bool is_edited = ImGui::IsItemEdited();
    if (search_text_.empty()) search_result_.clear();
    if (!(enters || is_edited) || search_text_.empty()) return;
    if (enters) ImGui::SetKeyboardFocusHere(-1);
    const std::vector<line> all = page_ == log_page || pages_.empty() ? lines_of(text) : lines_[page_];
    std::vector<size_t> found;
    for (size_t i = 0; i < all.size(); ++i) {
        const size_t begin = all[i].begin;
        if (contains(std::string_view(text).substr(begin, end_of_line(text, begin) - begin), search_text_)) found.push_back(i);
    }
    if (found.empty()) {
        found_line_.reset();
        search_result_ = "not found";
        return;
    }
    // While words are typed, the line that is shown may stay if it still has them.
    const size_t after = !found_line_ ? 0 : enters ? *found_line_ + 1 : *found_line_;
    const auto next = std::ranges::lower_bound(found, after);
    const size_t index = next == found.end() ? 0 : static_cast<size_t>(next - found.begin());
    search_result_ = fmt::format("line {} of {}", index + 1, found.size());
    show_line(found[index]);
}

/// Draws the title, and at its right end the buttons to copy the page and to close the panel. Returns true if the panel
/// is to be closed.
bool kernel_panel::draw_title(const std::string& text, const user_interface& interface) {
    ImGui::PushFont(interface.loaded_fonts().large);
    ImGui::TextUnformatted("Kernels");
    ImGui::PopFont();
    const float gap = 6.0f * interface.unit();
    const float copy = ImGui::CalcTextSize("Copy").x + 2.0f * ImGui::GetStyle().FramePadding.x;
    const float buttons_at = ImGui::GetContentRegionMax().x - ImGui::GetFrameHeight() - gap - copy;
    ImGui::SameLine(0.0f, 2.0f * gap);
    const float result_width = search_result_.empty() ? 0.0f : ImGui::CalcTextSize(search_result_.c_str()).x + gap;
    const float search_width = std::min(220.0f * interface.unit(), buttons_at - gap - ImGui::GetCursorPosX() - result_width);
    if (search_width >= 60.0f * interface.unit()) {
        draw_search(text, search_width, interface);
        ImGui::SameLine(0.0f, gap);
        widgets::quiet_text(search_result_);
    }
    ImGui::SameLine(buttons_at);
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
        for (const std::string& each : files_) {
            note_characters(each);
            if (ImGui::Selectable(each.c_str(), each == file_)) file_ = each;
        }
        ImGui::EndCombo();
    }
    widgets::tooltip("Kernel files that the sample uses on this device, and the headers that they include", interface);
    for (size_t i = 0; i < pages_.size(); ++i) {
        same_line_if_it_fits(pages_[i].title.c_str());
        if (widgets::text_button(pages_[i].title.c_str(), page_ == i)) show_page(i);
    }
    const char* const log = news.problems.contains(file_) ? "Compiler: errors###log" : "Compiler###log";
    same_line_if_it_fits(log);
    if (widgets::text_button(log, page_ == log_page)) show_page(log_page);
}

namespace {

ImVec4 colour_of(token_kind kind) {
    switch (kind) {
        case token_kind::keyword:
            return theme::syntax_keyword;
        case token_kind::number:
            return theme::syntax_number;
        case token_kind::string:
            return theme::syntax_string;
        case token_kind::comment:
            return theme::quiet;
        case token_kind::directive:
            return theme::syntax_directive;
        case token_kind::plain:
            break;
    }
    return theme::text;
}

}  // namespace

/// Draws the words of a line in their colours.
static void draw_line(const std::string& text, size_t begin, size_t end, bool is_in_comment) {
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    ImVec2 pen = ImGui::GetCursorScreenPos();
    const float left = pen.x;
    for (const token& each : tokens_of_line(std::string_view(text).substr(begin, end - begin), is_in_comment)) {
        const char* const first = text.data() + begin + each.begin;
        const char* const last = text.data() + begin + each.end;
        note_characters({first, last});
        draw_list.AddText(pen, theme::packed(colour_of(each.kind)), first, last);
        pen.x += ImGui::CalcTextSize(first, last).x;
    }
    ImGui::Dummy({std::max(1.0f, pen.x - left), ImGui::GetTextLineHeight()});
}

/// Draws lines of prose: wrapped, without numbers and colours.
static void draw_prose(const std::string& text, std::optional<size_t> marked, bool scrolls_to_mark) {
    size_t number = 0;
    for (size_t begin = 0; begin < text.size(); ++number) {
        const size_t end = end_of_line(text, begin);
        const char* const first = text.data() + begin;
        const char* const last = text.data() + end;
        note_characters({first, last});
        if (marked == number) {
            const ImVec2 corner = ImGui::GetCursorScreenPos();
            const float width = ImGui::GetContentRegionAvail().x;
            const float height = ImGui::CalcTextSize(first, last, false, width).y;
            ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + width, corner.y + height},
                                                      theme::packed(theme::accent_dim));
            if (scrolls_to_mark) ImGui::SetScrollHereY(0.4f);
        }
        ImGui::PushTextWrapPos(0.0f);
        ImGui::TextUnformatted(first, last);
        ImGui::PopTextWrapPos();
        begin = end + 1;
    }
}

/// Has the page that is shown sentences instead of code?
bool kernel_panel::shows_prose() const {
    if (page_ == log_page || page_ >= pages_.size()) return true;
    const std::string& title = pages_[page_].title;
    return title == "Overview" || title == resources_title || title == advice_title;
}

/// Draws the visible lines only: PTX and SPIR-V texts can have tens of thousands of lines.
void kernel_panel::draw_text(const std::string& text, const user_interface& interface) {
    ImGui::PushFont(interface.loaded_fonts().code);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, theme::field);
    ImGui::PushID(static_cast<int>(page_));  // each page has its own scroll position
    // In a low window the panel scrolls, so that several lines of the text can be seen.
    const float height = std::max(ImGui::GetContentRegionAvail().y, 120.0f * interface.unit());
    ImGui::BeginChild("text", {0.0f, height}, true, shows_prose() ? ImGuiWindowFlags_None : ImGuiWindowFlags_HorizontalScrollbar);
    if (shows_prose()) {
        const std::optional<size_t> target = std::exchange(scroll_to_line_, std::nullopt);
        if (target) found_line_ = target;
        draw_prose(text, found_line_, target.has_value());
        ImGui::EndChild();
        ImGui::PopID();
        ImGui::PopStyleColor();
        ImGui::PopFont();
        return;
    }
    const std::vector<line>& all = lines_[page_];
    const float number_width = ImGui::CalcTextSize(fmt::format("{}  ", all.size()).c_str()).x;
    if (const auto target = std::exchange(scroll_to_line_, std::nullopt)) {
        found_line_ = target;
        const float place = static_cast<float>(*target) * ImGui::GetTextLineHeightWithSpacing();
        ImGui::SetScrollY(std::max(0.0f, place - 0.4f * ImGui::GetWindowHeight()));
    }
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(all.size()));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const auto number = static_cast<size_t>(i);
            const auto [begin, is_in_comment] = all[number];
            const float left = ImGui::GetCursorPosX();
            const ImVec2 beginning = ImGui::GetCursorScreenPos();
            if (found_line_ == number) {
                const ImVec2 corner = ImGui::GetCursorScreenPos();
                ImGui::GetWindowDrawList()->AddRectFilled(
                    corner, {corner.x + ImGui::GetWindowWidth(), corner.y + ImGui::GetTextLineHeight()},
                    theme::packed(theme::accent_dim));
            }
            ImGui::TextColored(theme::faint, "%zu", number + 1);
            ImGui::SameLine(left + number_width);
            draw_line(text, begin, end_of_line(text, begin), is_in_comment);
            draw_remark(number, beginning, interface);
            draw_times(number, beginning);
            draw_fixes(number, interface);
        }
    ImGui::EndChild();
    ImGui::PopID();
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

/// Lets the mouse drag the panel's left edge.
void kernel_panel::move_edge(float left_limit, float right, const user_interface& interface) {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float reach = 5.0f * interface.unit();
    const ImVec2 corner = ImGui::GetWindowPos();
    const bool is_over = ImGui::IsWindowHovered() &&
                         ImGui::IsMouseHoveringRect(corner, {corner.x + reach, corner.y + ImGui::GetWindowHeight()}, false);
    if (is_over && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) is_edge_held_ = true;
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) is_edge_held_ = false;
    if (is_over || is_edge_held_) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (!is_edge_held_) return;
    const float rightmost = std::max(left_limit, right - least_width * interface.unit());
    const float left = std::clamp(ImGui::GetIO().MousePos.x - viewport.Pos.x, left_limit, rightmost);
    share_ = (right - left) / viewport.Size.x;
}

bool kernel_panel::draw(const session& session, const kernel_news& news, std::span<const kernel_row> measured, float right_width,
                        const user_interface& interface) {
    measured_.assign(measured.begin(), measured.end());
    update_pages(session, news);
    if (begins_at_slowest_ && !measured_.empty()) begin_at(measured_.front().name);
    if (!requested_kernel_.empty()) {
        show_requested_kernel(session);
        update_pages(session, news);
    }
    const float u = interface.unit();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float right = viewport.Size.x - right_width - 16.0f * u;
    const float left_limit = std::max(16.0f * u, std::min(348.0f * u, right - least_width * u));
    const float width = std::clamp(share_ * viewport.Size.x, least_width * u, std::max(least_width * u, right - left_limit));
    const float left = std::max(left_limit, right - width);
    left_ = left;
    const ImVec2 size {width, std::max(160.0f * u, viewport.Size.y - height_of_bar(interface) - 50.0f * u)};
    ImGui::SetNextWindowPos({viewport.Pos.x + left, viewport.Pos.y + 16.0f * u});
    ImGui::SetNextWindowSize(size);
    // A click into the panel does not move it in front of the compiler's messages and the bar of a comparison.
    ImGui::Begin("kernel texts", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    move_edge(left_limit, right, interface);
    update_assembly(session);
    update_advice(session);
    update_resources(session);
    follow_kernel_into_code();
    const std::string log = log_text(news, file_);
    const auto text = [&]() -> const std::string& { return page_ == log_page || pages_.empty() ? log : pages_[page_].text; };
    const bool closed = draw_title(text(), interface);
    draw_choices(news, interface);
    draw_slowest(interface);
    if (pages_.empty())
        widgets::quiet_text("The sample uses no kernels whose source files are on this machine.");
    else
        draw_text(text(), interface);
    ImGui::End();
    return !closed;
}

}  // namespace ingot::shell
