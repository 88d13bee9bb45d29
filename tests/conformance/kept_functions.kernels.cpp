// Each kernel calls large functions so often that ingotc keeps them as functions if it can, instead of inlining them.
#include "kept_functions.hpp"

#include <ingot/kernel.hpp>

using namespace ingot;
using kept_functions::call_often;
using kept_functions::often;
using kept_functions::seldom;
using kept_functions::word_count;

kernel void mix_global(buffer<const uint32_t> values, buffer<uint32_t> results) {
    results[global_id.x] = kept_functions::mix_often(values.data(), global_id.x);
}
kernel void mix_constant(constant_buffer<uint32_t> values, buffer<uint32_t> results) {
    results[global_id.x] =
        kept_functions::mix_often(&values[0], global_id.x) + kept_functions::mix_often(kept_functions::table, global_id.x);
}
kernel void mix_local(buffer<const uint32_t> values, buffer<uint32_t> results) {
    local_buffer<uint32_t, word_count> tile;
    tile[local_id.x] = values[local_id.x];
    local_barrier();
    results[global_id.x] = kept_functions::mix_often(&tile[0], global_id.x);
}
kernel void mix_private(buffer<const uint32_t> values, buffer<uint32_t> results) {
    uint32_t own_words[word_count];
    std::copy(values.data(), values + word_count, own_words);
    results[global_id.x] = kept_functions::mix_often(own_words, global_id.x);
}
// Whether the pointer points to global, local or private memory is known only at run time.
kernel void mix_chosen(buffer<const uint32_t> values, buffer<uint32_t> results) {
    local_buffer<uint32_t, word_count> tile;
    tile[local_id.x] = values[local_id.x];
    uint32_t own_words[word_count];
    std::copy(values.data(), values + word_count, own_words);
    local_barrier();
    const uint32_t choice = global_id.x % 3;
    const uint32_t* const source = choice == 0 ? values.data() : choice == 1 ? &tile[0] : own_words;
    results[global_id.x] = kept_functions::mix_and_read_less_often(source, global_id.x);
}
// Calls one function with pointers to several combinations of global, local, private and constant memory.
kernel void scramble(buffer<const uint32_t> values, buffer<uint32_t> rows, buffer<uint32_t> results) {
    local_buffer<uint32_t, word_count> tile;
    tile[local_id.x] = values[local_id.x];
    uint32_t own_words[word_count];
    std::copy(values.data(), values + word_count, own_words);
    local_barrier();
    uint32_t* const row = rows + global_id.x * word_count;
    uint32_t result = kept_functions::scramble_often(row, values.data(), global_id.x);
    result += kept_functions::scramble_often(own_words, &tile[0], result);
    result += kept_functions::scramble_often(row, own_words, result);
    result += kept_functions::scramble_often(own_words, kept_functions::table, result);
    results[global_id.x] = result;
}
kernel void views(buffer<const uint32_t> values, buffer<uint32_t> results) {
    uint32_t own_words[word_count];
    std::copy(values.data(), values + word_count, own_words);
    results[global_id.x] = kept_functions::use_views(values.data(), own_words, global_id.x);
}
kernel void structs(buffer<uint32_t> results) { results[global_id.x] = kept_functions::use_structs(global_id.x); }
kernel void sort(buffer<const uint32_t> values, buffer<uint32_t> rows, buffer<uint32_t> results) {
    uint32_t own_words[word_count];
    std::copy(values.data(), values + word_count, own_words);
    results[global_id.x] = kept_functions::sort_often(own_words, global_id.x) +
                           kept_functions::sort_often(rows + global_id.x * word_count, global_id.x);
}
kernel void find(buffer<uint32_t> rows, buffer<uint32_t> results) {
    results[global_id.x] = kept_functions::find_often(rows + global_id.x * word_count, global_id.x);
}
kernel void sum(buffer<const double> values, buffer<double> results) {
    results[global_id.x] = kept_functions::sum_often(values.data(), global_id.x);
}

// Large functions that use what the host does not have: positions of work-items, barriers, atomic functions and local memory.

static uint32_t mix_item(const uint32_t* values, uint32_t x) {
    return kept_functions::mix(values, x + global_id.x * 3 + local_id.x * 5 + group_id.x * 7) + global_size.x * local_size.x +
           num_groups.x;
}
kernel void mix_items(buffer<const uint32_t> values, buffer<uint32_t> results) {
    results[global_id.x] = call_often<often>(1u, [&](uint32_t x) { return mix_item(values.data(), x); });
}

struct position_of_work_item {
    static uint32_t in_group() { return local_id.x; }
    static uint32_t in_launch() { return global_id.x; }
};
kernel void mix_positions(buffer<const uint32_t> values, buffer<uint32_t> results) {
    results[global_id.x] = kept_functions::mix_position_often(values.data(), position_of_work_item(), 1u);
}

static uint32_t exchange_in_group(uint32_t* tile, uint32_t x) {
    local_barrier();
    tile[local_id.x] = x;
    local_barrier();
    return kept_functions::mix_longer(tile, x) + tile[word_count - 1 - local_id.x];
}
kernel void barriers(buffer<uint32_t> results) {
    local_buffer<uint32_t, word_count> tile;
    results[global_id.x] = call_often<seldom>(global_id.x, [&](uint32_t x) { return exchange_in_group(&tile[0], x); });
}

static uint32_t add_atomically(uint32_t* sum, uint32_t x) {
    atomic_add(sum, kept_functions::mix(kept_functions::table, x) & 0xffff);
    return x;
}
kernel void atomics(buffer<uint32_t> sums) {
    local_buffer<uint32_t, 1> sum;
    if (local_id.x == 0) sum[0] = 0;
    local_barrier();
    call_often<often>(global_id.x, [&](uint32_t x) { return add_atomically(&sum[0], x) + add_atomically(&sums[0], x); });
    local_barrier();
    if (local_id.x == 0) sums[1 + group_id.x] = sum[0];
}

// A large function with local memory of its own.
static uint32_t use_own_tile(uint32_t x) {
    local_buffer<uint32_t, word_count> tile;
    local_barrier();
    tile[local_id.x] = x;
    local_barrier();
    return kept_functions::mix_longer(&tile[0], x);
}
kernel void local_memory(buffer<uint32_t> results) {
    results[global_id.x] = call_often<seldom>(global_id.x, [](uint32_t x) { return use_own_tile(x); });
}
