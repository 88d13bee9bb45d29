// Kernel templates: what their parameters may be, and what an instance may do.
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

// The argument says how much local memory there is.
template <plan way>
kernel void turn_groups(buffer<float> values) {
    const local_buffer<float, way.group_size> group;
    group[local_id.x] = values[global_id.x];
    local_barrier();
    float value = group[way.is_reversed ? way.group_size - 1 - local_id.x : local_id.x];
    for (const corner& each : way.corners)
        if constexpr (way.by == operation::add)
            value += static_cast<float>(each.offset) + each.factor;
        else
            value *= static_cast<float>(each.offset) + each.factor;
    values[global_id.x] = value;
}
using turns = instances_for<plans, []<plan way> { return instances<turn_groups<way>>(); }>;

// The kernel's parameters depend on the argument.
template <typename T, uint64_t times>
kernel void scale(buffer<T> values, param<T> by) {
    for (uint64_t i = 0; i < times; ++i) values[global_id.x] = static_cast<T>(values[global_id.x] * by);
}
using scales = instances<scale<float, 1>, scale<float, 3>, scale<int16_t, 2>, scale<float4, 2>>;

template <typename T>
kernel void read_pixels(const_image_2d<T> from, buffer<T> to) {
    to[global_id.y * global_size.x + global_id.x] = from.read(uint2 {global_id.x, global_id.y});
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

// Calls instances, one that is listed and one that is not; `again` is not called where it is no instance of its own.
template <int32_t each, uint32_t times>
kernel void add_often(buffer<int32_t> values) {
    if constexpr (times > 0) {
        add<each>(values);
        add_often<each, times - 1>(values);
    }
}
using often = instances<add_often<5, 2>, add_often<7, 3>>;
