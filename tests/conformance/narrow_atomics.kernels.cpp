// Tests of Table 12 of the thesis that docs/host-library.md names, with 8-bit and 16-bit values. Neighbouring values share a
// word of 32 bits: an operation on one of them must not change the others.
#include <atomic>
#include <ingot/kernel.hpp>

#include "narrow_counters.hpp"

using namespace ingot;

// Applies inc, add, sub, dec, min and max to elements 0 to 5, which lie next to one another. Results that do not fit in T wrap
// around.
template <typename T>
kernel void count(buffer<T> totals, buffer<T> returned) {
    const uint32_t item = global_id.x;
    const T value = static_cast<T>(item % 100 + 3);
    returned[item] = atomic_inc(&totals[0]);
    atomic_add(&totals[1], value);
    atomic_sub(&totals[2], value);
    atomic_dec(&totals[3]);
    atomic_min(&totals[4], value);
    atomic_max(&totals[5], value);
}

// Each work-item changes its own bit in three arrays: it clears, sets or inverts the bit.
template <typename T>
kernel void change_bits(buffer<T> cleared, buffer<T> set, buffer<T> turned, buffer<T> returned) {
    constexpr uint32_t width = 8 * sizeof(T);
    const uint32_t item = global_id.x;
    const T bit = static_cast<T>(1u << item % width);
    returned[item] = static_cast<T>(atomic_and(&cleared[item / width], static_cast<T>(~bit)) & bit);
    atomic_or(&set[item / width], bit);
    atomic_xor(&turned[item / width], bit);
}

kernel void exchange(buffer<uint16_t> place, buffer<uint16_t> returned) {
    returned[global_id.x] = atomic_xchg(&place[1], static_cast<uint16_t>(global_id.x + 1));
}

// Several work-items try to replace the value -1 of the same element by their own number. Exactly one of them succeeds and
// receives -1. The others receive the number that it stored.
template <typename T>
kernel void claim(buffer<T> places, buffer<T> returned, param<uint32_t> places_count) {
    const uint32_t item = global_id.x;
    const uint32_t place = item % places_count;
    returned[item] = atomic_cmpxchg(&places[place], static_cast<T>(-1), static_cast<T>(item / places_count));
}

// Each work-item stores one 16-bit value in which a number of four bits is repeated four times. A load must never return a
// mixture of two stores.
kernel void store_and_load(buffer<uint16_t> places, buffer<uint16_t> loaded_values) {
    const uint32_t item = global_id.x;
    atomic_store(&places[2], static_cast<uint16_t>(item % 16 * 0x1111u));
    loaded_values[item] = atomic_load(&places[2]);
}

// Work-items add to the even bytes atomically, and store to the odd bytes between them without atomic operations.
kernel void add_beside_stores(buffer<uint8_t> bytes) {
    const uint32_t item = global_id.x;
    atomic_add(&bytes[item / 8 * 2], 3);
    if (item % 8 == 5) bytes[item / 8 * 2 + 1] = static_cast<uint8_t>(item / 8);
}

// Computes a histogram of each group in 5 bytes of local memory, which is not a whole number of 32-bit words.
kernel void histogram(buffer<const uint32_t> values, buffer<uint32_t> counts) {
    local_buffer<uint8_t, 5> of_group;
    if (local_id.x < 5) of_group[local_id.x] = 0;
    local_barrier();
    atomic_inc(&of_group[values[global_id.x] % 5]);
    local_barrier();
    if (local_id.x < 5) atomic_add(&counts[local_id.x], of_group[local_id.x]);
}

kernel void cpp_atomics(buffer<narrow_counters> counters, buffer<uint8_t> winners) {
    const uint32_t item = global_id.x;
    counters->bytes += 3;
    std::atomic_ref(winners[item / 64]).fetch_add(counters->flags[item / 64].exchange(true) ? 0 : 1);
    int16_t maximum = counters->most.load(std::memory_order_acquire);
    while (maximum < int16_t(item) && !counters->most.compare_exchange_weak(maximum, int16_t(item), std::memory_order_acq_rel)) {
    }
    if (!counters->lock.test_and_set(std::memory_order_acquire)) ++counters->locked;
    // An error of an atomic in private memory changes the sum in counters->bytes, which the host compares.
    std::atomic<uint8_t> own_atomic = static_cast<uint8_t>(item);
    if (own_atomic.exchange(7) != static_cast<uint8_t>(item) || own_atomic != 7) counters->bytes += 1;
}

using narrow = instances<count<uint8_t>, count<int8_t>, count<uint16_t>, count<int16_t>, change_bits<uint8_t>,
                         change_bits<uint16_t>, claim<uint8_t>, claim<int16_t>>;
