// Temporary overlays above all panels: notices, kernel compilation messages, progress messages, and the list of keys.
#pragma once

#include <chrono>
#include <string>

#include "kernels/kernel_news.hpp"
#include "notices/notices.hpp"
#include "panels/user_interface.hpp"

namespace ingot::shell {

/// Draws the latest notice at the upper edge of the window, until it is dismissed or has expired.
void draw_notices(notices& list, const user_interface& interface);

/// Reports the state of edited kernel files: being compiled, failed (with the compiler's messages), or replaced just
/// now.
void draw_kernel_news(const kernel_news& news, const user_interface& interface);

/// Reports work in the background (`description`), such as compiling kernels for another device, and for how long it
/// has run. Draws in the middle of the window or above the control bar; nothing in the first 150 ms.
void draw_background_work(const std::string& description, std::chrono::steady_clock::time_point start, bool in_the_middle,
                          const user_interface& interface);
/// Reports, in the middle of the window, the action that blocks the next frame.
void draw_waiting(const std::string& description, const user_interface& interface);

/// Draws the list of all keys in the middle of the window while `is_open`.
void draw_keys(bool& is_open, const user_interface& interface);

}  // namespace ingot::shell
