// Where the parts of the sample's picture are. Positions are pixels of the canvas, from its upper left corner.
#pragma once

#include <cstdint>
#include <ingot/language/vector.hpp>

namespace ingot::samples::motion {

/// What is shown of a frame.
enum class shown_part : uint32_t { overlay, video, field };

struct screen_layout {
    uint32_t width = 1;  ///< of the canvas
    uint32_t height = 1;
    float2 video_place {};  ///< the upper left corner of the video
    float2 video_size {1.0f, 1.0f};
    float2 chart_place {};
    float2 chart_size {1.0f, 1.0f};
    float pixels_per_frame = 1.0f;  ///< of the chart
    uint32_t points = 0;            ///< of the chart
    float shown_frame = 0.0f;       ///< how many frames the shown one is before the last one of the chart
    float thickness = 1.0f;         ///< of the chart's lines
    shown_part part = shown_part::overlay;
    uint32_t columns = 1;  ///< groups of pixels of the frame
    uint32_t rows = 1;
};

/// A frame in the chart.
struct chart_point {
    float score = 0.0f;
    float motion2 = 0.0f;
    float is_cut = 0.0f;    ///< 1 if a scene begins with the frame
    float is_known = 0.0f;  ///< 0 for a frame that was not measured
};

/// The score that the upper edge of the chart stands for. Heights in the chart are square roots.
inline constexpr float highest_score = 64.0f;

}  // namespace ingot::samples::motion
