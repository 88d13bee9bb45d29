#include "mip_levels.hpp"

#include <algorithm>
#include <cstring>

#include "formats.hpp"
#include "pixels.hpp"

namespace ingot::images {

namespace {

// Returns the mean of each channel, rounded down. A sum of 64-bit integers could overflow. Therefore each number is
// divided by the count first, and the remainders are summed separately.
template <typename Integers>
Integers mean(const std::vector<Integers>& values) {
    using number = typename Integers::value_type;
    const auto count = static_cast<number>(values.size());
    Integers result {};
    for (size_t i = 0; i < 4; ++i) {
        number remainders = 0;
        for (const Integers& value : values) {
            number quotient = value[i] / count;
            number remainder = value[i] % count;
            if (remainder < 0) {
                remainder += count;
                --quotient;
            }
            result[i] += quotient;
            remainders += remainder;
        }
        result[i] += remainders / count;
    }
    return result;
}

floats mean(const std::vector<floats>& values) {
    floats result {};
    for (const floats& value : values)
        for (size_t i = 0; i < 4; ++i) result[i] += value[i];
    for (double& channel : result) channel /= static_cast<double>(values.size());
    return result;
}

// Writes the mean of `pixels` as one pixel. For formats that combine depth and stencil, copies the first pixel.
void write_mean(pixel_format format, const std::vector<const std::byte*>& pixels, std::byte* destination) {
    if (detail::is_depth_stencil(format.channel)) {
        std::memcpy(destination, pixels.front(), bytes_per_pixel(format));
        return;
    }
    const auto combined = [&]<typename Values>(Values (*decode)(pixel_format, const std::byte*)) {
        std::vector<Values> values;
        values.reserve(pixels.size());
        for (const std::byte* pixel : pixels) values.push_back(decode(format, pixel));
        encode(format, mean(values), destination);
    };
    switch (detail::sample_of(format.channel)) {
        case sample_kind::floating:
            return combined(&decode_floats);
        case sample_kind::signed_integer:
            return combined(&decode_signed);
        case sample_kind::unsigned_integer:
            return combined(&decode_unsigned);
    }
}

}  // namespace

level_pixels next_level(const level_pixels& source, pixel_format format, bool halves_z) {
    const size_t pixel = bytes_per_pixel(format);
    level_pixels result;
    result.extent = {std::max(source.extent[0] / 2, 1u), std::max(source.extent[1] / 2, 1u),
                     halves_z ? std::max(source.extent[2] / 2, 1u) : source.extent[2]};
    result.bytes.resize(byte_count(format, result.extent));
    // Returns the first source pixel that a new pixel covers in one dimension, and the number of covered pixels: 2 if the
    // dimension is halved, else 1.
    const auto covered = [](uint32_t position, uint32_t size, uint32_t made_size) {
        return std::array {size == made_size ? position : 2 * position, size == made_size || size == 1 ? 1u : 2u};
    };
    size_t destination = 0;
    std::vector<const std::byte*> pixels;
    for (uint32_t z = 0; z < result.extent[2]; ++z)
        for (uint32_t y = 0; y < result.extent[1]; ++y)
            for (uint32_t x = 0; x < result.extent[0]; ++x, destination += pixel) {
                pixels.clear();
                const auto [first_x, count_x] = covered(x, source.extent[0], result.extent[0]);
                const auto [first_y, count_y] = covered(y, source.extent[1], result.extent[1]);
                const auto [first_z, count_z] = covered(z, source.extent[2], result.extent[2]);
                for (uint32_t dz = 0; dz < count_z; ++dz)
                    for (uint32_t dy = 0; dy < count_y; ++dy)
                        for (uint32_t dx = 0; dx < count_x; ++dx) {
                            const size_t row = size_t {first_z + dz} * source.extent[1] + first_y + dy;
                            pixels.push_back(source.bytes.data() + (row * source.extent[0] + first_x + dx) * pixel);
                        }
                write_mean(format, pixels, result.bytes.data() + destination);
            }
    return result;
}

}  // namespace ingot::images
