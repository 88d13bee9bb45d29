// Tests of kernel templates: the allowed kinds of template parameters, and the kernel parameters, local memory and calls that
// instances may have.
#include "kernel_templates.hpp"

#include <ingot/kernel.hpp>

using namespace ingot;
using namespace kernel_template_types;

template <int32_t amount>
kernel void add(buffer<int32_t> values) {
    values[global_id.x] += amount;
}
using sums = instances<add<5>, add<-2147483647 - 1>, add<0>>;

template <bool is_reversed>
kernel void count(buffer<uint32_t> values) {
    values[global_id.x] = is_reversed ? global_size.x - 1 - global_id.x : global_id.x;
}
using counts = instances<count<false>, count<true>>;

template <operation by>
kernel void combine(buffer<const float> a, buffer<float> b) {
    if constexpr (by == operation::add)
        b[global_id.x] += a[global_id.x];
    else
        b[global_id.x] *= a[global_id.x];
}
using combinations = instances<combine<operation::add>, combine<operation::multiply>>;

// The template argument determines the size of local memory.
template <plan chosen>
kernel void turn_groups(buffer<float> values) {
    const local_buffer<float, chosen.group_size> group;
    group[local_id.x] = values[global_id.x];
    local_barrier();
    float value = group[chosen.is_reversed ? chosen.group_size - 1 - local_id.x : local_id.x];
    for (const corner& each : chosen.corners)
        if constexpr (chosen.by == operation::add)
            value += static_cast<float>(each.offset) + each.factor;
        else
            value *= static_cast<float>(each.offset) + each.factor;
    values[global_id.x] = value;
}
using turns = instances_for<plans, []<plan chosen> { return instances<turn_groups<chosen>>(); }>;

// The types of the kernel's parameters depend on the template argument.
template <typename T, uint64_t times>
kernel void scale(buffer<T> values, param<T> factor) {
    for (uint64_t i = 0; i < times; ++i) values[global_id.x] = static_cast<T>(values[global_id.x] * factor);
}
using scales = instances<scale<float, 1>, scale<float, 3>, scale<int16_t, 2>, scale<float4, 2>>;

template <typename T>
kernel void read_pixels(const_image_2d<T> source, buffer<T> destination) {
    destination[global_id.y * global_size.x + global_id.x] = source.read(uint2 {global_id.x, global_id.y});
}
using reads = instances<read_pixels<float4>, read_pixels<uint4>>;

namespace inner {
namespace {
template <char letter, float amount>
kernel void write_letter(buffer<float> values) {
    values[global_id.x] = static_cast<float>(letter) + amount;
}
}  // namespace
using letters = instances<write_letter<'a', 0.5f>, write_letter<'b', -2.0f>>;
}  // namespace inner

// A kernel may call instances that no alias of `instances` contains, here add<7> and add_often<each, times - 1>. The instance
// with `times` 0 ends the recursion.
template <int32_t each, uint32_t times>
kernel void add_often(buffer<int32_t> values) {
    if constexpr (times > 0) {
        add<each>(values);
        add_often<each, times - 1>(values);
    }
}
using often = instances<add_often<5, 2>, add_often<7, 3>>;
