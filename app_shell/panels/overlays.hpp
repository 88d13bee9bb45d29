// What lies over everything else for a while: notices and the list of keys.
#pragma once

#include <chrono>
#include <string>

#include "kernels/kernel_news.hpp"
#include "notices/notices.hpp"
#include "panels/user_interface.hpp"

namespace ingot::shell {

/// The latest notice, at the upper edge; it stays until it is dismissed and covers only a strip.
void draw_notices(notices& told, const user_interface& in);

/// That edited kernels are compiled, do not compile (with the compiler's words), or have just begun to run.
void draw_kernel_news(const kernel_news& of, const user_interface& in);

/// What is made ready beside the frames, and since when.
void draw_making_ready(const std::string& what, std::chrono::steady_clock::time_point since, bool in_the_middle,
                       const user_interface& in);
/// What the next frame waits for, in the middle.
void draw_waiting(const std::string& what, const user_interface& in);

/// All keys, in the middle, while `shown`.
void draw_keys(bool& shown, const user_interface& in);

}  // namespace ingot::shell
