// The kernels of the running sample: source, what the compiler said, and what it made of them.
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

class kernel_panel {
public:
    /// `right` is what other panels take of the window's right side. False where the person closed it.
    bool draw(const session& of, const kernel_news& news, float right, const user_interface& in);

private:
    void read(const session& of, const kernel_news& news);
    void take_assembly(const session& of);
    bool draw_title(const std::string& text, const user_interface& in) const;
    void draw_choices(const kernel_news& news, const user_interface& in);
    void draw_text(const std::string& text, const user_interface& in);

    /// What the pages were read of; they are read again where it changes.
    struct origin {
        std::string sample;
        std::optional<device> on;
        std::string file;
        std::chrono::steady_clock::time_point took_over;
        friend bool operator==(const origin&, const origin&) = default;
    };
    origin read_of;
    std::vector<std::string> files;
    std::string file;
    std::vector<kernel_page> pages;
    std::vector<std::vector<size_t>> lines;  ///< where each line of a page begins
    size_t page = 0;
    assembly_text assembly;  ///< being made, once its page is looked at
};

}  // namespace ingot::shell
