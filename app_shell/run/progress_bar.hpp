// Shows the progress of a long run in one line of the terminal.
#pragma once

#include <chrono>
#include <string>

namespace ingot::shell {

/// Draws a line on stderr if stderr is a terminal and the run takes longer than a second. The destructor removes the
/// line.
class progress_bar {
public:
    explicit progress_bar(std::string description);
    progress_bar(const progress_bar&) = delete;
    progress_bar& operator=(const progress_bar&) = delete;
    ~progress_bar();

    /// Shows the progress, 0 to 1. Redraws the line at most ten times per second.
    void show(double part);
    /// Removes the line, so that other text can be printed.
    void clear();

private:
    using clock = std::chrono::steady_clock;

    std::string name_;
    bool on_terminal_;
    bool is_drawn_ = false;
    clock::time_point start_ = clock::now();
    clock::time_point last_ = start_;
};

/// Returns the line of the bar: "blur  ██████▌         43 %  0:12 left". `part` is the progress, 0 to 1; `seconds` is
/// the time since the start; `columns` is the width of the terminal.
std::string progress_line(const std::string& description, double part, double seconds, int columns);

}  // namespace ingot::shell
