// Draws what the window shows: the frame in grey, the motion of its groups of pixels as a heat map, and the chart of the scores.
#include <ingot/kernel.hpp>

#include "motion_frame.hpp"
#include "screen_layout.hpp"

using namespace ingot;
using namespace ingot::samples::motion;

// Colours of the heat map, from no motion to much, as they are on a display. They become brighter from each to the next.
static float3 heat_colour(float share) {
    const float3 colours[] {
        {0.05f, 0.03f, 0.18f}, {0.33f, 0.06f, 0.43f}, {0.75f, 0.20f, 0.35f}, {0.97f, 0.52f, 0.15f}, {0.99f, 0.93f, 0.60f}};
    const float place = clamp(share, 0.0f, 1.0f) * 4.0f;
    const auto first = uint32_t(min(place, 3.0f));
    return colours[first] + (colours[first + 1] - colours[first]) * (place - float(first));
}

// Converts from a display's values to linear light.
static float3 linear_light(float3 colour) { return colour * colour * (colour * 0.3f + 0.7f); }

// Returns a sample as the value of a display from 0 to 1. Black is 16 and white 235 with 8 bits.
template <typename sample>
static float grey_at(buffer<const sample> luma, int32_t x, int32_t y, const motion_frame& frame) {
    x = clamp(x, 0, int32_t(frame.width) - 1);
    y = clamp(y, 0, int32_t(frame.height) - 1);
    const float value = float(luma[uint32_t(y) * frame.width + uint32_t(x)]) / float(1u << (frame.bits - 8));
    return clamp((value - 16.0f) / 219.0f, 0.0f, 1.0f);
}

// Returns the mean motion of a pixel of a group, as the share of the heat map's colours.
static float motion_of(buffer<const uint64_t> group_sums, int32_t column, int32_t row, const motion_frame& frame,
                       const screen_layout& layout) {
    const uint32_t x = uint32_t(clamp(column, 0, int32_t(layout.columns) - 1));
    const uint32_t y = uint32_t(clamp(row, 0, int32_t(layout.rows) - 1));
    const uint32_t pixels = min(group_width, frame.width - x * group_width) * min(group_width, frame.height - y * group_width);
    return log2(1.0f + float(group_sums[y * layout.columns + x]) / (256.0f * float(pixels))) * (1.0f / 6.0f);
}

// Interpolates between four values by the shares of the way to the right and down.
static float between(float a, float b, float c, float d, float across, float down) {
    const float upper = a + (b - a) * across;
    const float lower = c + (d - c) * across;
    return upper + (lower - upper) * down;
}

template <typename sample>
static float3 video_colour(buffer<const sample> luma, buffer<const uint64_t> group_sums, float2 place, const motion_frame& frame,
                           const screen_layout& layout) {
    // Interpolate the luma, and the motion between the centres of the groups.
    const float x = place.x / layout.video_size.x * float(frame.width) - 0.5f;
    const float y = place.y / layout.video_size.y * float(frame.height) - 0.5f;
    const auto left = int32_t(floor(x));
    const auto top = int32_t(floor(y));
    const float grey = between(grey_at<sample>(luma, left, top, frame), grey_at<sample>(luma, left + 1, top, frame),
                               grey_at<sample>(luma, left, top + 1, frame), grey_at<sample>(luma, left + 1, top + 1, frame),
                               x - float(left), y - float(top));
    if (layout.part == shown_part::video) return {grey, grey, grey};
    const float gx = (x + 0.5f) / float(group_width) - 0.5f;
    const float gy = (y + 0.5f) / float(group_width) - 0.5f;
    const auto column = int32_t(floor(gx));
    const auto row = int32_t(floor(gy));
    const float motion =
        between(motion_of(group_sums, column, row, frame, layout), motion_of(group_sums, column + 1, row, frame, layout),
                motion_of(group_sums, column, row + 1, frame, layout), motion_of(group_sums, column + 1, row + 1, frame, layout),
                gx - float(column), gy - float(row));
    const float3 heat = heat_colour(motion);
    if (layout.part == shown_part::field) return heat;
    const float share = 0.8f * clamp((motion - 0.06f) / 0.5f, 0.0f, 1.0f);
    return float3 {grey, grey, grey} * (1.0f - share) + (heat * (0.55f + 0.45f * grey)) * share;
}

