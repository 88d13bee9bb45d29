// Tests of Table 12 of the thesis that docs/host-library.md names, with 64-bit values.
#include <atomic>
#include <ingot/kernel.hpp>

using namespace ingot;

template <typename T>
static void count(T* totals, buffer<T> returned) {
    const uint32_t item = global_id.x;
    const T value = static_cast<T>(item + 1) * static_cast<T>(4294967296);  // needs more than 32 bits
    returned[item] = atomic_add(&totals[0], value);
    atomic_sub(&totals[1], value);
    atomic_inc(&totals[2]);
    atomic_dec(&totals[3]);
    atomic_min(&totals[4], value);
    atomic_max(&totals[5], value);
}
kernel void count_ulong(buffer<uint64_t> totals, buffer<uint64_t> returned) { count(totals.data(), returned); }
kernel void count_long(buffer<int64_t> totals, buffer<int64_t> returned) { count(totals.data(), returned); }
kernel void count_double(buffer<double> totals, buffer<double> returned) { count(totals.data(), returned); }

kernel void change_bits(buffer<uint64_t> cleared, buffer<uint64_t> set, buffer<uint64_t> turned) {
    const uint32_t item = global_id.x;
    const uint64_t bit = uint64_t {1} << item % 64;
    atomic_and(&cleared[item / 64], ~bit);
    atomic_or(&set[item / 64], bit);
    atomic_xor(&turned[item / 64], bit);
}

kernel void exchange(buffer<uint64_t> place, buffer<uint64_t> returned, buffer<double> number, buffer<double> number_returned) {
    const uint64_t value = uint64_t {global_id.x + 1} << 32 | (global_id.x + 1);
    returned[global_id.x] = atomic_xchg(place.data(), value);
    number_returned[global_id.x] = atomic_xchg(number.data(), static_cast<double>(value));
}

kernel void claim(buffer<uint64_t> places, buffer<uint64_t> returned, param<uint32_t> count) {
    const uint32_t item = global_id.x;
    returned[item] = atomic_cmpxchg(&places[item % count], ~uint64_t {0}, uint64_t {item} << 32);
}

kernel void store_and_load(buffer<uint64_t> places, buffer<uint64_t> loaded_values) {
    const uint64_t item = global_id.x;
    atomic_store(&places[0], item << 32 | item);
    loaded_values[item] = atomic_load(&places[0]);
}

kernel void referred(buffer<uint64_t> counters, buffer<double> total) {
    std::atomic_ref(counters[0]).fetch_add(uint64_t {global_id.x} << 32);
    std::atomic_ref(total[0]).fetch_add(0.5);
}

kernel void in_local_memory(buffer<uint64_t> sums, buffer<double> totals) {
    local_buffer<uint64_t, 1> sum;
    local_buffer<double, 1> total;
    if (local_id.x == 0) {
        sum[0] = 0;
        total[0] = 0;
    }
    local_barrier();
    atomic_add(&sum[0], uint64_t {global_id.x} << 32);
    atomic_add(&total[0], 0.5);
    local_barrier();
    if (local_id.x == 0) {
        sums[group_id.x] = sum[0];
        totals[group_id.x] = total[0];
    }
}
