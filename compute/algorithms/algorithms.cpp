// The part of the algorithms that runs on the host: it launches the kernels and owns the temporary memory that they use.
//
// A buffer is divided into tiles (tile.hpp), one for each work-group.
//  - reduce() reduces each tile to one element, then reduces these elements in the same manner, until one element is left.
//  - A scan first reduces each tile to one element. It then scans these elements, which gives the start value of each tile:
//    the combination of all elements before the tile. Finally it scans each tile, beginning with the start value.
//  - radix_sort() sorts by one digit of the keys after another, from the lowest to the highest. Each digit takes three steps,
//    which radix_sort.kernels.cpp describes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <ingot/algorithms/algorithms.hpp>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "radix_sort.kernels.hpp"
#include "reduce_scan.kernels.hpp"
#include "reduce_scan_double.kernels.hpp"
#include "tile.hpp"

namespace ingot {

using namespace algorithms_detail;

namespace {

// Calls `use` with the type of the operation as template argument, for example use.operator()<sum>().
template <typename Use>
auto with_operation(combination combination, Use use) {
    switch (combination) {
        case combination::sum:
            return use.template operator()<sum>();
        case combination::minimum:
            return use.template operator()<minimum>();
        case combination::maximum:
            return use.template operator()<maximum>();
    }
    throw error("an algorithm was called with an unknown combination");
}

// Calls `use` with the element type whose name is `type` as template argument. algorithms::name_of returns the names.
template <typename Use>
auto with_type(std::string_view type, Use use) {
    if (type == "int32") return use.template operator()<int32_t>();
    if (type == "uint32") return use.template operator()<uint32_t>();
    if (type == "int64") return use.template operator()<int64_t>();
    if (type == "uint64") return use.template operator()<uint64_t>();
    if (type == "float32") return use.template operator()<float>();
    return use.template operator()<double>();
}

// Calls `use` with the unsigned integer type of this size as template argument.
template <typename Use>
auto with_size(size_t bytes, Use use) {
    return bytes == 4 ? use.template operator()<uint32_t>() : use.template operator()<uint64_t>();
}

// Returns the bytes of the operation's identity: combined with any element, the identity gives this element.
std::array<std::byte, 8> identity_of(std::string_view type, combination combination) {
    return with_type(type, [combination]<typename T>() {
        return with_operation(combination, []<typename Operation>() {
            constexpr T identity = Operation::template identity<T>;
            std::array<std::byte, 8> bytes {};
            std::memcpy(bytes.data(), &identity, sizeof identity);
            return bytes;
        });
    });
}

size_t size_of(std::string_view type) { return type.ends_with("64") ? 8 : 4; }

// Returns a kernel argument with the value of `number`. `number` must exist until the launch is enqueued.
kernel_argument value_argument(const uint32_t& number) { return {nullptr, std::as_bytes(std::span(&number, 1))}; }
kernel_argument buffer_argument(const memory& memory) { return {&memory, {}}; }

uint32_t tiles(size_t count, size_t element_size) {
    return static_cast<uint32_t>((count + tile_of(element_size) - 1) / tile_of(element_size));
}

}  // namespace

// Device memory that is kept for the next call and replaced by a larger one when a call needs more. Work that is still
// running keeps the replaced memory alive.
class scratch {
public:
    // Returns memory of at least `size` bytes.
    memory& reserve(const device& device, size_t size) {
        if (!current_ || current_->bytes() < size) current_.emplace(device, std::bit_ceil(size));
        return *current_;
    }

private:
    std::optional<memory> current_;
};

struct algorithms::implementation {
    explicit implementation(const device& owner) : target(owner), basic_kernels(owner), sort_kernels(owner) {}

    // If `type` is "float64", builds the kernels of double precision, unless they are already built. Throws if the device
    // lacks double precision.
    void require_kernels(std::string_view type) {
        if (type != "float64" || double_kernels) return;
        if (!target.properties().has_double) throw error("'" + target.name() + "' has no double precision");
        double_kernels.emplace(target);
    }

    // Calls `use` with the type and the operation as template arguments. The function argument is the program that contains
    // the kernels for this type.
    template <typename Use>
    void with_kernels(std::string_view type, combination combination, Use use) {
        require_kernels(type);
        with_type(type, [&]<typename T>() {
            with_operation(combination, [&]<typename Operation>() {
                if constexpr (std::is_same_v<T, double>)
                    use.template operator()<T, Operation>(*double_kernels);
                else
                    use.template operator()<T, Operation>(basic_kernels);
            });
        });
    }

