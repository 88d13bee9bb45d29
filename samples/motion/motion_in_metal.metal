// The kernels of motion.kernels.cpp once more, in the Metal Shading Language. The numbers of a group are added up in threadgroup
// memory, because not every device has SIMD-groups.
#include <metal_stdlib>

using namespace metal;

constant uint group_width = 16;
constant uint group_items = group_width * group_width;
constant int radius = 2;
constant uint tile_width = 20;
constant uint tile_pitch = 21;
constant int taps[5] = {3571, 16004, 26386, 16004, 3571};

struct motion_frame {
    uint width;
    uint height;
    uint bits;
    uint far_edge;
};

// Returns the sample that an index outside of the frame stands for.
static int mirrored(int index, uint size, uint far_edge) {
    const int end = int(size);
    index = abs(index);
    if (index >= end) index = 2 * end - index - int(far_edge);
    return clamp(index, 0, end - 1);
}

// Adds up the values of all threads of a threadgroup. The result is valid in the first thread.
template <typename T>
static T add_up(T value, threadgroup T* values, uint thread_index) {
    values[thread_index] = value;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint half_count = group_items / 2; half_count > 0; half_count /= 2) {
        if (thread_index < half_count) values[thread_index] += values[thread_index + half_count];
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    return values[0];
}

template <typename sample_type, typename vertical_sum>
kernel void measure_motion(device const sample_type* previous [[buffer(0)]], device const sample_type* current [[buffer(1)]],
                           device ulong* group_sums [[buffer(2)]], constant motion_frame& frame [[buffer(3)]],
                           uint2 pixel [[thread_position_in_grid]], uint2 inside [[thread_position_in_threadgroup]],
                           uint2 group [[threadgroup_position_in_grid]], uint2 groups [[threadgroups_per_grid]],
                           uint item [[thread_index_in_threadgroup]]) {
    threadgroup int differences[tile_width * tile_pitch];
    threadgroup int columns[group_width * tile_pitch];
    threadgroup uint sums[group_items];

    const int left = int(group.x * group_width) - radius;
    const int top = int(group.y * group_width) - radius;
    for (uint i = item; i < tile_width * tile_width; i += group_items) {
        const int x = mirrored(left + int(i % tile_width), frame.width, frame.far_edge);
        const int y = mirrored(top + int(i / tile_width), frame.height, frame.far_edge);
        const uint place = uint(y) * frame.width + uint(x);
        differences[i / tile_width * tile_pitch + i % tile_width] = int(current[place]) - int(previous[place]);
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);

    for (uint i = item; i < group_width * tile_width; i += group_items) {
        const uint first = i / tile_width * tile_pitch + i % tile_width;
        vertical_sum sum = vertical_sum(1) << (frame.bits - 1);
        for (uint tap = 0; tap < 5; ++tap) sum += vertical_sum(taps[tap]) * vertical_sum(differences[first + tap * tile_pitch]);
        columns[first] = int(sum >> frame.bits);
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);

    uint motion = 0;
    if (pixel.x < frame.width && pixel.y < frame.height) {
        long sum = 1L << 15;
        for (uint tap = 0; tap < 5; ++tap) sum += long(taps[tap]) * long(columns[inside.y * tile_pitch + inside.x + tap]);
        motion = uint(abs(int(sum >> 16)));
    }
    const uint all = add_up(motion, sums, item);
    if (item == 0) group_sums[group.y * groups.x + group.x] = all;
}

template [[host_name("measure_motion_8")]] kernel void measure_motion<uchar, int>(device const uchar*, device const uchar*,
                                                                                  device ulong*, constant motion_frame&, uint2,
                                                                                  uint2, uint2, uint2, uint);
template [[host_name("measure_motion_16")]] kernel void measure_motion<ushort, long>(device const ushort*, device const ushort*,
                                                                                     device ulong*, constant motion_frame&, uint2,
                                                                                     uint2, uint2, uint2, uint);

kernel void add_groups(device const ulong* group_sums [[buffer(0)]], device ulong* total [[buffer(1)]],
                       constant uint& count [[buffer(2)]], uint item [[thread_index_in_threadgroup]]) {
    threadgroup ulong sums[group_items];
    ulong sum = 0;
    for (uint i = item; i < count; i += group_items) sum += group_sums[i];
    const ulong all = add_up(sum, sums, item);
    if (item == 0) total[0] = all;
}