// Returns a value of the chart between two frames, as a share of its height. `frame` counts from the newest frame to the left.
template <bool is_score>
static float height_at(buffer<const chart_point> points, float frame, const screen_layout& layout) {
    const float place = clamp(float(layout.points) - 1.0f - frame, 0.0f, float(layout.points) - 1.0f);
    const auto first = uint32_t(place);
    const uint32_t second = min(first + 1, layout.points - 1);
    const float from = is_score ? points[first].score : points[first].motion2;
    const float to = is_score ? points[second].score : points[second].motion2;
    return sqrt(min((from + (to - from) * (place - float(first))) / highest_score, 1.0f));
}

// Returns how much of a pixel a line covers at a distance from the pixel's centre. Both are in pixels.
static float line_cover(float distance, float thickness) { return clamp(0.5f * thickness + 0.5f - distance, 0.0f, 1.0f); }

static float3 chart_colour(buffer<const chart_point> points, float2 place, const screen_layout& layout) {
    const float height = layout.chart_size.y;
    const float above = height - place.y;  // the bottom of the chart
    float3 colour {0.055f, 0.06f, 0.075f};
    // Lines at the scores 4, 16 and 36, which are quarters of the height.
    for (uint32_t i = 1; i < 4; ++i)
        if (line_cover(abs(above - floor(0.25f * float(i) * height) - 0.5f), layout.thickness) > 0.5f)
            colour = {0.17f, 0.18f, 0.21f};
    const float frame = (layout.chart_size.x - place.x) / layout.pixels_per_frame;
    if (layout.points == 0 || frame > float(layout.points) - 0.5f) return colour;
    // The shown frame is a line where it is not the last one.
    if (layout.shown_frame > 0.0f) {
        const float cover = line_cover(abs(frame - layout.shown_frame) * layout.pixels_per_frame, layout.thickness);
        colour = colour * (1.0f - cover) + float3 {0.62f, 0.65f, 0.7f} * cover;
    }

    const auto nearest = uint32_t(clamp(float(layout.points) - 1.0f - frame + 0.5f, 0.0f, float(layout.points) - 1.0f));
    if (points[nearest].is_known < 0.5f) return colour;

    // The curve's heights at the left and the right edge of the pixel.
    const float step = 0.5f / layout.pixels_per_frame;
    const float before = height * height_at<true>(points, frame + step, layout);
    const float after = height * height_at<true>(points, frame - step, layout);
    const float motion2 = height * height_at<false>(points, frame, layout);
    if (above < motion2) colour += float3 {0.02f, 0.17f, 0.22f} * (0.35f + 0.65f * above / max(motion2, 1.0f));
    // A cut is a line from top to bottom at its frame.
    const float from_nearest = abs(float(layout.points) - 1.0f - float(nearest) - frame) * layout.pixels_per_frame;
    if (points[nearest].is_cut > 0.5f) {
        const float cover = line_cover(from_nearest, layout.thickness);
        colour = colour * (1.0f - cover) + float3 {0.85f, 0.24f, 0.22f} * cover;
    }
    const float distance = max(max(min(before, after) - above, above - max(before, after)), 0.0f);
    const float cover = line_cover(distance, 1.6f * layout.thickness);
    return colour * (1.0f - cover) + float3 {0.98f, 0.72f, 0.32f} * cover;
}

template <typename sample>
kernel void paint(buffer<const sample> luma, buffer<const uint64_t> group_sums, buffer<const chart_point> points,
                  buffer<float4> pixels, param<motion_frame> frame, param<screen_layout> layout) {
    if (global_id.x >= layout.width || global_id.y >= layout.height) return;
    const motion_frame shown = frame;
    const screen_layout screen = layout;
    const float2 at {float(global_id.x) + 0.5f, float(global_id.y) + 0.5f};
    const float2 in_video {at.x - screen.video_place.x, at.y - screen.video_place.y};
    const float2 in_chart {at.x - screen.chart_place.x, at.y - screen.chart_place.y};
    float3 colour = float3 {0.075f, 0.08f, 0.1f} * (1.0f - 0.35f * at.y / float(screen.height));
    if (in_video.x >= 0.0f && in_video.y >= 0.0f && in_video.x < screen.video_size.x && in_video.y < screen.video_size.y)
        colour = video_colour<sample>(luma, group_sums, in_video, shown, screen);
    else if (in_chart.x >= 0.0f && in_chart.y >= 0.0f && in_chart.x < screen.chart_size.x && in_chart.y < screen.chart_size.y)
        colour = chart_colour(points, in_chart, screen);
    const float3 light = linear_light(colour);
    pixels[(screen.height - 1 - global_id.y) * screen.width + global_id.x] = {light.x, light.y, light.z, 1.0f};
}
using paints = instances<paint<uint8_t>, paint<uint16_t>>;
