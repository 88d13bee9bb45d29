// Temporary overlays above all panels: notices, kernel compilation messages, progress messages, and the list of keys.
#pragma once

#include <chrono>
#include <ingot/sample/sample.hpp>
#include <string>

#include "kernels/fix_trial.hpp"
#include "kernels/kernel_news.hpp"
#include "notices/notices.hpp"
#include "panels/user_interface.hpp"

namespace ingot::shell {

/// Removes old messages (notices::forget_old()), and draws the latest notice at the upper edge of the window, with a button
/// by which the user removes it.
void draw_notices(notices& list, const user_interface& interface);

/// Reports the state of edited kernel files: being compiled, failed (with the compiler's messages), or replaced just
/// now.
void draw_kernel_news(const kernel_news& news, const user_interface& interface);

/// Reports what became of a fix that the user tries: being compiled, or failed, with the compiler's messages. Returns true if the
/// user removes the messages.
bool draw_fix_news(const fix_news& news, const user_interface& interface);

/// Reports work in the background (`description`), such as compiling kernels for another device, and for how long it
/// has run. The text is in the middle of the window, or above the control bar. Draws nothing in the first 150 ms.
void draw_background_work(const std::string& description, std::chrono::steady_clock::time_point start, bool in_the_middle,
                          const user_interface& interface);
/// Draws in the middle of the window the description of an action that runs before the next frame and delays it.
void draw_waiting(const std::string& description, const user_interface& interface);

/// Draws the list of all keys in the middle of the window while `is_open`.
void draw_keys(bool& is_open, const user_interface& interface);

/// Draws hints for the first start at the upper edge of the part that other panels leave free, with a button that sets `is_open`
/// to false. `mouse_tool` says what the left mouse button does over the picture; if it is empty, the button moves the camera.
void draw_hints(bool& is_open, const std::string& mouse_tool, const uncovered_part& uncovered, const user_interface& interface);

/// Draws a word about a mode that a key has changed, such as "fly". It disappears after a second and a half.
void draw_mode_word(const std::string& word, std::chrono::steady_clock::time_point start, const user_interface& interface);

}  // namespace ingot::shell
