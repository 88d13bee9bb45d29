// Tests of Table 12 of the thesis that docs/host-library.md names, with 32-bit values. Work-items of several groups modify
// the same elements. In its element of `returned`, each work-item stores the value that one of its atomic functions returned.
#include <atomic>
#include <bit>
#include <ingot/kernel.hpp>

#include "atomic_counters.hpp"

using namespace ingot;

// Applies add, sub, inc, dec, min and max to elements 0 to 5.
template <typename T>
static void count(T* totals, buffer<T> returned) {
    const uint32_t item = global_id.x;
    const T value = static_cast<T>(item + 1);
    returned[item] = atomic_add(&totals[0], value);
    atomic_sub(&totals[1], value);
    atomic_inc(&totals[2]);
    atomic_dec(&totals[3]);
    atomic_min(&totals[4], value);
    atomic_max(&totals[5], value);
}

kernel void count_uint(buffer<uint32_t> totals, buffer<uint32_t> returned) { count(totals.data(), returned); }
kernel void count_int(buffer<int32_t> totals, buffer<int32_t> returned) { count(totals.data(), returned); }
kernel void count_float(buffer<float> totals, buffer<float> returned) { count(totals.data(), returned); }

// Each work-item changes bit `item` of three arrays of 32-bit words: atomic_and clears the bit, atomic_or sets it, and
// atomic_xor inverts it.
kernel void change_bits(buffer<uint32_t> cleared, buffer<uint32_t> set, buffer<uint32_t> turned, buffer<uint32_t> returned) {
    const uint32_t item = global_id.x;
    const uint32_t bit = 1u << item % 32;
    returned[item] = atomic_and(&cleared[item / 32], ~bit) & bit;
    atomic_or(&set[item / 32], bit);
    atomic_xor(&turned[item / 32], bit);
}
kernel void change_bits_of_float(buffer<float> cleared, buffer<float> set, buffer<float> turned) {
    const uint32_t item = global_id.x;
    const uint32_t bit = 1u << item % 32;
    atomic_and(&cleared[item / 32], std::bit_cast<float>(~bit));
    atomic_or(&set[item / 32], std::bit_cast<float>(bit));
    atomic_xor(&turned[item / 32], std::bit_cast<float>(bit));
}

// The bits of positive floats are ordered as the floats are. Element 0 gets the smallest, element 1 the largest, and element 2
// has all bits that any of them has.
kernel void compare_bits_of_float(buffer<uint32_t> extremes, param<float> factor) {
    const auto bits = std::bit_cast<uint32_t>(static_cast<float>(global_id.x + 1) * factor);
    atomic_min(&extremes[0], bits);
    atomic_max(&extremes[1], bits);
    atomic_or(&extremes[2], bits);
}

// All work-items exchange their number, global_id.x + 1, with the same element: no number may be lost or returned twice.
kernel void exchange_uint(buffer<uint32_t> place, buffer<uint32_t> returned) {
    returned[global_id.x] = atomic_xchg(place.data(), global_id.x + 1);
}
kernel void exchange_float(buffer<float> place, buffer<float> returned) {
    returned[global_id.x] = atomic_xchg(place.data(), static_cast<float>(global_id.x + 1));
}

// Several work-items try to replace the value -1 of the same element by their own number. Exactly one of them succeeds: the
// element then contains this work-item's number, and only this work-item received -1.
template <typename T>
static void claim(T* places, buffer<T> returned, uint32_t count) {
    const uint32_t item = global_id.x;
    returned[item] = atomic_cmpxchg(&places[item % count], static_cast<T>(-1), static_cast<T>(item));
}
kernel void claim_uint(buffer<uint32_t> places, buffer<uint32_t> returned, param<uint32_t> count) {
    claim(places.data(), returned, count);
}
kernel void claim_float(buffer<float> places, buffer<float> returned, param<uint32_t> count) {
    claim(places.data(), returned, count);
}

// Every work-item stores a 16-bit value in both halves of a word. A load must never return a mixture of two stores. The same is
// tested with the float 0.5: if a load returns another float, the kernel makes the halves of `loaded_values` unequal.
kernel void store_and_load(buffer<uint32_t> places, buffer<uint32_t> loaded_values, buffer<float> number) {
    const uint32_t item = global_id.x;
    atomic_store(&places[0], item << 16 | item);
    loaded_values[item] = atomic_load(&places[0]);
    atomic_store(&number[item % 2], 0.5f);
    loaded_values[item] |= atomic_load(&number[item % 2]) == 0.5f ? 0 : 0x80000000u;
}

// Listing 11 of the thesis: similar operations on std::atomic objects, by atomic functions, and by std::atomic_ref.
kernel void cpp_atomics(buffer<atomic_counters> counters) {
    counters->sum += global_id.x;
    ++counters->count;
    counters->last.store(7, std::memory_order_relaxed);
    uint32_t expected = counters->most.load();
    while (expected < global_id.x && !counters->most.compare_exchange_weak(expected, global_id.x)) {
    }
    float total = counters->total.load();
    while (!counters->total.compare_exchange_strong(total, total + 0.5f)) {
    }
}
kernel void raw_atomics(buffer<uint32_t> counters) {
    atomic_add(&counters[0], global_id.x);
    atomic_inc(&counters[1]);
}
kernel void referred_atomics(buffer<uint32_t> counters, buffer<float> total) {
    std::atomic_ref(counters[0]).fetch_add(global_id.x, std::memory_order_acq_rel);
    ++std::atomic_ref(counters[1]);
    std::atomic_ref(counters[2]).fetch_or(1u << global_id.x % 32, std::memory_order_acquire);
    std::atomic_ref(total[0]).fetch_add(0.5f, std::memory_order_release);
}

// Computes a histogram of each group in local memory, then adds it to the histogram of all groups in global memory.
kernel void histogram(buffer<const uint32_t> values, buffer<uint32_t> counts, buffer<float> weights) {
    local_buffer<uint32_t, 16> of_group;
    local_buffer<float, 16> weight_of_group;
    if (local_id.x < 16) {
        of_group[local_id.x] = 0;
        weight_of_group[local_id.x] = 0.0f;
    }
    local_barrier();
    const uint32_t value = values[global_id.x] % 16;
    atomic_inc(&of_group[value]);
    atomic_add(&weight_of_group[value], 0.25f);
    local_barrier();
    if (local_id.x < 16) {
        atomic_add(&counts[local_id.x], of_group[local_id.x]);
        atomic_add(&weights[local_id.x], weight_of_group[local_id.x]);
    }
}

// A private variable may be atomic as well. ingotc replaces its atomic operations by plain ones.
kernel void private_atomic(buffer<uint32_t> result) {
    std::atomic<uint32_t> own_atomic = global_id.x;
    own_atomic += 3;
    result[global_id.x] = own_atomic.exchange(5) + own_atomic;
}
