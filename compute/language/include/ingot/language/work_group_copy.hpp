// Copies from global to local memory that go on while the work-group computes, and hints about reads that come later.
//
// All work-items of the group make the same call, and each of them copies a part. A call may return before the data has
// arrived; work_group_wait_for_copies() waits for it. A wait names how many of the newest copies are allowed to be running,
// because a loop that loads the next tiles while it computes with the current one always waits for all but the newest few.
// Without a number it waits for all:
//
//     work_group_copy<256>(tile.data(), values + first, 1024);
//     work_group_wait_for_copies();
//     // every work-item can read the tile
//
// On CUDA devices of compute capability 8.0 and later (ingotc --arch sm_80) the copies are cp.async instructions ("PTX ISA",
// cp.async). On all other devices a call copies at once, and the wait is a barrier. OpenCL's async_work_group_copy is not
// used: its events can be waited for only one by one, not by their age.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <ingot/language/barrier.hpp>
#include <ingot/language/device_functions.hpp>
#include <ingot/language/group_algorithms.hpp>
#include <ingot/language/target_feature.hpp>
#include <type_traits>

namespace ingot {

namespace detail {

// Returns the size in bytes of the pieces in which data can be copied asynchronously if its address and size are multiples of
// `alignment`: 16, 8 or 4. Returns 0 if it cannot.
constexpr size_t copy_piece(size_t alignment) {
    for (const size_t bytes : {size_t {16}, size_t {8}, size_t {4}})
        if (alignment % bytes == 0) return bytes;
    return 0;
}

// A type that can be copied, and an alignment that an author can promise for it. 0 stands for that of the type.
template <typename T, size_t promised>
concept copied_with_alignment =
    std::is_trivially_copyable_v<T> && (promised == 0 || ((promised & (promised - 1)) == 0 && promised >= alignof(T)));

// The alignment for which a copy is compiled.
template <typename T, size_t promised>
inline constexpr size_t copy_alignment = promised == 0 ? alignof(T) : promised;

// Fails if an address is not a multiple of the alignment. Only the CPU debug device checks this: there, an address is known.
template <size_t alignment>
void check_alignment([[maybe_unused]] const void* address) {
#if !defined(INGOT_DEVICE)
    assert(reinterpret_cast<uintptr_t>(address) % alignment == 0 && "the address does not have the alignment that was promised");
#endif
}

}  // namespace detail

/// Starts to copy `count` elements of a buffer to local memory. All work-items of the group pass the same arguments.
///
/// `group_items` is the number of work-items in each group of the launch. `alignment` is a promise: both addresses are
/// multiples of so many bytes, 16 for the fastest copy; 0 promises nothing. Until a work_group_wait_for_copies() that includes
/// this call, no work-item may access the destination or write the source. The destination must not be in use when the copy
/// starts: put a barrier after the last access to it.
template <uint32_t group_items, size_t alignment = 0, typename T>
    requires detail::copied_with_alignment<T, alignment>
void work_group_copy(T* to, const std::type_identity_t<T>* from, size_t count) {
    constexpr size_t known_alignment = detail::copy_alignment<T, alignment>;
    [[maybe_unused]] constexpr size_t piece = detail::copy_piece(known_alignment);
    detail::check_alignment<known_alignment>(to);
    detail::check_alignment<known_alignment>(from);
    const size_t item = detail::item_of_group<group_items>();
    // The first element that is not copied asynchronously. Only device code changes it. NOLINTNEXTLINE(misc-const-correctness)
    size_t first = 0;
#if defined(INGOT_DEVICE)
    if (detail::target_has(detail::target_feature::copies_asynchronously)) {
        if constexpr (piece != 0) {
            const size_t pieces = count * sizeof(T) / piece;
            for (size_t i = item; i < pieces; i += group_items)
                ingot_device_copy_to_local(reinterpret_cast<std::byte*>(to) + i * piece,
                                           reinterpret_cast<const std::byte*>(from) + i * piece, piece);
            first = pieces * piece / sizeof(T);
        }
        ingot_device_end_copy();
    }
#endif
    for (size_t i = first + item; i < count; i += group_items) to[i] = from[i];
}

/// Starts to copy a rectangle of a matrix in a buffer to local memory: `rows` rows of `columns` elements each. A stride is
/// the number of elements from the beginning of a row to the beginning of the next. A stride in local memory that is a
/// little larger than `columns` avoids that all rows begin in the same memory bank.
///
/// The other rules are those of work_group_copy. With an `alignment`, rows have that alignment too.
template <uint32_t group_items, size_t rows, size_t columns, size_t alignment = 0, typename T>
    requires(rows > 0 && columns > 0 && detail::copied_with_alignment<T, alignment>)
void work_group_copy_rows(T* to, size_t to_stride, const std::type_identity_t<T>* from, size_t from_stride) {
    constexpr size_t known_alignment = detail::copy_alignment<T, alignment>;
    constexpr size_t row_bytes = columns * sizeof(T);
    [[maybe_unused]] constexpr size_t piece = detail::copy_piece(std::min(known_alignment, row_bytes & -row_bytes));
    detail::check_alignment<known_alignment>(to);
    detail::check_alignment<known_alignment>(from);
    detail::check_alignment<known_alignment>(to + to_stride);
    detail::check_alignment<known_alignment>(from + from_stride);
    const uint32_t item = detail::item_of_group<group_items>();
#if defined(INGOT_DEVICE)
    if (detail::target_has(detail::target_feature::copies_asynchronously)) {
        if constexpr (piece != 0) {
            constexpr uint32_t row_pieces = row_bytes / piece;
            constexpr uint32_t pieces = rows * row_pieces;
#pragma unroll
            for (uint32_t first = 0; first < pieces; first += group_items) {
                const uint32_t i = first + item;
                if (pieces % group_items != 0 && i >= pieces) break;
                const uint32_t row = i / row_pieces;
                const size_t offset = size_t {i % row_pieces} * piece;
                ingot_device_copy_to_local(reinterpret_cast<std::byte*>(to + row * to_stride) + offset,
                                           reinterpret_cast<const std::byte*>(from + row * from_stride) + offset, piece);
            }
            ingot_device_end_copy();
            return;
        }
        ingot_device_end_copy();
    }
#endif
    for (size_t i = item; i < rows * columns; i += group_items)
        to[i / columns * to_stride + i % columns] = from[i / columns * from_stride + i % columns];
}

/// Waits until the data of all copies that the work-group has started, except of the `newest` newest calls of
/// work_group_copy and work_group_copy_rows, is in local memory. This is a local_barrier(), too: afterwards every work-item
/// of the group sees the data.
template <uint32_t newest = 0>
void work_group_wait_for_copies() {
#if defined(INGOT_DEVICE)
    if (detail::target_has(detail::target_feature::copies_asynchronously)) ingot_device_wait_for_copies(newest);
#endif
    local_barrier();
}

/// Asks the device to bring the part of a buffer that contains this element closer to the processor, because the work-item
/// will soon read it. It is a hint, without effect on results and without effect at all where the device has no such
/// instruction. CUDA loads the line of the cache that contains the element, 128 bytes, into the L2 cache.
template <typename T>
void prefetch([[maybe_unused]] const T* element) {
#if defined(INGOT_DEVICE)
    if (detail::target_has(detail::target_feature::prefetches)) ingot_device_prefetch(element);
#endif
}

}  // namespace ingot
