// Atomic functions on global and local memory (Table 12 of the thesis that docs/host-library.md names). std::atomic and
// std::atomic_ref work in kernels too.
//
// All functions here have relaxed order, as in OpenCL 1.2: each function orders only the accesses to the value that it changes
// or loads. To see other values that another work-item wrote before, use a fence or a barrier, or std::atomic_ref with a memory
// order.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace ingot {

namespace detail {

/// The types of the values that atomic functions access: integers of 8, 16, 32 or 64 bits, `float` and `double`. On a
/// device, an operation on 8 or 16 bits is a loop around a compare-exchange of the 32-bit word that contains them. The
/// types of 8 bytes require 64-bit atomics. On a device without 64-bit atomics, building the program throws an error. Use
/// `device_info::has_64_bit_atomics()` to check at compile time.
template <typename T>
concept atomic_value =
    (std::integral<T> && !std::same_as<T, bool> && sizeof(T) <= 8) || std::same_as<T, float> || std::same_as<T, double>;

// Implements an operation for which the device has no instruction: loads the value, computes the next value, and stores it by a
// compare-exchange. Repeats this if another work-item changed the value after the load. Returns the value before the operation.
template <atomic_value T, typename Operation>
T atomic_update(T* pointer, Operation next) {
    T found;
    __atomic_load(pointer, &found, __ATOMIC_RELAXED);
    for (;;) {
        T desired = next(found);
        if (__atomic_compare_exchange(pointer, &found, &desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return found;
    }
}

// The unsigned integer type that has the size of T, for T = float or double.
template <typename T>
using atomic_bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;

// Implements `and`, `or` and `xor` for floating-point numbers: `operation` receives the bits of both numbers as integers.
template <atomic_value T, typename Operation>
T atomic_update_bits(T* pointer, T value, Operation operation) {
    return atomic_update(pointer, [=](T found) {
        return __builtin_bit_cast(T, static_cast<atomic_bits<T>>(operation(__builtin_bit_cast(atomic_bits<T>, found),
                                                                           __builtin_bit_cast(atomic_bits<T>, value))));
    });
}

}  // namespace detail

/// Adds `value` to `*pointer`. Like all functions here that read and write, it returns the value before the operation.
/// Integers wrap around. On CUDA, the addition of `float` in global memory flushes subnormal numbers to zero (PTX ISA,
/// instruction `atom`).
template <detail::atomic_value T>
T atomic_add(T* pointer, std::type_identity_t<T> value) {
#if defined(INGOT_DEVICE)
    return __atomic_fetch_add(pointer, value, __ATOMIC_RELAXED);
#else
    if constexpr (std::integral<T>)
        return __atomic_fetch_add(pointer, value, __ATOMIC_RELAXED);
    else
        return detail::atomic_update(pointer, [=](T found) { return found + value; });
#endif
}

/// Subtracts `value` from `*pointer`.
template <detail::atomic_value T>
T atomic_sub(T* pointer, std::type_identity_t<T> value) {
    if constexpr (std::integral<T>)
        return __atomic_fetch_sub(pointer, value, __ATOMIC_RELAXED);
    else
        return atomic_add(pointer, -value);
}

/// Adds 1 to `*pointer`.
template <detail::atomic_value T>
T atomic_inc(T* pointer) {
    return atomic_add(pointer, T {1});
}

/// Subtracts 1 from `*pointer`.
template <detail::atomic_value T>
T atomic_dec(T* pointer) {
    return atomic_sub(pointer, T {1});
}

/// Stores `value` in `*pointer`.
template <detail::atomic_value T>
T atomic_xchg(T* pointer, std::type_identity_t<T> value) {
    T found;
    __atomic_exchange(pointer, &value, &found, __ATOMIC_RELAXED);
    return found;
}

/// Stores `desired` in `*pointer` if `*pointer` equals `expected`. The comparison is by bits: a NaN equals itself, and
/// 0.0 differs from -0.0.
template <detail::atomic_value T>
T atomic_cmpxchg(T* pointer, std::type_identity_t<T> expected, std::type_identity_t<T> desired) {
    __atomic_compare_exchange(pointer, &expected, &desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}

/// Stores `value` in `*pointer` if `value` is less than `*pointer`. If either is NaN, `*pointer` keeps its value.
template <detail::atomic_value T>
T atomic_min(T* pointer, std::type_identity_t<T> value) {
#if defined(INGOT_DEVICE)
    if constexpr (std::integral<T>) return __atomic_fetch_min(pointer, value, __ATOMIC_RELAXED);
#endif
    return detail::atomic_update(pointer, [=](T found) { return value < found ? value : found; });
}

/// Stores `value` in `*pointer` if `value` is greater than `*pointer`. If either is NaN, `*pointer` keeps its value.
template <detail::atomic_value T>
T atomic_max(T* pointer, std::type_identity_t<T> value) {
#if defined(INGOT_DEVICE)
    if constexpr (std::integral<T>) return __atomic_fetch_max(pointer, value, __ATOMIC_RELAXED);
#endif
    return detail::atomic_update(pointer, [=](T found) { return value > found ? value : found; });
}

/// Stores the bitwise `and` of `*pointer` and `value` in `*pointer`. The bits of floating-point numbers are combined
/// like those of an integer of the same size.
template <detail::atomic_value T>
T atomic_and(T* pointer, std::type_identity_t<T> value) {
    if constexpr (std::integral<T>)
        return __atomic_fetch_and(pointer, value, __ATOMIC_RELAXED);
    else
        return detail::atomic_update_bits(pointer, value, [](auto a, auto b) { return a & b; });
}

/// Stores the bitwise `or` of `*pointer` and `value` in `*pointer`.
template <detail::atomic_value T>
T atomic_or(T* pointer, std::type_identity_t<T> value) {
    if constexpr (std::integral<T>)
        return __atomic_fetch_or(pointer, value, __ATOMIC_RELAXED);
    else
        return detail::atomic_update_bits(pointer, value, [](auto a, auto b) { return a | b; });
}

/// Stores the bitwise exclusive `or` of `*pointer` and `value` in `*pointer`.
template <detail::atomic_value T>
T atomic_xor(T* pointer, std::type_identity_t<T> value) {
    if constexpr (std::integral<T>)
        return __atomic_fetch_xor(pointer, value, __ATOMIC_RELAXED);
    else
        return detail::atomic_update_bits(pointer, value, [](auto a, auto b) { return a ^ b; });
}

/// Stores `value` in `*pointer` as one access: no work-item can read a mixture of old and new bytes.
template <detail::atomic_value T>
void atomic_store(T* pointer, std::type_identity_t<T> value) {
    __atomic_store(pointer, &value, __ATOMIC_RELAXED);
}

/// Loads `*pointer` as one access.
template <detail::atomic_value T>
T atomic_load(const T* pointer) {
    T found;
    __atomic_load(pointer, &found, __ATOMIC_RELAXED);
    return found;
}

}  // namespace ingot
