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

// Calls `use` with the operation: use.operator()<sum>().
template <typename Use>
auto with_operation(combination by, Use use) {
    switch (by) {
        case combination::sum:
            return use.template operator()<sum>();
        case combination::minimum:
            return use.template operator()<minimum>();
        case combination::maximum:
            return use.template operator()<maximum>();
    }
    throw error("an algorithm was called with an unknown combination");
}

// The same with the type of that name, as algorithms::name_of gives it.
template <typename Use>
auto with_type(std::string_view type, Use use) {
    if (type == "int32") return use.template operator()<int32_t>();
    if (type == "uint32") return use.template operator()<uint32_t>();
    if (type == "int64") return use.template operator()<int64_t>();
    if (type == "uint64") return use.template operator()<uint64_t>();
    if (type == "float32") return use.template operator()<float>();
    return use.template operator()<double>();
}

// The same with the unsigned integer of that size.
template <typename Use>
auto with_size(size_t bytes, Use use) {
    return bytes == 4 ? use.template operator()<uint32_t>() : use.template operator()<uint64_t>();
}

// What combines with any element to that element.
std::array<std::byte, 8> identity_of(std::string_view type, combination by) {
    return with_type(type, [by]<typename T>() {
        return with_operation(by, []<typename Operation>() {
            constexpr T identity = Operation::template identity<T>;
            std::array<std::byte, 8> bytes {};
            std::memcpy(bytes.data(), &identity, sizeof identity);
            return bytes;
        });
    });
}

size_t size_of(std::string_view type) { return type.ends_with("64") ? 8 : 4; }

kernel_argument value(const uint32_t& of) { return {nullptr, std::as_bytes(std::span(&of, 1))}; }
kernel_argument bytes(const memory& of) { return {&of, {}}; }

uint32_t tiles(size_t count, size_t element_size) {
    return static_cast<uint32_t>((count + tile_of(element_size) - 1) / tile_of(element_size));
}

}  // namespace

// Memory that grows when more is asked for. Work under way keeps what it uses.
class scratch {
public:
    memory& of(const device& on, size_t wanted) {
        if (!kept || kept->bytes() < wanted) kept.emplace(on, std::bit_ceil(wanted));
        return *kept;
    }

private:
    std::optional<memory> kept;
};

struct algorithms::implementation {
    explicit implementation(const device& owner) : on(owner), single(owner), sort(owner) {}

    void need(std::string_view type) {
        if (type != "float64" || twice) return;
        if (!on.properties().has_double) throw error("'" + on.name() + "' has no double precision");
        twice.emplace(on);
    }

    // Calls `use` with the program that has the type's kernels, the type and the operation.
    template <typename Use>
    void with_kernels(std::string_view type, combination by, Use use) {
        need(type);
        with_type(type, [&]<typename T>() {
            with_operation(by, [&]<typename Operation>() {
                if constexpr (std::is_same_v<T, double>)
                    use.template operator()<T, Operation>(*twice);
                else
                    use.template operator()<T, Operation>(single);
            });
        });
    }

    static void launch(queue& in, const kernel_function& function, uint32_t groups,
                       std::initializer_list<kernel_argument> arguments) {
        in.run_unchecked(function, range(groups * group_items).groups_of(group_items),
                         std::span(arguments.begin(), arguments.size()));
    }

    void reduce_tiles(queue& in, std::string_view type, combination by, uint32_t groups, const memory& from, const memory& to,
                      uint32_t count) {
        with_kernels(type, by, [&]<typename T, typename Operation>(const auto& program) {
            launch(in, program.template reduce<Operation, T>(), groups, {bytes(from), bytes(to), value(count)});
        });
    }

    void check(std::string_view what, const queue& in, size_t count, std::initializer_list<const memory*> all) const {
        const auto refuse = [&](const std::string& why) { throw error(fmt::format("{} on '{}': {}", what, on.name(), why)); };
        // The number of work-items is counted in 32 bits, and rounded up to whole tiles.
        if (count > std::numeric_limits<uint32_t>::max() - tile_of(4))
            refuse(fmt::format("{} elements; it takes fewer than 2^32 - {}", count, tile_of(4)));
        if (in.owner() != on) refuse("the queue belongs to another device, '" + in.owner().name() + "'");
        for (const memory* each : all)
            if (each->owner() != on) refuse("a buffer belongs to another device, '" + each->owner().name() + "'");
    }

    device on;
    reduce_scan_program single;
    radix_sort_program sort;
    std::optional<reduce_scan_double_program> twice;
    std::array<scratch, 8> levels;  // of reductions and scans: each has one element for a tile of the one below
    std::array<scratch, 8> before;  // of scans: what comes before each tile
    scratch sorted_keys, sorted_values, counts;

    void scan(queue& in, const memory& from, const memory& to, std::string_view type, combination by, uint32_t count,
              std::span<const std::byte> initial, bool is_inclusive, size_t level);
};

algorithms::algorithms(const device& on) : parts(std::make_unique<implementation>(on)) {}
algorithms::algorithms(algorithms&&) noexcept = default;
algorithms& algorithms::operator=(algorithms&&) noexcept = default;
algorithms::~algorithms() = default;

