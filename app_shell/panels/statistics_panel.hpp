// The statistics panel: frame times, kernel times, copies, OpenGL sharing, and the sample's own statistics.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <vector>

#include "panels/user_interface.hpp"
#include "stage/stage.hpp"

namespace ingot::shell {

/// Returns the frame rate for frames of this mean duration: "0.4", "9.9", "60". "—" if there is no frame yet.
std::string frame_rate_text(double milliseconds);

/// Returns a sentence with the share of the frames' time that drawing by OpenGL takes, if it takes most of it; "" otherwise, and
/// if the frames are as fast as a display shows them.
std::string slow_drawing_text(std::span<const frame_profile> frames);

/// The panel at the right edge of the window. Its figures are taken a few times per second.
class statistics_panel {
public:
    /// A line of figures.
    struct row {
        std::string name;
        std::string value;
        std::string unit;
        std::string help;  ///< may be empty
    };
    /// What the panel shows.
    struct contents {
        std::vector<double> frame_times;  ///< of the newest frames, in milliseconds
        double mean_time = 0.0;           ///< of the last second
        std::string slow_part;            ///< slow_drawing_text()
        std::vector<row> kernels;
        std::vector<row> copies;
        std::vector<row> sharing;
        std::vector<row> of_sample;
    };

    void draw(stage& stage, const user_interface& interface);

private:
    using clock = std::chrono::steady_clock;

    contents shown_;
    const session* shown_of_ = nullptr;
    clock::time_point taken_at_;
};

}  // namespace ingot::shell
