// Gates applied to a rendering.
#pragma once

#include <string>
#include <vector>

#include "golden.hpp"
#include "rendering.hpp"

namespace ingot::regression {

/// One number and what it must keep to.
struct figure {
    enum class relation { at_most, at_least, within };

    std::string gate;     ///< its class: "flip", "pixels", "psnr", "state", "readings", "z-test", "repeat"
    std::string name;     ///< "FLIP mean"
    std::string against;  ///< "golden", "cpu-debug", "second run"; empty where it stands alone
    double value = 0.0;
    relation must = relation::at_most;
    double limit = 0.0;
    double upper_limit = 0.0;  ///< where it must be within
    std::string note;          ///< where the largest is, and the like

    bool passed() const;  ///< never for what is no number
    std::string limit_text() const;
};

/// The error of each pixel, to look at.
struct error_map {
    std::string against;
    image heat;
};

struct judgement {
    std::vector<figure> figures;
    std::vector<error_map> maps;
    std::string problem;  ///< why something could not be judged: that is a failure

    bool passed() const;
};

/// All gates of the case on this backend, against the golden.
void judge_against_golden(const gates& by, const golden& expected, const rendering& found, judgement& into);
/// The gates that need no noise, against the CPU debug device's own rendering.
void judge_against_reference(const gates& by, const rendering& reference, const rendering& found, judgement& into);
/// Readings that have limits of their own.
void judge_alone(const gates& by, const rendering& found, judgement& into);
/// Bit by bit.
void judge_repetition(const rendering& first, const rendering& second, judgement& into);

}  // namespace ingot::regression
