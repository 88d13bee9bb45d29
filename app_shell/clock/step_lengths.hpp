// The lengths of the steps of a run, so that another run can repeat them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::shell {

/// Lengths of steps in seconds, from the first step on. Equal ones in a row are kept once, with their number.
class step_lengths {
public:
    /// More runs of equal lengths are not kept.
    static constexpr size_t most_runs = 2000;

    /// Adds the length of the next step.
    void add(double seconds, uint64_t count = 1);
    /// Returns the length of a step, counted from 0; nothing if it is unknown.
    std::optional<double> at(uint64_t step) const;
    /// Are the lengths of all steps known? If not, this object has none of them.
    bool is_complete() const { return is_complete_; }
    /// Do all steps have this length? Also true if there are none.
    bool are_all(double seconds) const;
    /// The text that parse_step_lengths() reads: "0.017x12,0.016,0.017x3".
    std::string text() const;

private:
    struct run {
        double seconds = 0.0;
        uint64_t count = 0;
    };
    std::vector<run> runs_;
    bool is_complete_ = true;
};

/// Parses such a text. A step has 0 to 1 seconds. Throws std::invalid_argument, whose message quotes the part that is wrong.
step_lengths parse_step_lengths(std::string_view text);

}  // namespace ingot::shell