    static void launch(queue& queue, const kernel_function& function, uint32_t groups,
                       std::initializer_list<kernel_argument> arguments) {
        queue.run_unchecked(function, range(groups * group_items).groups_of(group_items),
                            std::span(arguments.begin(), arguments.size()));
    }

    // Reduces each tile of `source` to one element of `destination`.
    void reduce_tiles(queue& queue, std::string_view type, combination combination, uint32_t groups, const memory& source,
                      const memory& destination, uint32_t count) {
        with_kernels(type, combination, [&]<typename T, typename Operation>(const auto& program) {
            launch(queue, program.template reduce<Operation, T>(), groups,
                   {buffer_argument(source), buffer_argument(destination), value_argument(count)});
        });
    }

    // Throws if `count` is too large, or if a buffer or the queue belongs to another device. `description` names the algorithm
    // in the message.
    void check(std::string_view description, const queue& queue, size_t count,
               std::initializer_list<const memory*> buffers) const {
        const auto fail = [&](const std::string& reason) {
            throw error(fmt::format("{} on '{}': {}", description, target.name(), reason));
        };
        // Kernels take the number of elements as a uint32_t. The limit leaves room for rounding it up to a whole tile.
        if (count > std::numeric_limits<uint32_t>::max() - tile_of(4))
            fail(fmt::format("{} elements; the number must be less than 2^32 - {}", count, tile_of(4)));
        if (queue.owner() != target) fail("the queue belongs to another device, '" + queue.owner().name() + "'");
        for (const memory* each : buffers)
            if (each->owner() != target) fail("a buffer belongs to another device, '" + each->owner().name() + "'");
    }

    device target;
    reduce_scan_program basic_kernels;  // reductions and scans of integers and of single precision
    radix_sort_program sort_kernels;
    std::optional<reduce_scan_double_program> double_kernels;
    // Reductions of the tiles: level 0 has one element for each tile of the buffer, every further level one element for
    // each tile of the previous level.
    std::array<scratch, 8> reductions;
    std::array<scratch, 8> start_values;               // for scans: the start values of the tiles of each level
    scratch temporary_keys, temporary_values, counts;  // for radix_sort()

