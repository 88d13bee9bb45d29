// Functions that the language's headers call and do not define, because each device executes them differently. Passes of
// ingotc replace each call by code for the target. For the CPU debug device, the runtime defines the functions.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ingot {

namespace detail {

/// The memories for which a barrier or fence orders the accesses, as a set of bits with OpenCL's values (CLK_LOCAL_MEM_FENCE,
/// CLK_GLOBAL_MEM_FENCE).
enum class memory_scope : uint32_t { local = 1, global = 2, local_and_global = 3 };

/// The accesses that a fence orders, as a set of bits.
enum class fence_accesses : uint32_t { reads = 1, writes = 2, reads_and_writes = 3 };

}  // namespace detail

extern "C" {

/// Waits until every work-item of the group has reached the call. `scope` is a value of detail::memory_scope.
[[gnu::nothrow]]
#if defined(__clang__)
[[clang::convergent, clang::noduplicate]]
#endif
void ingot_device_barrier(uint32_t scope);

/// A fence: the memory accesses that the calling work-item makes before the call are ordered before those that it makes after
/// the call. `scope` is a value of memory_scope, and `accesses` is a value of fence_accesses. Both are compile-time constants.
[[gnu::nothrow]] void ingot_device_fence(uint32_t scope, uint32_t accesses);

/// Returns memory that the work-group shares. Each call in the source has its own block of memory, which exists as long
/// as the group runs. `bytes` and `alignment` are compile-time constants.
[[gnu::nothrow, gnu::returns_nonnull]]
#if defined(__clang__)
[[clang::noduplicate]]
#endif
void* ingot_device_local_memory(size_t bytes, size_t alignment);

#if !defined(INGOT_DEVICE)
/// Returns the work-group's memory for a kernel parameter local_buffer<T>, whose size the launch gives. Only the CPU
/// debug device has this function. `argument` points to the size in bytes (uint64_t).
[[gnu::nothrow, gnu::returns_nonnull]] void* ingot_device_launch_memory(const void* argument, size_t alignment);
#endif

// Sub-group functions. Every work-item of the sub-group must reach the same call. Reading the value of a work-item
// that does not exist returns an undefined value.
[[gnu::nothrow]] uint32_t ingot_device_sub_group_size();
[[gnu::nothrow]] uint32_t ingot_device_sub_group_id();
[[gnu::nothrow]] uint32_t ingot_device_sub_group_local_id();
[[gnu::nothrow]] uint32_t ingot_device_number_of_sub_groups();
[[gnu::nothrow]] uint32_t ingot_device_sub_group_shuffle(uint32_t value, uint32_t source);
[[gnu::nothrow]] uint32_t ingot_device_sub_group_shuffle_xor(uint32_t value, uint32_t mask);
[[gnu::nothrow]] uint32_t ingot_device_sub_group_shuffle_up(uint32_t value, uint32_t distance);
[[gnu::nothrow]] uint32_t ingot_device_sub_group_shuffle_down(uint32_t value, uint32_t distance);
/// Returns one bit for each of 32 work-items of the sub-group, beginning with number 32 * `word`: 1 if the work-item
/// passed a `predicate` that is not 0.
[[gnu::nothrow]] uint32_t ingot_device_sub_group_ballot(uint32_t predicate, uint32_t word);
[[gnu::nothrow]] void ingot_device_sub_group_barrier();

/// Prints a line. print_format.hpp makes a printf format from `text` and `shapes`. The further arguments are the
/// components of all printed values, in the types in which C passes arguments to a function with `...`.
[[gnu::nothrow]] void ingot_device_print(const char* text, const char* shapes, ...);

#if defined(INGOT_DEVICE)
// Asynchronous copies, for targets with target_feature::copies_asynchronously.
/// Starts to copy 4, 8 or 16 bytes from global to local memory. Both addresses are multiples of `bytes`, a compile-time
/// constant.
[[gnu::nothrow]] void ingot_device_copy_to_local(void* to, const void* from, uint32_t bytes);
/// Makes all copies that this work-item has started since its previous call of this function one set.
[[gnu::nothrow]] void ingot_device_end_copy();
/// Waits for the copies of this work-item, except those of the `newest` newest sets. `newest` is a compile-time constant.
[[gnu::nothrow]] void ingot_device_wait_for_copies(uint32_t newest);
/// A hint that the memory at this address will be read, for targets with target_feature::prefetches.
[[gnu::nothrow]] void ingot_device_prefetch(const void* address);

// Products of tiles of half numbers, for targets with target_feature::multiplies_half_tiles. 32 work-items make each call
// together. matrix_tile.hpp states which elements a work-item holds.
using ingot_device_four_words = uint32_t __attribute__((vector_size(16)));
using ingot_device_four_floats = float __attribute__((vector_size(16)));
/// Loads a block of 16 by 16 half numbers from local memory. Each work-item passes the address of 8 of them, a multiple of 16
/// bytes. `is_transposed` is a compile-time constant, 0 or 1.
[[gnu::nothrow, clang::convergent]] ingot_device_four_words ingot_device_load_half_block(const void* eight,
                                                                                         uint32_t is_transposed);
/// Multiplies a block of 16 by 16 with one of 16 by 8, and adds `sums`.
[[gnu::nothrow, gnu::const, clang::convergent]] ingot_device_four_floats ingot_device_multiply_half_blocks(
    ingot_device_four_floats sums, ingot_device_four_words left, uint32_t right_low, uint32_t right_high);

// Products of matrices of half numbers in local memory, for targets with target_feature::multiplies_local_matrices. 128
// work-items make each call together. local_matrix.hpp states the order of the elements in local memory, and which elements of
// the sums a work-item holds.
/// Starts to multiply 64 rows of a matrix with `columns` columns of another one, and to add the product to `sums`, columns / 2
/// numbers of this work-item. `left` and `right` point to the first elements of the operands, which are `depth` columns and
/// rows. An operand is stored by lines of 128 bytes: along its columns, or (bit 0 of `transposed` for the left one, bit 1 for
/// the right one) so that the lines run along the rows of the product or its columns. The `panel` of an operand is the distance
/// in bytes from a line to the next part of the same line. All numbers are compile-time constants. Until
/// ingot_device_wait_for_products, `sums` must not be accessed.
[[gnu::nothrow, clang::convergent]] void ingot_device_start_product(float* sums, const void* left, const void* right,
                                                                    uint32_t columns, uint32_t depth, uint32_t transposed,
                                                                    uint32_t left_panel, uint32_t right_panel);
/// Waits for the products that this work-item started, except the `newest` newest ones. The products added to `count` numbers,
/// `sums`. Both numbers are compile-time constants.
[[gnu::nothrow, clang::convergent]] void ingot_device_wait_for_products(float* sums, uint32_t count, uint32_t newest);
/// Makes what this work-item has written to local memory visible to products that are started after the next barrier.
[[gnu::nothrow]] void ingot_device_show_local_writes();

// 1 / sqrt(value). The CPU debug device computes it by operators.
[[gnu::const, gnu::nothrow]] float ingot_device_rsqrt_f32(float);
[[gnu::const, gnu::nothrow]] double ingot_device_rsqrt_f64(double);
#endif

}  // extern "C"

}  // namespace ingot
