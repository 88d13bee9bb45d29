// The panel with the kernels of the running sample: source, compiler messages, and generated code for each target.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "kernels/assembly_text.hpp"
#include "kernels/kernel_news.hpp"
#include "kernels/kernel_text.hpp"
#include "panels/user_interface.hpp"
#include "session/session.hpp"

namespace ingot::shell {

/// Shows the pages of one kernel file at a time.
class kernel_panel {
public:
    /// Draws the panel; `right_width` is the width that other panels occupy at the right edge. Returns false if the user
    /// closed the panel.
    bool draw(const session& session, const kernel_news& news, float right_width, const user_interface& interface);

private:
    void update_pages(const session& session, const kernel_news& news);
    void update_assembly(const session& session);
    bool draw_title(const std::string& text, const user_interface& interface) const;
    void draw_choices(const kernel_news& news, const user_interface& interface);
    void draw_text(const std::string& text, const user_interface& interface);

    /// What the pages depend on. If any of it changes, the pages are read again.
    struct origin {
        std::string sample;
        std::optional<device> current_device;
        std::string file;
        std::chrono::steady_clock::time_point loaded_at;
        friend bool operator==(const origin&, const origin&) = default;
    };
    origin origin_;
    std::vector<std::string> files_;
    std::string file_;
    std::vector<kernel_page> pages_;
    std::vector<std::vector<size_t>> lines_;  ///< for each page: the offsets in its text at which the lines begin
    size_t page_ = 0;
    assembly_text assembly_;  ///< disassembles in the background after the assembly page is first shown
};

}  // namespace ingot::shell
