// The motion between two frames: their difference, a vertical and a horizontal filter, and the sum of the absolute values. All of
// it is computed with integers, so every device has the same result.
#include <ingot/kernel.hpp>
#include <type_traits>

#include "motion_frame.hpp"

using namespace ingot;
using namespace ingot::samples::motion;

// Returns the sample that an index outside of the frame stands for. Frames that are smaller than the filter would need a second
// reflection; there the nearest sample is taken.
static int32_t mirrored(int32_t index, uint32_t size, uint32_t far_edge) {
    const auto end = int32_t(size);
    if (index < 0) index = -index;
    if (index >= end) index = 2 * end - index - int32_t(far_edge);
    return clamp(index, 0, end - 1);
}

// Adds up the motion of 16 × 16 pixels, and writes one number for each group.
template <typename sample>
kernel void measure_motion(buffer<const sample> previous, buffer<const sample> current, buffer<uint64_t> group_sums,
                           param<motion_frame> frame) {
    // The vertical filter of samples of 8 bits fits into 32 bits. With 16 bits it needs more.
    using vertical_sum = std::conditional_t<sizeof(sample) == 1, int32_t, int64_t>;
    local_buffer<int32_t, tile_width * tile_pitch> differences;
    local_buffer<int32_t, group_width * tile_pitch> columns;
    const uint32_t item = local_id.y * group_width + local_id.x;

    // Load the differences of the group's pixels and of two more on each side.
    const int32_t left = int32_t(group_id.x * group_width) - int32_t(radius);
    const int32_t top = int32_t(group_id.y * group_width) - int32_t(radius);
    for (uint32_t i = item; i < tile_width * tile_width; i += group_items) {
        const int32_t x = mirrored(left + int32_t(i % tile_width), frame.width, frame.far_edge);
        const int32_t y = mirrored(top + int32_t(i / tile_width), frame.height, frame.far_edge);
        const uint32_t place = uint32_t(y) * frame.width + uint32_t(x);
        differences[i / tile_width * tile_pitch + i % tile_width] = int32_t(current[place]) - int32_t(previous[place]);
    }
    local_barrier();

    // Filter vertically, and round to the bits of a sample less.
    for (uint32_t i = item; i < group_width * tile_width; i += group_items) {
        const uint32_t first = i / tile_width * tile_pitch + i % tile_width;
        vertical_sum sum = vertical_sum(1) << (frame.bits - 1);
        for (uint32_t tap = 0; tap < 2 * radius + 1; ++tap)
            sum += vertical_sum(taps[tap]) * differences[first + tap * tile_pitch];
        columns[first] = int32_t(sum >> frame.bits);
    }
    local_barrier();

    // Filter horizontally, in 64 bits.
    uint32_t motion = 0;
    if (global_id.x < frame.width && global_id.y < frame.height) {
        int64_t sum = int64_t(1) << 15;
        for (uint32_t tap = 0; tap < 2 * radius + 1; ++tap)
            sum += int64_t(taps[tap]) * columns[local_id.y * tile_pitch + local_id.x + tap];
        const auto filtered = int32_t(sum >> 16);
        motion = uint32_t(filtered < 0 ? -filtered : filtered);
    }

    // At most 65536 for a pixel, so that the sum of 256 fits into 32 bits.
    const uint32_t all = work_group_reduce<group_items>(motion, [](uint32_t a, uint32_t b) { return a + b; });
    if (item == 0) group_sums[group_id.y * num_groups.x + group_id.x] = all;
}
using depths = instances<measure_motion<uint8_t>, measure_motion<uint16_t>>;

// Adds up the numbers of all groups. Launched with one work-group.
kernel void add_groups(buffer<const uint64_t> group_sums, buffer<uint64_t> total, param<uint32_t> count) {
    uint64_t sum = 0;
    for (uint32_t i = local_id.x; i < count; i += group_items) sum += group_sums[i];
    const uint64_t all = work_group_reduce<group_items>(sum, [](uint64_t a, uint64_t b) { return a + b; });
    if (local_id.x == 0) total[0] = all;
}
