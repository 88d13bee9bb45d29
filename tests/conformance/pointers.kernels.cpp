// Kernels that test pointers. In most of them each work-item runs one of the numbered functions of pointers.hpp: walks over an
// array, and searches in a text. The pointers point to one kind of memory, or to a kind that is chosen at run time. The last two
// kernels read and write directly through such pointers.
#include "pointers.hpp"

#include <atomic>
#include <ingot/kernel.hpp>

#include "pointers_types.hpp"

using namespace ingot;
using pointers::array_size;
using pointers::sorted;

kernel void walk_global(buffer<const int32_t> values, buffer<int64_t> results, param<uint32_t> number) {
    results[global_id.x] = pointers::walk(number, values.data(), values + array_size, static_cast<int32_t>(global_id.x));
}
kernel void walk_local(buffer<const int32_t> values, buffer<int64_t> results, param<uint32_t> number) {
    local_buffer<int32_t, array_size> tile;
    if (local_id.x == 0) std::copy(values.data(), values + array_size, tile.data());
    local_barrier();
    results[global_id.x] = pointers::walk(number, &tile[0], &tile[0] + array_size, static_cast<int32_t>(global_id.x));
}
kernel void walk_private(buffer<const int32_t> values, buffer<int64_t> results, param<uint32_t> number) {
    std::array<int32_t, array_size> own_values;
    std::copy(values.data(), values + array_size, own_values.data());
    results[global_id.x] =
        pointers::walk(number, own_values.data(), own_values.data() + array_size, static_cast<int32_t>(global_id.x));
}
kernel void walk_constants(buffer<int64_t> results, param<uint32_t> number) {
    results[global_id.x] = pointers::walk(number, sorted, sorted + array_size, static_cast<int32_t>(global_id.x));
}
kernel void search_text(buffer<int64_t> results, param<uint32_t> number) {
    results[global_id.x] = pointers::search(number, pointers::text, static_cast<char>('a' + global_id.x));
}
kernel void follow_list(buffer<int64_t> results) { results[global_id.x] = pointers::list(global_id.x); }

// Whether `begin` points to global, local, private or constant memory, or is null, is known only at run time.
kernel void walk_chosen(buffer<const int32_t> values, buffer<int64_t> results, param<uint32_t> number) {
    local_buffer<int32_t, array_size> tile;
    if (local_id.x == 0) std::copy(values.data(), values + array_size, tile.data());
    local_barrier();
    std::array<int32_t, array_size> own_values;
    std::copy(values.data(), values + array_size, own_values.data());
    const int32_t* begin = nullptr;
    switch ((global_id.x + number) % 5) {
        case 0:
            begin = values.data();
            break;
        case 1:
            begin = &tile[0];
            break;
        case 2:
            begin = own_values.data();
            break;
        case 3:
            begin = sorted;
            break;
        default:
            break;
    }
    results[global_id.x] = begin ? pointers::walk(number, begin, begin + array_size, static_cast<int32_t>(global_id.x)) : -7;
}

// Each pointer points to an element in one of two kinds of memory, and is read once. An optimiser may replace the choice
// between the pointers by reads of both elements and a choice between the values.
kernel void choose_pair(buffer<const int32_t> values, buffer<int64_t> results) {
    const uint32_t i = global_id.x;
    const int32_t own_values[2] {values[1], values[2]};
    const int32_t* const own_or_buffer = i % 2 ? &own_values[0] : &values[3];
    const int32_t* const own_or_buffer_at = i % 2 ? &own_values[i / 2 % 2] : &values[i];
    const int32_t* const constant_or_buffer = i % 3 ? &sorted[4] : &values[5];
    const int32_t* const constant_or_buffer_at = i % 3 ? &sorted[i] : &values[i + 1];
    results[i] = *own_or_buffer + *own_or_buffer_at * 100 + *constant_or_buffer * 10'000 + *constant_or_buffer_at * 1'000'000;
}

// Writes, modifies and atomically adds through pointers whose kind of memory is chosen at run time, and compares the pointers.
kernel void write_chosen(buffer<uint32_t> values, buffer<pointers_record> records, buffer<int64_t> results) {
    local_buffer<uint32_t, 8> tile;
    local_buffer<pointers_record, 8> local_records;
    const uint32_t i = local_id.x;
    tile[i] = i;
    uint32_t own_values[2] {10, 20};
    local_barrier();
    uint32_t* const first = i % 3 == 0 ? &tile[i] : i % 3 == 1 ? &own_values[1] : &values[i];
    uint32_t* const second = i % 2 == 0 ? &tile[i] : &values[i];
    *first += 5;
    *second *= 2;
    std::atomic_ref(*second).fetch_add(3, std::memory_order_relaxed);
    pointers_record* const record = i % 2 ? &records[i] : &local_records[i];
    *record = {i, i + 1, i + 2, i + 3, {i, i, i, i, i, i, i, i}};
    pointers_record copy = *record;
    copy.large[i] += 1;
    *(i % 4 < 2 ? &local_records[i] : &records[i]) = copy;
    results[i] = (first == second) + 2 * (first == &tile[i]) + 4 * (first != nullptr) + 8 * (second == nullptr) +
                 16 * (first == &own_values[1]) + 128 * (own_values[0] + own_values[1]) + 12'800 * tile[i] +
                 1'280'000 * (i % 4 < 2 ? local_records[i].large[i] : records[i].large[i]);
}
