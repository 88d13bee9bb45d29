// Constants of the algorithms that the host and the kernels use: the sizes of the tiles into which a buffer is divided (each
// work-group processes one tile), the size of the digits of radix sort, and the kinds of its keys.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ingot::algorithms_detail {

/// The number of work-items in a group.
constexpr uint32_t group_items = 256;

/// The number of elements that a work-item processes: 64 bytes, so 16 elements of 4 bytes or 8 elements of 8 bytes.
template <size_t element_bytes>
constexpr uint32_t elements_of_item = 64 / element_bytes;

/// Returns the number of elements in a tile.
constexpr uint32_t tile_of(size_t element_bytes) { return group_items * static_cast<uint32_t>(64 / element_bytes); }

/// The number of bits in a digit: radix sort sorts by one digit of the keys at a time.
constexpr uint32_t radix_bits = 4;
/// The number of different digits.
constexpr uint32_t radix = 1u << radix_bits;

/// How radix sort interprets the bits of a key.
enum class key_kind : uint32_t { unsigned_integer, signed_integer, floating_point };

}  // namespace ingot::algorithms_detail