    // Scans `count` elements, starting with `initial`. `level` is the depth of the recursion: 0 for the caller's buffer,
    // 1 for the reductions of the tiles of this buffer, and so on. Each level has its own temporary memory.
    void scan(queue& queue, const memory& source, const memory& destination, std::string_view type, combination combination,
              uint32_t count, std::span<const std::byte> initial, bool is_inclusive, size_t level);
};

algorithms::algorithms(const device& device) : parts_(std::make_unique<implementation>(device)) {}
algorithms::algorithms(algorithms&&) noexcept = default;
algorithms& algorithms::operator=(algorithms&&) noexcept = default;
algorithms::~algorithms() = default;

const device& algorithms::owner() const { return parts_->target; }

void algorithms::reduce(queue& queue, const memory& values, std::string_view type, combination combination,
                        std::span<std::byte> result) {
    const size_t size = size_of(type);
    size_t count = values.bytes() / size;
    parts_->check("reduce", queue, count, {&values});
    parts_->require_kernels(type);
    if (count == 0) {
        const std::array<std::byte, 8> identity = identity_of(type, combination);
        std::copy_n(identity.begin(), size, result.begin());
        return;
    }
    // Each pass replaces every tile by one element.
    const memory* source = &values;
    for (size_t level = 0; count > 1; ++level) {
        const uint32_t groups = tiles(count, size);
        const memory& destination = parts_->reductions.at(level).reserve(parts_->target, groups * size);
        parts_->reduce_tiles(queue, type, combination, groups, *source, destination, static_cast<uint32_t>(count));
        source = &destination;
        count = groups;
    }
    source->read(queue, 0, result);
}

// The tiles are reduced first. The exclusive scan of these reductions gives the start value of each tile. If there is only one
// tile, its start value is `initial`.
void algorithms::implementation::scan(queue& queue, const memory& source, const memory& destination, std::string_view type,
                                      combination combination, uint32_t count, std::span<const std::byte> initial,
                                      bool is_inclusive, size_t level) {
    const size_t size = size_of(type);
    const uint32_t groups = tiles(count, size);
    memory& starts = start_values.at(level).reserve(target, groups * size);
    // Compute the start value of each tile.
    if (groups == 1) {
        starts.fill(queue, 0, size, initial);
    } else {
        const memory& sums = reductions.at(level).reserve(target, groups * size);
        reduce_tiles(queue, type, combination, groups, source, sums, count);
        scan(queue, sums, starts, type, combination, groups, initial, false, level + 1);
    }
    // Scan each tile with its start value.
    const uint32_t inclusive = is_inclusive ? 1 : 0;
    with_kernels(type, combination, [&]<typename T, typename Operation>(const auto& program) {
        launch(queue, program.template scan<Operation, T>(), groups,
               {buffer_argument(source), buffer_argument(destination), buffer_argument(starts), value_argument(count),
                value_argument(inclusive)});
    });
}

void algorithms::scan(queue& queue, const memory& source, const memory& destination, std::string_view type,
                      combination combination, std::span<const std::byte> initial) {
    const size_t size = size_of(type);
    const size_t count = source.bytes() / size;
    parts_->check("a scan", queue, count, {&source, &destination});
    if (source.bytes() != destination.bytes())
        throw error(fmt::format("a scan on '{}': from {} elements to {}; both buffers must have the same size",
                                parts_->target.name(), count, destination.bytes() / size));
    parts_->require_kernels(type);
    if (count == 0) return;
    const std::array<std::byte, 8> identity = identity_of(type, combination);
    // An inclusive scan is called without an initial value. It starts with the identity.
    const bool is_inclusive = initial.empty();
    parts_->scan(queue, source, destination, type, combination, static_cast<uint32_t>(count),
                 is_inclusive ? std::span(identity).first(size) : initial, is_inclusive, 0);
}

void algorithms::radix_sort(queue& queue, const key_buffer& keys, const memory* values, size_t value_size) {
    const size_t count = keys.bytes.bytes() / keys.size;
    parts_->check("radix_sort", queue, count, {&keys.bytes, values ? values : &keys.bytes});
    if (values && values->bytes() / value_size != count)
        throw error(fmt::format("radix_sort on '{}': {} keys and {} values; the numbers must be equal", parts_->target.name(),
                                count, values->bytes() / value_size));
    if (count < 2) return;

    const auto number = static_cast<uint32_t>(count);
    const size_t larger_size = std::max(keys.size, value_size);
    const uint32_t groups = tiles(count, larger_size);
    const uint32_t count_entries = groups * radix;
    const memory& counts = parts_->counts.reserve(parts_->target, count_entries * sizeof(uint32_t));
    // For each digit, keys and values are moved from buffer 0 to buffer 1. Then the two buffers are exchanged.
    const memory* key_buffers[] {&keys.bytes, &parts_->temporary_keys.reserve(parts_->target, count * keys.size)};
    const memory* value_buffers[] {values,
                                   values ? &parts_->temporary_values.reserve(parts_->target, count * value_size) : nullptr};
    constexpr uint32_t zero = 0;
    // The number of digits is even, so the last pass writes into the caller's buffers.
    for (uint32_t shift = 0; shift < 8 * keys.size; shift += radix_bits) {
        // Count the keys of each digit in each tile. A work-item processes 64 bytes of the larger type, key or value, so that
        // these tiles are those of the kernels that move keys and values.
        with_size(keys.size, [&]<typename Key>() {
            parts_->launch(queue, parts_->sort_kernels.count<Key>(static_cast<uint32_t>(64 / larger_size)), groups,
                           {buffer_argument(*key_buffers[0]), buffer_argument(counts), value_argument(number),
                            value_argument(shift), value_argument(keys.kind)});
        });
        // Replace each count by a place: where the first key of the tile with this digit belongs in the sorted buffer.
        parts_->scan(queue, counts, counts, "uint32", combination::sum, count_entries, std::as_bytes(std::span(&zero, 1)), false,
                     0);
        // Move the keys, and the values with them, to their places.
        with_size(keys.size, [&]<typename Key>() {
            if (!values)
                return parts_->launch(
                    queue, parts_->sort_kernels.scatter_keys<Key>(), groups,
                    {buffer_argument(*key_buffers[0]), buffer_argument(*key_buffers[1]), buffer_argument(counts),
                     value_argument(number), value_argument(shift), value_argument(keys.kind)});
            with_size(value_size, [&]<typename Value>() {
                parts_->launch(queue, parts_->sort_kernels.scatter_pairs<Key, Value>(), groups,
                               {buffer_argument(*key_buffers[0]), buffer_argument(*key_buffers[1]),
                                buffer_argument(*value_buffers[0]), buffer_argument(*value_buffers[1]), buffer_argument(counts),
                                value_argument(number), value_argument(shift), value_argument(keys.kind)});
            });
        });
        std::swap(key_buffers[0], key_buffers[1]);
        std::swap(value_buffers[0], value_buffers[1]);
    }
}

}  // namespace ingot
