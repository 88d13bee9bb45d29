// Checks a rendering against the gates of its case.
#pragma once

#include <string>
#include <vector>

#include "golden.hpp"
#include "rendering.hpp"

namespace ingot::regression {

/// A measured value and its limit.
struct measurement {
    enum class relation { at_most, at_least, within };

    std::string gate;           ///< kind of gate: "flip", "pixels", "psnr", "state", "statistics", "z-test", "repeat"
    std::string name;           ///< "FLIP mean"
    std::string compared_with;  ///< "golden", "cpu-debug" or "second run"; empty for a statistic with a range
    double value = 0.0;
    relation bound = relation::at_most;
    double limit = 0.0;
    double upper_limit = 0.0;  ///< for relation::within: `limit` is the lower limit
    std::string note;          ///< details, such as the position of the largest difference

    bool passed() const;             ///< false if the value is NaN
    std::string limit_text() const;  ///< "at most 0.01", or "0" for at most 0
};

/// A picture of the error of each pixel, for the report.
struct error_map {
    std::string against;  ///< "golden", "cpu-debug", or "noise" for a noise gate
    image heat;
};

/// The results of all gates for one rendering.
struct judgement {
    std::vector<measurement> measurements;
    std::vector<error_map> maps;
    std::string problem;  ///< why a gate could not be checked, which is a failure; empty if all gates were checked

    bool passed() const;
    /// Adds a reason to `problem`, after the reasons that it already contains.
    void add_problem(const std::string& reason);
};

/// Checks all gates except ranges of statistics against the golden, and adds the results to `judgement`.
void judge_against_golden(const gates& gates, const golden& expected, const rendering& found, judgement& judgement);
/// Checks the gates that judge_against_golden() checks, except the noise gate, against `reference`, the rendering of the CPU
/// debug device.
void judge_against_reference(const gates& gates, const rendering& reference, const rendering& found, judgement& judgement);
/// Checks the statistics that have a range (statistic_gate::within).
void judge_alone(const gates& gates, const rendering& found, judgement& judgement);
/// Checks that two runs on one backend have equal pictures and equal arrays of rendering::gated_state, bit by bit.
void judge_repetition(const rendering& first, const rendering& second, judgement& judgement);

}  // namespace ingot::regression
