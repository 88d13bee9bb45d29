// Radix sort (Merrill and Grimshaw, Revisiting Sorting for GPGPU Stream Architectures, 2010). The host repeats three
// steps for each digit of the keys, from the lowest digit to the highest:
//  1. The kernel count() counts the keys of each digit in each tile.
//  2. A scan of the counts gives, for each tile and each digit, the place of the tile's first key with this digit.
//  3. The kernel scatter_keys() or scatter_pairs() moves the keys to their places.
// The kernels receive keys as unsigned integers with the same bits.
#include <ingot/kernel.hpp>

#include "tile.hpp"

using namespace ingot;
using namespace ingot::algorithms_detail;

constexpr auto plus = [](uint32_t a, uint32_t b) { return a + b; };

// Returns one digit of a key: `radix_bits` bits of ordered_bits(), from bit `shift` on. `kind` is a key_kind (tile.hpp) as a
// number; it is known only when the kernel runs.
template <typename Key>
static uint32_t digit_of(Key key, uint32_t shift, uint32_t kind) {
    if (kind == static_cast<uint32_t>(key_kind::signed_integer))
        key = static_cast<Key>(ordered_bits(static_cast<std::make_signed_t<Key>>(key)));
    if (kind == static_cast<uint32_t>(key_kind::floating_point))
        key = ordered_bits(std::bit_cast<std::conditional_t<sizeof(Key) == 4, float, double>>(key));
    return static_cast<uint32_t>(key >> shift) % radix;
}

// The number of keys of each digit that each work-item has: one row for each digit, one column for each work-item.
constexpr uint32_t digit_counts = radix * group_items;
template <size_t size>
static void clear_own(const local_buffer<uint16_t, size>& counts) {
    for (uint32_t digit = 0; digit < radix; ++digit) counts[digit * group_items + local_id.x] = 0;
}

// Counts the keys of each digit in each tile. `counts` receives the counts of digit 0 of all tiles, then those of digit
// 1, and so on. `each` is the number of keys of a work-item. It depends on the size of the larger type, key or value, so that
// the tiles are those of the kernels that scatter.
template <typename Key, uint32_t each>
kernel void count(buffer<const Key> keys, buffer<uint32_t> counts, param<uint32_t> key_count, param<uint32_t> shift,
                  param<uint32_t> kind) {
    constexpr uint32_t parts = group_items / radix;
    const local_buffer<uint16_t, digit_counts> own;
    const local_buffer<uint32_t, group_items> sums;
    clear_own(own);
    const size_t first = size_t(group_id.x) * each * group_items + local_id.x;
    for (uint32_t i = 0; i < each; ++i)
        if (const size_t index = first + i * group_items; index < key_count)
            ++own[digit_of(keys[index], shift, kind) * group_items + local_id.x];
    local_barrier();
    uint32_t sum = 0;
    for (uint32_t i = 0; i < radix; ++i) sum += own[local_id.x * radix + i];
    sums[local_id.x] = sum;
    local_barrier();
    if (local_id.x < radix) {
        uint32_t all = 0;
        for (uint32_t part = 0; part < parts; ++part) all += sums[local_id.x * parts + part];
        counts[local_id.x * num_groups.x + group_id.x] = all;
    }
}

// Replaces the counts of a tile by places: for each work-item and digit, the place of the next key in the sorted tile.
template <size_t size>
static void scan_places(const local_buffer<uint16_t, size>& counts) {
    const uint32_t first = local_id.x * radix;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < radix; ++i) sum += counts[first + i];
    uint32_t before = work_group_exclusive_scan<group_items>(sum, 0u, plus);
    for (uint32_t i = 0; i < radix; ++i) {
        const uint32_t count = counts[first + i];
        counts[first + i] = static_cast<uint16_t>(before);
        before += count;
    }
    local_barrier();
}

// A tile in local memory with a gap after every 16 elements, which avoids conflicts of memory banks as with_gaps() in
// reduce_scan.hpp does.
template <typename Element, uint32_t elements>
using tile_memory = local_buffer<Element, elements + elements / 16>;
static uint32_t gap(uint32_t element) { return element + element / 16; }

struct no_values {};

