#include "run/progress_bar.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ingot::shell {

namespace {

constexpr auto delay = std::chrono::seconds(1);  // before the bar is shown
constexpr auto update_interval = std::chrono::milliseconds(100);

int terminal_columns() {
    winsize size {};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string time_left(double part, double seconds) {
    if (!(part > 0.0)) return {};
    const double left = seconds / part - seconds;
    if (!(left < 359'999.0)) return {};
    const auto seconds_left = static_cast<int64_t>(std::ceil(left));
    if (seconds_left >= 3600)
        return fmt::format("{}:{:02}:{:02} left", seconds_left / 3600, seconds_left / 60 % 60, seconds_left % 60);
    return fmt::format("{}:{:02} left", seconds_left / 60, seconds_left % 60);
}

}  // namespace

std::string progress_line(const std::string& description, double part, double seconds, int columns) {
    part = part > 0.0 ? std::min(part, 1.0) : 0.0;
    const std::string suffix = fmt::format(" {:3.0f} %  {:<13}", std::floor(100.0 * part), time_left(part, seconds));
    const int room = columns - 1 - static_cast<int>(description.size() + suffix.size()) - 2;
    const int width = std::clamp(room, 0, 40);
    const int eighths = static_cast<int>(std::floor(part * 8.0 * width));
    constexpr const char* parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    std::string bar;
    for (int i = 0; i < eighths / 8; ++i) bar += "█";
    bar += parts[eighths % 8];
    const int filled = (eighths + 7) / 8;
    return fmt::format("{}  {}{}{}", description, bar, std::string(static_cast<size_t>(width - filled), ' '), suffix);
}

progress_bar::progress_bar(std::string description) : name_(std::move(description)), on_terminal_(isatty(STDERR_FILENO) == 1) {}

progress_bar::~progress_bar() { clear(); }

void progress_bar::clear() {
    if (!std::exchange(is_drawn_, false)) return;
    fmt::print(stderr, "\r\x1b[K");
    std::fflush(stderr);
}

void progress_bar::show(double part) {
    const auto current_time = clock::now();
    if (!on_terminal_ || current_time - start_ < delay || (is_drawn_ && current_time - last_ < update_interval)) return;
    last_ = current_time;
    is_drawn_ = true;
    fmt::print(stderr, "\r{}\x1b[K",
               progress_line(name_, part, std::chrono::duration<double>(current_time - start_).count(), terminal_columns()));
    std::fflush(stderr);
}

}  // namespace ingot::shell
