#include "fill_pattern.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace ingot::backends::cuda {

size_t fill_value_size(std::span<const std::byte> pattern, device_address first) {
    for (const size_t unit : {size_t {1}, size_t {2}, size_t {4}}) {
        if (pattern.size() % unit != 0 || first % unit != 0) continue;
        // The pattern repeats if every byte equals the byte one unit before it.
        if (std::ranges::equal(pattern.subspan(unit), pattern.first(pattern.size() - unit))) return unit;
    }
    return 0;
}

uint32_t fill_value(std::span<const std::byte> pattern, size_t unit) {
    // NVIDIA's drivers run only on little-endian machines.
    static_assert(std::endian::native == std::endian::little);
    uint32_t value = 0;
    std::memcpy(&value, pattern.data(), unit);
    return value;
}

}  // namespace ingot::backends::cuda
