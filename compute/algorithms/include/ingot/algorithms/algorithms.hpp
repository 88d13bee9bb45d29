// Algorithms over whole buffers, on every device: reductions, scans and radix sort.
//
//     algorithms algorithm(device);
//     const float sum = algorithm.reduce(queue, values);
//     algorithm.radix_sort(queue, keys, values);
//
// Algorithms within one work-group are functions of the kernel language (ingot/language/group_algorithms.hpp).
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ingot/ingot.hpp>
#include <ingot/language/radix_key.hpp>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>

namespace ingot {

/// The operation that combines two elements. Sums of integers wrap around. If there are no elements, the sum is 0, the minimum
/// is the largest value of the type (infinity for floating-point numbers), and the maximum is the smallest value of the type
/// (minus infinity for floating-point numbers). If an element is NaN, the minimum and the maximum are undefined.
enum class combination { sum, minimum, maximum };

/// The element types of reductions and scans: integers of 32 and 64 bits, float, and double if the device supports it.
template <typename T>
concept reducible = (std::integral<T> && (sizeof(T) == 4 || sizeof(T) == 8)) || std::same_as<T, float> || std::same_as<T, double>;

/// The key types of the radix sort: integers of 32 and 64 bits, float and double. Keys of double can be sorted on every
/// device, because the kernels compare the bits of a key as integers.
template <typename T>
concept sortable_key = radix_key<T> && (sizeof(T) == 4 || sizeof(T) == 8);

/// The value types of the radix sort: any trivially copyable type of 4 or 8 bytes. To sort larger values, sort their
/// indices.
template <typename T>
concept sortable_value = std::is_trivially_copyable_v<T> && (sizeof(T) == 4 || sizeof(T) == 8);

/// The algorithms for one device. The object owns the built kernels and the temporary memory, which is reused by the
/// next call.
///
/// All functions accept any number of elements up to 2^32 - 4097, including 0 and 1. They throw error for more elements, for
/// buffers with different numbers of elements, and for a queue or a buffer of another device. They also throw error if they
/// must launch a kernel and the device cannot run work-groups of 256 work-items. Reductions and scans of double throw error
/// too if the device lacks double precision. All functions except reduce() return without waiting for the device, and the
/// device executes the work of several calls in the order of the queue.
///
/// All calls of one object use the same temporary memory. Use the object with one queue at a time: before you use it with
/// another queue, call finish() of the first queue.
///
/// Sums of floating-point numbers are computed in the same order in every call with the same size. The order differs
/// from the standard library's: the rounding error grows with the logarithm of the size instead of with the size.
class algorithms {
public:
    /// Builds the kernels, or loads them from the disk cache. Kernels for double precision are built when a function first
    /// needs them.
    explicit algorithms(const device& device);
    algorithms(algorithms&&) noexcept;
    algorithms& operator=(algorithms&&) noexcept;
    ~algorithms();

    /// The device of the object.
    const device& owner() const;

    /// Reduces all elements to one value, and waits for the result (std::reduce).
    template <reducible T>
    T reduce(queue& queue, const device_buffer<T>& values, combination combination = combination::sum) {
        T all {};
        reduce(queue, values.storage(), name_of<T>(), combination, std::as_writable_bytes(std::span(&all, 1)));
        return all;
    }

    /// Inclusive scan: element i becomes the reduction of elements 0 to i. `destination` has the size of `source` and
    /// may be the same buffer. (std::inclusive_scan)
    template <reducible T>
    void inclusive_scan(queue& queue, const device_buffer<T>& source, device_buffer<T>& destination,
                        combination combination = combination::sum) {
        scan(queue, source.storage(), destination.storage(), name_of<T>(), combination, {});
    }

    /// Exclusive scan: element i becomes the reduction of `initial` and elements 0 to i - 1. `destination` has the size
    /// of `source` and may be the same buffer. (std::exclusive_scan)
    template <reducible T>
    void exclusive_scan(queue& queue, const device_buffer<T>& source, device_buffer<T>& destination,
                        std::type_identity_t<T> initial, combination combination = combination::sum) {
        scan(queue, source.storage(), destination.storage(), name_of<T>(), combination, std::as_bytes(std::span(&initial, 1)));
    }

    /// Sorts the keys in ascending order, as defined by ordered_bits(); equal keys keep their order.
    /// (std::stable_sort)
    template <sortable_key Key>
    void radix_sort(queue& queue, device_buffer<Key>& keys) {
        radix_sort(queue, {keys.storage(), sizeof(Key), kind_of<Key>()}, nullptr, 0);
    }

    /// Sorts keys, and moves the value of each key with it.
    template <sortable_key Key, sortable_value Value>
    void radix_sort(queue& queue, device_buffer<Key>& keys, device_buffer<Value>& values) {
        radix_sort(queue, {keys.storage(), sizeof(Key), kind_of<Key>()}, &values.storage(), sizeof(Value));
    }

private:
    struct implementation;
    struct key_buffer {
        const memory& bytes;
        size_t size;    // bytes of one key
        uint32_t kind;  // a key_kind (tile.hpp)
    };

    template <reducible T>
    static constexpr std::string_view name_of() {
        if constexpr (std::floating_point<T>)
            return sizeof(T) == 4 ? "float32" : "float64";
        else if constexpr (std::signed_integral<T>)
            return sizeof(T) == 4 ? "int32" : "int64";
        else
            return sizeof(T) == 4 ? "uint32" : "uint64";
    }
    template <sortable_key Key>
    static constexpr uint32_t kind_of() {
        return std::floating_point<Key> ? 2 : std::signed_integral<Key> ? 1 : 0;
    }

    void reduce(queue& queue, const memory& values, std::string_view type, combination combination, std::span<std::byte> result);
    void scan(queue& queue, const memory& source, const memory& destination, std::string_view type, combination combination,
              std::span<const std::byte> initial);
    void radix_sort(queue& queue, const key_buffer& keys, const memory* values, size_t value_size);

    std::unique_ptr<implementation> parts_;
};

}  // namespace ingot