const device& algorithms::owner() const { return parts->on; }

void algorithms::reduce(queue& in, const memory& values, std::string_view type, combination by, std::span<std::byte> result) {
    const size_t size = size_of(type);
    size_t count = values.bytes() / size;
    parts->check("reduce", in, count, {&values});
    parts->need(type);
    if (count == 0) {
        const std::array<std::byte, 8> identity = identity_of(type, by);
        std::copy_n(identity.begin(), size, result.begin());
        return;
    }
    const memory* from = &values;
    for (size_t level = 0; count > 1; ++level) {
        const uint32_t groups = tiles(count, size);
        const memory& to = parts->levels.at(level).of(parts->on, groups * size);
        parts->reduce_tiles(in, type, by, groups, *from, to, static_cast<uint32_t>(count));
        from = &to;
        count = groups;
    }
    from->read(in, 0, result);
}

// The reductions of all tiles, scanned, are what comes before each tile; a single tile begins with `initial`.
void algorithms::implementation::scan(queue& in, const memory& from, const memory& to, std::string_view type, combination by,
                                      uint32_t count, std::span<const std::byte> initial, bool is_inclusive, size_t level) {
    const size_t size = size_of(type);
    const uint32_t groups = tiles(count, size);
    memory& starts = before.at(level).of(on, groups * size);
    if (groups == 1) {
        starts.fill(in, 0, size, initial);
    } else {
        const memory& sums = levels.at(level).of(on, groups * size);
        reduce_tiles(in, type, by, groups, from, sums, count);
        scan(in, sums, starts, type, by, groups, initial, false, level + 1);
    }
    const uint32_t inclusive = is_inclusive ? 1 : 0;
    with_kernels(type, by, [&]<typename T, typename Operation>(const auto& program) {
        launch(in, program.template scan<Operation, T>(), groups,
               {bytes(from), bytes(to), bytes(starts), value(count), value(inclusive)});
    });
}

void algorithms::scan(queue& in, const memory& from, const memory& to, std::string_view type, combination by,
                      std::span<const std::byte> initial) {
    const size_t size = size_of(type);
    const size_t count = from.bytes() / size;
    parts->check("a scan", in, count, {&from, &to});
    if (from.bytes() != to.bytes())
        throw error(fmt::format("a scan on '{}': from {} elements to {}; both buffers must have the same size", parts->on.name(),
                                count, to.bytes() / size));
    parts->need(type);
    if (count == 0) return;
    const std::array<std::byte, 8> identity = identity_of(type, by);
    const bool is_inclusive = initial.empty();
    parts->scan(in, from, to, type, by, static_cast<uint32_t>(count), is_inclusive ? std::span(identity).first(size) : initial,
                is_inclusive, 0);
}

void algorithms::radix_sort(queue& in, const sorted_keys& keys, const memory* values, size_t value_size) {
    const size_t count = keys.bytes.bytes() / keys.size;
    parts->check("radix_sort", in, count, {&keys.bytes, values ? values : &keys.bytes});
    if (values && values->bytes() / value_size != count)
        throw error(fmt::format("radix_sort on '{}': {} keys and {} values; each key has one value", parts->on.name(), count,
                                values->bytes() / value_size));
    if (count < 2) return;

    const auto number = static_cast<uint32_t>(count);
    const size_t larger = std::max(keys.size, value_size);
    const uint32_t groups = tiles(count, larger);
    const uint32_t places = groups * radix;
    const memory& counts = parts->counts.of(parts->on, places * sizeof(uint32_t));
    const memory* key_ends[] {&keys.bytes, &parts->sorted_keys.of(parts->on, count * keys.size)};
    const memory* value_ends[] {values, values ? &parts->sorted_values.of(parts->on, count * value_size) : nullptr};
    constexpr uint32_t zero = 0;
    // An even number of digits: what began in the caller's buffers ends there.
    for (uint32_t shift = 0; shift < 8 * keys.size; shift += radix_bits) {
        with_size(keys.size, [&]<typename Key>() {
            parts->launch(in, parts->sort.count<Key>(static_cast<uint32_t>(64 / larger)), groups,
                          {bytes(*key_ends[0]), bytes(counts), value(number), value(shift), value(keys.kind)});
        });
        parts->scan(in, counts, counts, "uint32", combination::sum, places, std::as_bytes(std::span(&zero, 1)), false, 0);
        with_size(keys.size, [&]<typename Key>() {
            if (!values)
                return parts->launch(
                    in, parts->sort.scatter_keys<Key>(), groups,
                    {bytes(*key_ends[0]), bytes(*key_ends[1]), bytes(counts), value(number), value(shift), value(keys.kind)});
            with_size(value_size, [&]<typename Value>() {
                parts->launch(in, parts->sort.scatter_pairs<Key, Value>(), groups,
                              {bytes(*key_ends[0]), bytes(*key_ends[1]), bytes(*value_ends[0]), bytes(*value_ends[1]),
                               bytes(counts), value(number), value(shift), value(keys.kind)});
            });
        });
        std::swap(key_ends[0], key_ends[1]);
        std::swap(value_ends[0], value_ends[1]);
    }
}

}  // namespace ingot
