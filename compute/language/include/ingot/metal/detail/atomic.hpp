// Atomic objects and functions (MSL 3.0, sections 2.6 and 6.15). They are those of the C++ language, with relaxed order.
#pragma once

#include <ingot/language/atomic.hpp>
#include <ingot/metal/detail/compute.hpp>

namespace metal {

enum memory_order { memory_order_relaxed };

/// A number that several threads access. Only the functions of this header access it.
template <typename T>
struct atomic {
    static_assert(std::is_same_v<T, int> || std::is_same_v<T, uint> || std::is_same_v<T, bool> || std::is_same_v<T, ulong> ||
                      std::is_same_v<T, float>,
                  "an atomic object is an int, uint, bool, ulong or float (MSL 3.0, section 2.6)");
    atomic() = default;
    atomic(const atomic&) = delete;
    atomic& operator=(const atomic&) = delete;

    T ingot_value;
};
// The name in Apple's library, which existing kernels use.
template <typename T>
using _atomic = atomic<T>;
typedef atomic<int> atomic_int;
typedef atomic<uint> atomic_uint;
typedef atomic<bool> atomic_bool;
typedef atomic<ulong> atomic_ulong;
typedef atomic<float> atomic_float;

namespace ingot_detail {

// Numbers of 64 bits have only min and max (section 6.15.2.6).
template <typename T>
concept atomic_number = std::is_same_v<T, int> || std::is_same_v<T, uint> || std::is_same_v<T, bool> || std::is_same_v<T, float>;
template <typename T>
concept atomic_integer = std::is_same_v<T, int> || std::is_same_v<T, uint>;
template <typename T>
concept atomic_bits = atomic_integer<T> || std::is_same_v<T, bool>;
template <typename T>
concept atomic_sum = atomic_integer<T> || std::is_same_v<T, float>;

// A bool is accessed as a number of 8 bits.
template <typename T>
using stored = std::conditional_t<std::is_same_v<T, bool>, uchar, T>;
template <typename T>
stored<T>* place_of(volatile device atomic<T>* object) {
    return (stored<T>*)(&object->ingot_value);
}
template <typename T>
stored<T>* place_of(volatile threadgroup atomic<T>* object) {
    return (stored<T>*)(&object->ingot_value);
}
template <typename T>
stored<T>* place_of(const volatile device atomic<T>* object) {
    return (stored<T>*)(&object->ingot_value);
}
template <typename T>
stored<T>* place_of(const volatile threadgroup atomic<T>* object) {
    return (stored<T>*)(&object->ingot_value);
}

}  // namespace ingot_detail

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"
#endif

template <typename T>
    requires ingot_detail::atomic_number<T>
inline void atomic_store_explicit(volatile device atomic<T>* object, std::type_identity_t<T> value, memory_order) {
    ingot::atomic_store(ingot_detail::place_of(object), value);
}
template <typename T>
    requires std::is_same_v<T, ulong>
void atomic_store_explicit(volatile device atomic<T>* object, std::type_identity_t<T> value, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
template <typename T>
    requires ingot_detail::atomic_number<T>
inline void atomic_store_explicit(volatile threadgroup atomic<T>* object, std::type_identity_t<T> value, memory_order) {
    ingot::atomic_store(ingot_detail::place_of(object), value);
}
template <typename T>
    requires std::is_same_v<T, ulong>
void atomic_store_explicit(volatile threadgroup atomic<T>* object, std::type_identity_t<T> value, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
template <typename T>
    requires ingot_detail::atomic_number<T>
inline T atomic_load_explicit(const volatile device atomic<T>* object, memory_order) {
    return static_cast<T>(ingot::atomic_load(ingot_detail::place_of(object)));
}
template <typename T>
    requires std::is_same_v<T, ulong>
T atomic_load_explicit(const volatile device atomic<T>* object, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
template <typename T>
    requires ingot_detail::atomic_number<T>
inline T atomic_load_explicit(const volatile threadgroup atomic<T>* object, memory_order) {
    return static_cast<T>(ingot::atomic_load(ingot_detail::place_of(object)));
}
template <typename T>
    requires std::is_same_v<T, ulong>
T atomic_load_explicit(const volatile threadgroup atomic<T>* object, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
template <typename T>
    requires ingot_detail::atomic_number<T>
inline T atomic_exchange_explicit(volatile device atomic<T>* object, std::type_identity_t<T> value, memory_order) {
    return static_cast<T>(ingot::atomic_xchg(ingot_detail::place_of(object), value));
}
template <typename T>
    requires std::is_same_v<T, ulong>
T atomic_exchange_explicit(volatile device atomic<T>* object, std::type_identity_t<T> value, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
template <typename T>
    requires ingot_detail::atomic_number<T>
inline T atomic_exchange_explicit(volatile threadgroup atomic<T>* object, std::type_identity_t<T> value, memory_order) {
    return static_cast<T>(ingot::atomic_xchg(ingot_detail::place_of(object), value));
}
template <typename T>
    requires std::is_same_v<T, ulong>
T atomic_exchange_explicit(volatile threadgroup atomic<T>* object, std::type_identity_t<T> value, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
template <typename T>
    requires ingot_detail::atomic_number<T>
inline bool atomic_compare_exchange_weak_explicit(volatile device atomic<T>* object, thread T* expected,
                                                  std::type_identity_t<T> desired, memory_order, memory_order) {
    const ingot_detail::stored<T> wanted = *expected;
    const ingot_detail::stored<T> found = ingot::atomic_cmpxchg(ingot_detail::place_of(object), wanted, desired);
    // The comparison is by bits, so that a NaN equals itself.
    if (__builtin_memcmp(&found, &wanted, sizeof(found)) == 0) return true;
    *expected = static_cast<T>(found);
    return false;
}
template <typename T>
    requires std::is_same_v<T, ulong>
bool atomic_compare_exchange_weak_explicit(volatile device atomic<T>* object, thread T* expected, std::type_identity_t<T> desired,
                                           memory_order, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
template <typename T>
    requires ingot_detail::atomic_number<T>
inline bool atomic_compare_exchange_weak_explicit(volatile threadgroup atomic<T>* object, thread T* expected,
                                                  std::type_identity_t<T> desired, memory_order, memory_order) {
    const ingot_detail::stored<T> wanted = *expected;
    const ingot_detail::stored<T> found = ingot::atomic_cmpxchg(ingot_detail::place_of(object), wanted, desired);
    // The comparison is by bits, so that a NaN equals itself.
    if (__builtin_memcmp(&found, &wanted, sizeof(found)) == 0) return true;
    *expected = static_cast<T>(found);
    return false;
}
template <typename T>
    requires std::is_same_v<T, ulong>
bool atomic_compare_exchange_weak_explicit(volatile threadgroup atomic<T>* object, thread T* expected,
                                           std::type_identity_t<T> desired, memory_order, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
template <typename T>
    requires ingot_detail::atomic_integer<T>
inline T atomic_fetch_add_explicit(volatile device atomic<T>* object, std::type_identity_t<T> value, memory_order) {
    return ingot::atomic_add(ingot_detail::place_of(object), value);
}
template <typename T>
    requires std::is_same_v<T, ulong>
T atomic_fetch_add_explicit(volatile device atomic<T>* object, std::type_identity_t<T> value, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
template <typename T>
    requires ingot_detail::atomic_integer<T>
inline T atomic_fetch_add_explicit(volatile threadgroup atomic<T>* object, std::type_identity_t<T> value, memory_order) {
    return ingot::atomic_add(ingot_detail::place_of(object), value);
}
template <typename T>
    requires std::is_same_v<T, ulong>
T atomic_fetch_add_explicit(volatile threadgroup atomic<T>* object, std::type_identity_t<T> value, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
template <typename T>
    requires ingot_detail::atomic_integer<T>
inline T atomic_fetch_sub_explicit(volatile device atomic<T>* object, std::type_identity_t<T> value, memory_order) {
    return ingot::atomic_sub(ingot_detail::place_of(object), value);
}
template <typename T>
    requires std::is_same_v<T, ulong>
T atomic_fetch_sub_explicit(volatile device atomic<T>* object, std::type_identity_t<T> value, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
template <typename T>
    requires ingot_detail::atomic_integer<T>
inline T atomic_fetch_sub_explicit(volatile threadgroup atomic<T>* object, std::type_identity_t<T> value, memory_order) {
    return ingot::atomic_sub(ingot_detail::place_of(object), value);
}
template <typename T>
    requires std::is_same_v<T, ulong>
T atomic_fetch_sub_explicit(volatile threadgroup atomic<T>* object, std::type_identity_t<T> value, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
// Only in device memory.
template <typename T>
    requires std::is_same_v<T, float>
inline T atomic_fetch_add_explicit(volatile device atomic<T>* object, std::type_identity_t<T> value, memory_order) {
    return ingot::atomic_add(ingot_detail::place_of(object), value);
}
// Only in device memory.
template <typename T>
    requires std::is_same_v<T, float>
inline T atomic_fetch_sub_explicit(volatile device atomic<T>* object, std::type_identity_t<T> value, memory_order) {
    return ingot::atomic_sub(ingot_detail::place_of(object), value);
}
template <typename T>
    requires ingot_detail::atomic_integer<T>
inline T atomic_fetch_min_explicit(volatile device atomic<T>* object, std::type_identity_t<T> value, memory_order) {
    return ingot::atomic_min(ingot_detail::place_of(object), value);
}
template <typename T>
    requires std::is_same_v<T, ulong>
T atomic_fetch_min_explicit(volatile device atomic<T>* object, std::type_identity_t<T> value, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
template <typename T>
    requires ingot_detail::atomic_integer<T>
inline T atomic_fetch_min_explicit(volatile threadgroup atomic<T>* object, std::type_identity_t<T> value, memory_order) {
    return ingot::atomic_min(ingot_detail::place_of(object), value);
}
template <typename T>
    requires std::is_same_v<T, ulong>
T atomic_fetch_min_explicit(volatile threadgroup atomic<T>* object, std::type_identity_t<T> value, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
template <typename T>
    requires ingot_detail::atomic_integer<T>
inline T atomic_fetch_max_explicit(volatile device atomic<T>* object, std::type_identity_t<T> value, memory_order) {
    return ingot::atomic_max(ingot_detail::place_of(object), value);
}
template <typename T>
    requires std::is_same_v<T, ulong>
T atomic_fetch_max_explicit(volatile device atomic<T>* object, std::type_identity_t<T> value, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
template <typename T>
    requires ingot_detail::atomic_integer<T>
inline T atomic_fetch_max_explicit(volatile threadgroup atomic<T>* object, std::type_identity_t<T> value, memory_order) {
    return ingot::atomic_max(ingot_detail::place_of(object), value);
}
template <typename T>
    requires std::is_same_v<T, ulong>
T atomic_fetch_max_explicit(volatile threadgroup atomic<T>* object, std::type_identity_t<T> value, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
template <typename T>
    requires ingot_detail::atomic_bits<T>
inline T atomic_fetch_and_explicit(volatile device atomic<T>* object, std::type_identity_t<T> value, memory_order) {
    return static_cast<T>(ingot::atomic_and(ingot_detail::place_of(object), value));
}
template <typename T>
    requires std::is_same_v<T, ulong>
T atomic_fetch_and_explicit(volatile device atomic<T>* object, std::type_identity_t<T> value, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
template <typename T>
    requires ingot_detail::atomic_bits<T>
inline T atomic_fetch_and_explicit(volatile threadgroup atomic<T>* object, std::type_identity_t<T> value, memory_order) {
    return static_cast<T>(ingot::atomic_and(ingot_detail::place_of(object), value));
}
template <typename T>
    requires std::is_same_v<T, ulong>
T atomic_fetch_and_explicit(volatile threadgroup atomic<T>* object, std::type_identity_t<T> value, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
template <typename T>
    requires ingot_detail::atomic_bits<T>
inline T atomic_fetch_or_explicit(volatile device atomic<T>* object, std::type_identity_t<T> value, memory_order) {
    return static_cast<T>(ingot::atomic_or(ingot_detail::place_of(object), value));
}
template <typename T>
    requires std::is_same_v<T, ulong>
T atomic_fetch_or_explicit(volatile device atomic<T>* object, std::type_identity_t<T> value, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
template <typename T>
    requires ingot_detail::atomic_bits<T>
inline T atomic_fetch_or_explicit(volatile threadgroup atomic<T>* object, std::type_identity_t<T> value, memory_order) {
    return static_cast<T>(ingot::atomic_or(ingot_detail::place_of(object), value));
}
template <typename T>
    requires std::is_same_v<T, ulong>
T atomic_fetch_or_explicit(volatile threadgroup atomic<T>* object, std::type_identity_t<T> value, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
template <typename T>
    requires ingot_detail::atomic_bits<T>
inline T atomic_fetch_xor_explicit(volatile device atomic<T>* object, std::type_identity_t<T> value, memory_order) {
    return static_cast<T>(ingot::atomic_xor(ingot_detail::place_of(object), value));
}
template <typename T>
    requires std::is_same_v<T, ulong>
T atomic_fetch_xor_explicit(volatile device atomic<T>* object, std::type_identity_t<T> value, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
template <typename T>
    requires ingot_detail::atomic_bits<T>
inline T atomic_fetch_xor_explicit(volatile threadgroup atomic<T>* object, std::type_identity_t<T> value, memory_order) {
    return static_cast<T>(ingot::atomic_xor(ingot_detail::place_of(object), value));
}
template <typename T>
    requires std::is_same_v<T, ulong>
T atomic_fetch_xor_explicit(volatile threadgroup atomic<T>* object, std::type_identity_t<T> value, memory_order) =
    delete ("an atomic_ulong has only atomic_min_explicit and atomic_max_explicit (MSL 3.0, section 6.15)");
inline void atomic_min_explicit(volatile device atomic_ulong* object, ulong value, memory_order) {
    ingot::atomic_min(ingot_detail::place_of(object), value);
}
inline void atomic_max_explicit(volatile device atomic_ulong* object, ulong value, memory_order) {
    ingot::atomic_max(ingot_detail::place_of(object), value);
}

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

}  // namespace metal