// Sorts the tile in local memory by the digit, and then moves the keys of the sorted tile to their places in the result. So
// neighbouring work-items mostly write to neighbouring places. `Element` can store a key or a value. Elements behind the
// last key are counted with the largest digit, so they follow all keys of the tile.
template <typename Key, typename Element, uint32_t each, typename From, typename To>
static void scatter(buffer<const Key> keys, buffer<Key> sorted_keys, From values, To sorted_values, buffer<const uint32_t> places,
                    uint32_t key_count, uint32_t shift, uint32_t kind) {
    constexpr bool has_values = !std::is_same_v<From, no_values>;
    constexpr uint32_t elements = each * group_items;
    const tile_memory<Element, elements> tile;
    // The ranks of the values take the place of the counts. So 32 KiB of local memory are enough, which some devices have.
    constexpr uint32_t ranks_size = elements + elements / 16;
    const local_buffer<uint16_t, (has_values && ranks_size > digit_counts) ? ranks_size : digit_counts> counts;
    const local_buffer<uint32_t, radix> offsets;
    const size_t first = size_t(group_id.x) * elements;
    const auto in_tile = static_cast<uint32_t>(key_count - first < elements ? key_count - first : elements);
    const auto is_key = [in_tile](uint32_t index) { return index < in_tile; };

    // Load the tile. Then each work-item takes `each` consecutive keys of the tile and counts their digits in its column of
    // `counts`.
    for (uint32_t i = 0; i < each; ++i)
        if (const uint32_t index = i * group_items + local_id.x; is_key(index)) tile[gap(index)] = keys[first + index];
    clear_own(counts);
    local_barrier();
    Key own[each];
    const uint32_t first_own = local_id.x * each;
    for (uint32_t i = 0; i < each; ++i) {
        own[i] = is_key(first_own + i) ? static_cast<Key>(tile[gap(first_own + i)]) : Key(0);
        const uint32_t digit = is_key(first_own + i) ? digit_of(own[i], shift, kind) : radix - 1;
        ++counts[digit * group_items + local_id.x];
    }
    local_barrier();
    // Compute for each digit the difference between a key's place in the result and its place in the sorted tile.
    scan_places(counts);
    if (local_id.x < radix)
        offsets[local_id.x] = places[local_id.x * num_groups.x + group_id.x] - counts[local_id.x * group_items];
    local_barrier();

    // Sort the tile.
    uint32_t rank[each];
    for (uint32_t i = 0; i < each; ++i) {
        const uint32_t digit = is_key(first_own + i) ? digit_of(own[i], shift, kind) : radix - 1;
        rank[i] = counts[digit * group_items + local_id.x]++;
        tile[gap(rank[i])] = own[i];
    }
    local_barrier();
    // Move the keys to the result.
    uint32_t destinations[each];
    for (uint32_t i = 0; i < each; ++i) {
        const uint32_t index = i * group_items + local_id.x;
        if (!is_key(index)) continue;
        const auto key = static_cast<Key>(tile[gap(index)]);
        destinations[i] = offsets[digit_of(key, shift, kind)] + index;
        sorted_keys[destinations[i]] = key;
    }
    // Sort the values like their keys, and move them to the same places.
    if constexpr (has_values) {
        const auto& ranks = counts;
        for (uint32_t i = 0; i < each; ++i) ranks[gap(first_own + i)] = static_cast<uint16_t>(rank[i]);
        local_barrier();
        for (uint32_t i = 0; i < each; ++i)
            if (const uint32_t index = i * group_items + local_id.x; is_key(index))
                tile[gap(ranks[gap(index)])] = values[first + index];
        local_barrier();
        for (uint32_t i = 0; i < each; ++i)
            if (const uint32_t index = i * group_items + local_id.x; is_key(index))
                sorted_values[destinations[i]] = static_cast<std::remove_cvref_t<decltype(sorted_values[0])>>(tile[gap(index)]);
    }
}

template <typename Key>
kernel void scatter_keys(buffer<const Key> keys, buffer<Key> sorted_keys, buffer<const uint32_t> places,
                         param<uint32_t> key_count, param<uint32_t> shift, param<uint32_t> kind) {
    scatter<Key, Key, elements_of_item<sizeof(Key)>>(keys, sorted_keys, no_values {}, no_values {}, places, key_count, shift,
                                                     kind);
}
template <typename Key, typename Value>
kernel void scatter_pairs(buffer<const Key> keys, buffer<Key> sorted_keys, buffer<const Value> values,
                          buffer<Value> sorted_values, buffer<const uint32_t> places, param<uint32_t> key_count,
                          param<uint32_t> shift, param<uint32_t> kind) {
    using element = std::conditional_t<(sizeof(Key) > sizeof(Value)), Key, Value>;
    scatter<Key, element, elements_of_item<sizeof(element)>>(keys, sorted_keys, values, sorted_values, places, key_count, shift,
                                                             kind);
}

using counts_of_tiles = instances<count<uint32_t, 16>, count<uint32_t, 8>, count<uint64_t, 8>>;
using scatters =
    instances<scatter_keys<uint32_t>, scatter_keys<uint64_t>, scatter_pairs<uint32_t, uint32_t>,
              scatter_pairs<uint32_t, uint64_t>, scatter_pairs<uint64_t, uint32_t>, scatter_pairs<uint64_t, uint64_t>>;
