// How a buffer is cut into tiles, one for each work-group; the host must know it too.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ingot::algorithms_detail {

/// Work-items in a group.
constexpr uint32_t group_items = 256;

/// A work-item takes 64 bytes: 16 elements of 4 bytes, 8 of 8.
template <size_t element_bytes>
constexpr uint32_t elements_of_item = 64 / element_bytes;

/// Elements in a tile.
constexpr uint32_t tile_of(size_t element_bytes) { return group_items * static_cast<uint32_t>(64 / element_bytes); }

/// Radix sort takes so many bits of a key at once.
constexpr uint32_t radix_bits = 4;
constexpr uint32_t radix = 1u << radix_bits;

/// What the bits of a key are.
enum class key_kind : uint32_t { unsigned_integer, signed_integer, floating_point };

}  // namespace ingot::algorithms_detail
