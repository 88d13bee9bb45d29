// Algorithms over whole buffers, on every device: reductions, scans and radix sort.
//
//     algorithms algorithm(device);
//     const float sum = algorithm.reduce(queue, values);
//     algorithm.radix_sort(queue, keys, values);
//
// Those of one work-group are functions of the kernel language (ingot/language/group_algorithms.hpp).
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

/// How two elements become one. Sums of integers wrap around. The smallest and the largest element of none are the type's largest
/// and smallest value, for floating-point numbers infinity; with NaN among the elements they are not defined.
enum class combination { sum, minimum, maximum };

/// What reductions and scans are over: integers of 32 and 64 bits, float, and double where the device has it.
template <typename T>
concept reducible = (std::integral<T> && (sizeof(T) == 4 || sizeof(T) == 8)) || std::same_as<T, float> || std::same_as<T, double>;

/// What a device-wide radix sort orders by: integers of 32 and 64 bits, float and double, the latter on every device.
template <typename T>
concept sortable_key = radix_key<T> && (sizeof(T) == 4 || sizeof(T) == 8);

/// What goes with a key: anything of 4 or 8 bytes. For larger things sort their indices.
template <typename T>
concept sortable_value = std::is_trivially_copyable_v<T> && (sizeof(T) == 4 || sizeof(T) == 8);

/// The algorithms for one device: their built kernels, and the memory that they need on the way, which is kept for the next call.
///
/// All take any number of elements, 0 and 1 too, up to 2^32 - 1, and throw error for more, for buffers of different sizes, for
/// those of another device, and where the device lacks double precision or groups of 256 work-items. All but reduce return at
/// once and are done in the queue's order. Calls of one object share its memory: give it to one queue at a time, or finish() the
/// queue in between.
///
/// Sums of floating-point numbers are made in the same order in every call with the same size, though not in that of the standard
/// library: their error grows with the logarithm of the size instead of with the size.
class algorithms {
public:
    /// Builds the kernels, or takes them from the disk cache. Those of double precision are built when they are first called.
    explicit algorithms(const device& on);
    algorithms(algorithms&&) noexcept;
    algorithms& operator=(algorithms&&) noexcept;
    ~algorithms();

    /// The device that it was made for.
    const device& owner() const;

    /// All elements in one; waits for it. (std::reduce)
    template <reducible T>
    T reduce(queue& in, const device_buffer<T>& values, combination by = combination::sum) {
        T all {};
        reduce(in, values.storage(), name_of<T>(), by, std::as_writable_bytes(std::span(&all, 1)));
        return all;
    }

    /// Element i becomes elements 0 to i in one. `to` has the size of `from` and may be the same. (std::inclusive_scan)
    template <reducible T>
    void inclusive_scan(queue& in, const device_buffer<T>& from, device_buffer<T>& to, combination by = combination::sum) {
        scan(in, from.storage(), to.storage(), name_of<T>(), by, {});
    }

    /// Element i becomes `initial` and elements 0 to i - 1 in one. `to` has the size of `from` and may be the same.
    /// (std::exclusive_scan)
    template <reducible T>
    void exclusive_scan(queue& in, const device_buffer<T>& from, device_buffer<T>& to, std::type_identity_t<T> initial,
                        combination by = combination::sum) {
        scan(in, from.storage(), to.storage(), name_of<T>(), by, std::as_bytes(std::span(&initial, 1)));
    }

    /// Sorts the keys upwards, in the order of ordered_bits(); equal keys keep their order. (std::stable_sort)
    template <sortable_key Key>
    void radix_sort(queue& in, device_buffer<Key>& keys) {
        radix_sort(in, {keys.storage(), sizeof(Key), kind_of<Key>()}, nullptr, 0);
    }

    /// The same, and takes to each key its value.
    template <sortable_key Key, sortable_value Value>
    void radix_sort(queue& in, device_buffer<Key>& keys, device_buffer<Value>& values) {
        radix_sort(in, {keys.storage(), sizeof(Key), kind_of<Key>()}, &values.storage(), sizeof(Value));
    }

private:
    struct implementation;
    struct sorted_keys {
        const memory& bytes;
        size_t size;    // of a key
        uint32_t kind;  // of tile.hpp
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

    void reduce(queue& in, const memory& values, std::string_view type, combination by, std::span<std::byte> result);
    void scan(queue& in, const memory& from, const memory& to, std::string_view type, combination by,
              std::span<const std::byte> initial);
    void radix_sort(queue& in, const sorted_keys& keys, const memory* values, size_t value_size);

    std::unique_ptr<implementation> parts;
};

}  // namespace ingot
