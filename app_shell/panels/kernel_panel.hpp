// The panel with the kernels of the running sample: source, compiler messages, and generated code for each target.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kernels/advised_times.hpp"
#include "kernels/assembly_text.hpp"
#include "kernels/kernel_news.hpp"
#include "kernels/kernel_text.hpp"
#include "kernels/source_advice.hpp"
#include "panels/user_interface.hpp"
#include "session/session.hpp"

namespace ingot::shell {

/// Shows the pages of one kernel file at a time, at the right side of the window. The mouse drags the panel's left edge.
class kernel_panel {
public:
    static constexpr float least_width = 300.0f;  ///< in design pixels, user_interface::unit() each

    /// Lets the next draw() begin at the source of this kernel, if the file is on this machine.
    void begin_at(const std::string& kernel) { requested_kernel_ = kernel; }
    /// Draws the panel; `right_width` is the width that other panels occupy at the right edge. `measured` are the times of the
    /// kernels in the newest frames, the slowest first. Returns false if the user closed the panel.
    bool draw(const session& session, const kernel_news& news, std::span<const kernel_row> measured, float right_width,
              const user_interface& interface);

    /// Forgets what the user has searched for in the kernels of a sample.
    void end_search() {
        search_text_.clear();
        search_result_.clear();
        found_line_.reset();
    }

    /// Does the panel show remarks, at which it shows the times of kernels?
    bool has_remarks() const { return !places_.empty(); }

    /// Returns the fix that the user wants to try, once.
    std::optional<kernel_fix> take_fix_to_try() { return std::exchange(fix_to_try_, std::nullopt); }

    /// The share of the window's width that the panel takes, if there is room. The mouse changes it by the panel's left edge.
    float share() const { return share_; }
    void set_share(float share) { share_ = share; }
    static constexpr float default_share = 0.5f;
    /// Where the panel began when it was drawn last, in Dear ImGui's coordinates from the left edge of the window.
    float left() const { return left_; }

private:
    void update_pages(const session& session, const kernel_news& news);
    void update_assembly(const session& session);
    void update_advice(const session& session);
    void update_resources(const session& session);
    void draw_remark(size_t line, const ImVec2& corner, const user_interface& interface) const;
    void draw_times(size_t line, const ImVec2& corner);
    void draw_fixes(size_t line, const user_interface& interface);
    bool is_advice_page() const { return page_ < pages_.size() && pages_[page_].title == advice_title; }
    void show_requested_kernel(const session& session);
    void draw_slowest(const user_interface& interface);
    void follow_kernel_into_code();
    void move_edge(float left_limit, float right, const user_interface& interface);
    bool draw_title(const std::string& text, const user_interface& interface);
    void draw_search(const std::string& text, float width, const user_interface& interface);
    void show_page(size_t page);
    void show_line(size_t number);
    void draw_choices(const kernel_news& news, const user_interface& interface);
    void draw_text(const std::string& text, const user_interface& interface);
    bool shows_prose() const;

    /// What the pages depend on. If any of it changes, the pages are read again.
    struct origin {
        std::string sample;
        std::optional<device> current_device;
        std::string file;
        std::chrono::steady_clock::time_point loaded_at;
        friend bool operator==(const origin&, const origin&) = default;
    };
    origin origin_;
    std::vector<std::string> kernel_files_;  ///< that the sample uses on the device
    std::vector<std::string> files_;         ///< these, and the headers that they include
    std::vector<std::string> listed_;        ///< the kernel files whose headers are in `files_`
    std::string file_;                       ///< the one that is shown
    std::vector<kernel_page> pages_;
    /// A line of a page.
    struct line {
        size_t begin = 0;            ///< offset in the text
        bool is_in_comment = false;  ///< begins inside of a comment /* … */
    };
    static std::vector<line> lines_of(const std::string& text);
    static constexpr const char* advice_title = "Advice";

    std::vector<std::vector<line>> lines_;  ///< of each page
    size_t page_ = 0;
    std::string requested_kernel_;
    std::string shown_symbol_;        ///< the kernel that was shown last, as it is called in code
    bool begins_at_slowest_ = false;  ///< shows the slowest kernel as soon as it is known
    bool is_code_new_ = false;        ///< the page was selected, and does not show the kernel yet
    std::string search_text_;
    std::string search_result_;             ///< "line 2 of 7"
    std::optional<size_t> found_line_;      ///< the line that the search found last, or that begin_at() has chosen
    std::optional<size_t> scroll_to_line_;  ///< the next draw() moves this line into the middle
    float share_ = default_share;
    float left_ = 0.0f;
    bool is_edge_held_ = false;
    size_t assembly_page_ = 0;               ///< the page whose code is being disassembled
    source_advice advice_;                   ///< asks in the background after the panel is first shown
    bool is_advice_wanted_ = false;          ///< the pages are new, and the advisor was not asked yet
    std::map<size_t, std::string> remarks_;  ///< about lines of the source
    std::vector<advised_fix> fixes_;         ///< of the remarks
    std::vector<advised_place> places_;      ///< of the remarks
    std::vector<kernel_row> measured_;       ///< the times of the kernels in the newest frames
    std::optional<kernel_fix> fix_to_try_;
    assembly_text assembly_;  ///< disassembles in the background after the assembly page is first shown
};

}  // namespace ingot::shell
