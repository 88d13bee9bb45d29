// Kernels whose parameters are structs and arrays of buffers, images and values.
#include "parameter_groups.hpp"

#include <array>
#include <ingot/kernel.hpp>

using namespace ingot;

// A parameter that is a struct. The host passes each member of the struct as an argument of its own.
struct particle_arrays {
    buffer<float4> positions;
    buffer<const float4> velocities;
    parameter_groups::step step;
};

namespace {

template <typename T>
struct triple {
    buffer<const T> first;
    buffer<const T> second;
    buffer<T> result;
};

struct nested {
    uint8_t factor;
    triple<uint32_t> numbers;
    buffer<uint32_t> sums[2][2];
    constant_buffer<uint32_t> constants;
    const uint32_t offset = 0;
};

}  // namespace

static float4 moved(const particle_arrays& particles, uint32_t i) {
    return particles.positions[i] + particles.velocities[i] * particles.step.seconds;
}

kernel void move(particle_arrays particles) {
    if (global_id.x < particles.step.count) particles.positions[global_id.x] = moved(particles, global_id.x);
}

// Which buffer of the array is read is known only when the kernel runs.
kernel void interleave(std::array<buffer<const uint32_t>, 3> sources, buffer<uint32_t> result) {
    result[global_id.x] = sources[global_id.x % 3][global_id.x / 3];
}

kernel void scatter(buffer<const uint32_t> source, std::array<buffer<uint32_t>, 4> results) {
    const uint32_t number = source[global_id.x];
    results[number & 3][global_id.x] = number;
}

kernel void add_nested(param<uint32_t> before, nested group, std::array<triple<uint32_t>, 2> more) {
    const uint32_t i = global_id.x;
    const uint32_t sum = group.numbers.first[i] * group.factor + group.numbers.second[i];
    group.numbers.result[i] = sum;
    for (uint32_t row = 0; row < 2; ++row)
        for (uint32_t column = 0; column < 2; ++column)
            group.sums[row][column][i] = sum + 10 * row + column + group.constants[0] + group.offset;
    for (const triple<uint32_t>& each : more) each.result[i] = each.first[i] + each.second[i] + before;
}

// A struct with an image, local memory and a value.
struct picture_parts {
    image_2d<float4, true> picture;
    local_buffer<float> tile;
    param<float> scale;
};

kernel void draw(param<picture_parts> parts) {
    parts.tile[local_id.x] = parts.scale * float(local_id.x);
    local_barrier();
    parts.picture.write(int2(global_id.xy), float4(parts.tile[local_size.x - 1 - local_id.x]));
}

template <typename T, uint32_t count>
kernel void add(std::array<buffer<const T>, count> terms, buffer<T> sum) {
    T total {};
    for (const buffer<const T>& each : terms) total += each[global_id.x];
    sum[global_id.x] = total;
}
using add_list = instances<add<float, 2>, add<uint32_t, 5>>;
