// How far a long run is, in one line of a terminal.
#pragma once

#include <chrono>
#include <string>

namespace ingot::shell {

/// Nothing where stderr is no terminal, and nothing for a run that is over within a second. The line is gone with the bar.
class progress_bar {
public:
    explicit progress_bar(std::string what);
    progress_bar(const progress_bar&) = delete;
    progress_bar& operator=(const progress_bar&) = delete;
    ~progress_bar();

    /// 0 to 1. Drawn at most ten times a second.
    void show(double done);
    /// Takes the line away, so that something else can be written.
    void clear();

private:
    using clock = std::chrono::steady_clock;

    std::string name;
    bool on_terminal;
    bool drawn = false;
    clock::time_point start = clock::now();
    clock::time_point last = start;
};

/// The bar's line: "blur  ██████▌         43 %  0:12 left". `columns` is the terminal's width; `seconds` have passed.
std::string progress_line(const std::string& what, double done, double seconds, int columns);

}  // namespace ingot::shell
