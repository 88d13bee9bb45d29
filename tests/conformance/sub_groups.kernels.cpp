// Tests of sub-groups: which work-items belong to each sub-group, and the exchange of values within a sub-group.
#include <ingot/kernel.hpp>

#include "sub_groups_types.hpp"

using namespace ingot;

kernel void write_places(buffer<sub_group_place> places) {
    places[global_id.x] = {sub_group_size(), sub_group_id(), sub_group_local_id(), sub_group_count()};
}

static uint32_t own_value() { return global_id.x * 3 + 1; }

kernel void shuffle(buffer<uint32_t> by_index, buffer<uint32_t> by_xor, buffer<uint32_t> up, buffer<uint32_t> down) {
    by_index[global_id.x] = sub_group_shuffle(own_value(), sub_group_size() - 1 - sub_group_local_id());
    by_xor[global_id.x] = sub_group_shuffle_xor(own_value(), 1);
    up[global_id.x] = sub_group_shuffle_up(own_value(), 2);
    down[global_id.x] = sub_group_shuffle_down(own_value(), 1);
}
kernel void shuffle_doubles(buffer<double> values) {
    values[global_id.x] = sub_group_shuffle(static_cast<double>(global_id.x) + 0.25, 1);
}
kernel void shuffle_types(buffer<float3> vectors, buffer<uint16_t> narrow) {
    const uint32_t item = global_id.x;
    vectors[item] = sub_group_shuffle(float3 {static_cast<float>(item), 1.0f, 2.0f}, 1);
    narrow[item] = sub_group_shuffle(static_cast<uint16_t>(item), 1);
}

template <typename T>
static void reduce(buffer<T> sums, buffer<T> minima, buffer<T> maxima) {
    const T value = static_cast<T>((global_id.x * 7) % 32);
    sums[global_id.x] = sub_group_reduce_add(value);
    minima[global_id.x] = sub_group_reduce_min(value);
    maxima[global_id.x] = sub_group_reduce_max(value);
}
kernel void reduce_uint(buffer<uint32_t> sums, buffer<uint32_t> minima, buffer<uint32_t> maxima) { reduce(sums, minima, maxima); }
kernel void reduce_float(buffer<float> sums, buffer<float> minima, buffer<float> maxima) { reduce(sums, minima, maxima); }
kernel void reduce_long(buffer<int64_t> sums, buffer<int64_t> minima, buffer<int64_t> maxima) { reduce(sums, minima, maxima); }

kernel void scan(buffer<uint32_t> inclusive, buffer<uint32_t> exclusive, buffer<uint32_t> greatest) {
    inclusive[global_id.x] = sub_group_inclusive_scan_add(own_value());
    exclusive[global_id.x] = sub_group_exclusive_scan_add(own_value());
    greatest[global_id.x] =
        sub_group_inclusive_scan((global_id.x * 7) % 32, [](uint32_t a, uint32_t b) { return a < b ? b : a; });
}

kernel void ballot(buffer<uint64_t> odd, buffer<uint32_t> any, buffer<uint32_t> all) {
    odd[global_id.x] = sub_group_ballot(global_id.x % 2 == 1);
    any[global_id.x] = sub_group_any(global_id.x == 5) ? 1 : 0;
    all[global_id.x] = sub_group_all(global_id.x != 5) ? 1 : 0;
}
