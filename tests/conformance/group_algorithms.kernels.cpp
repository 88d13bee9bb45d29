// Tests of the algorithms that a whole work-group executes together.
#include <ingot/kernel.hpp>
#include <type_traits>

using namespace ingot;

constexpr auto sum = [](auto a, auto b) { return a + b; };
constexpr auto larger = [](auto a, auto b) { return a > b ? a : b; };

// The function x -> a * x + b. The composition of such functions is associative, but not commutative.
struct affine {
    uint32_t a, b;
};
constexpr auto after = [](affine first, affine second) { return affine {second.a * first.a, second.a * first.b + second.b}; };
static uint32_t bits(affine value) { return value.a * 31 + value.b; }

// Row i of the table contains the results of work-item i: reduce, inclusive scan and exclusive scan. The second round of the
// loop does the same with other values and writes its rows after those of the first round. It tests that the algorithms can
// use their local memory again.
template <uint32_t items, typename T, typename Operation>
static void write_all(buffer<T> table, T value, T initial, Operation operation) {
    for (uint32_t round = 0; round < 2; ++round) {
        T* const row = table + (size_t(round) * global_size.x * global_size.y + global_id.y * global_size.x + global_id.x) * 3;
        row[0] = work_group_reduce<items>(value, operation);
        row[1] = work_group_inclusive_scan<items>(value, operation);
        row[2] = work_group_exclusive_scan<items>(value, initial, operation);
        value = operation(value, value);
    }
}

kernel void write_integers_64(buffer<const int32_t> source, buffer<int32_t> table) {
    write_all<64>(table, source[global_id.x], 1000, sum);
}
kernel void write_integers_100(buffer<const int32_t> source, buffer<int32_t> table) {
    write_all<100>(table, source[global_id.x], -7, larger);
}
kernel void write_integers_1(buffer<const int32_t> source, buffer<int32_t> table) {
    write_all<1>(table, source[global_id.x], 3, sum);
}
kernel void write_wide_plane(buffer<const int32_t> source, buffer<int64_t> table) {
    write_all<8 * 4>(table, int64_t(source[global_id.y * global_size.x + global_id.x]) << 20, int64_t(5), sum);
}
kernel void write_reals(buffer<const int32_t> source, buffer<float> table) {
    write_all<128>(table, static_cast<float>(source[global_id.x]), 0.5f, sum);
}
kernel void write_ordered(buffer<const int32_t> source, buffer<uint32_t> table) {
    const affine value {uint32_t(source[global_id.x]) | 1u, global_id.x};
    table[global_id.x * 3] = bits(work_group_reduce<96>(value, after));
    table[global_id.x * 3 + 1] = bits(work_group_inclusive_scan<96>(value, after));
    table[global_id.x * 3 + 2] = bits(work_group_exclusive_scan<96>(value, {1, 0}, after));
}

// Each group sorts its own `count` keys.
template <uint32_t items, size_t count, typename Key>
static void sort_keys(buffer<Key> keys) {
    const local_buffer<Key, count> tile;
    Key* const group_keys = keys + group_id.x * count;
    for (size_t i = local_id.x; i < count; i += items) tile[i] = group_keys[i];
    work_group_radix_sort<items>(tile);
    for (size_t i = local_id.x; i < count; i += items) group_keys[i] = tile[i];
}
template <uint32_t items, size_t count, typename Key>
static void sort_pairs(buffer<Key> keys, buffer<uint32_t> values) {
    const local_buffer<Key, count> tile;
    const local_buffer<uint32_t, count> tile_values;
    const size_t first = group_id.x * count;
    for (size_t i = local_id.x; i < count; i += items) {
        tile[i] = keys[first + i];
        tile_values[i] = values[first + i];
    }
    work_group_radix_sort<items>(tile, tile_values);
    for (size_t i = local_id.x; i < count; i += items) {
        keys[first + i] = tile[i];
        values[first + i] = tile_values[i];
    }
}
kernel void sort_unsigned(buffer<uint32_t> keys) { sort_keys<64, 1000>(keys); }
kernel void sort_signed(buffer<int16_t> keys) { sort_keys<64, 64>(keys); }
kernel void sort_reals(buffer<float> keys) { sort_keys<32, 50>(keys); }
kernel void sort_few(buffer<uint64_t> keys) { sort_keys<64, 3>(keys); }
kernel void sort_unsigned_pairs(buffer<uint8_t> keys, buffer<uint32_t> values) { sort_pairs<32, 300>(keys, values); }
kernel void sort_wide_pairs(buffer<int64_t> keys, buffer<uint32_t> values) { sort_pairs<128, 512>(keys, values); }
