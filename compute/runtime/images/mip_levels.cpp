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
    Integers made {};
    for (size_t i = 0; i < 4; ++i) {
        number remainders = 0;
        for (const Integers& one : values) {
            number quotient = one[i] / count;
            number remainder = one[i] % count;
            if (remainder < 0) {
                remainder += count;
                --quotient;
            }
            made[i] += quotient;
            remainders += remainder;
        }
        made[i] += remainders / count;
    }
    return made;
}

floats mean(const std::vector<floats>& values) {
    floats made {};
    for (const floats& one : values)
        for (size_t i = 0; i < 4; ++i) made[i] += one[i];
    for (double& channel : made) channel /= static_cast<double>(values.size());
    return made;
}

// Writes the mean of the pixels `of` as one pixel. For depth and stencil formats it copies the first pixel.
void write_mean(pixel_format format, const std::vector<const std::byte*>& of, std::byte* destination) {
    if (detail::is_depth_stencil(format.channel)) {
        std::memcpy(destination, of.front(), bytes_per_pixel(format));
        return;
    }
    const auto combined = [&]<typename Values>(Values (*decode)(pixel_format, const std::byte*)) {
        std::vector<Values> values;
        values.reserve(of.size());
        for (const std::byte* pixel : of) values.push_back(decode(format, pixel));
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
    level_pixels made;
    made.extent = {std::max(source.extent[0] / 2, 1u), std::max(source.extent[1] / 2, 1u),
                   halves_z ? std::max(source.extent[2] / 2, 1u) : source.extent[2]};
    made.bytes.resize(byte_count(format, made.extent));
    // Returns the first pixel that a new pixel covers in one dimension, and their number: 2 if the dimension is halved,
    // else 1.
    const auto covered = [](uint32_t at, uint32_t size, uint32_t made_size) {
        return std::array {size == made_size ? at : 2 * at, size == made_size || size == 1 ? 1u : 2u};
    };
    size_t destination = 0;
    std::vector<const std::byte*> pixels;
    for (uint32_t z = 0; z < made.extent[2]; ++z)
        for (uint32_t y = 0; y < made.extent[1]; ++y)
            for (uint32_t x = 0; x < made.extent[0]; ++x, destination += pixel) {
                pixels.clear();
                const auto [first_x, count_x] = covered(x, source.extent[0], made.extent[0]);
                const auto [first_y, count_y] = covered(y, source.extent[1], made.extent[1]);
                const auto [first_z, count_z] = covered(z, source.extent[2], made.extent[2]);
                for (uint32_t dz = 0; dz < count_z; ++dz)
                    for (uint32_t dy = 0; dy < count_y; ++dy)
                        for (uint32_t dx = 0; dx < count_x; ++dx) {
                            const size_t row = size_t {first_z + dz} * source.extent[1] + first_y + dy;
                            pixels.push_back(source.bytes.data() + (row * source.extent[0] + first_x + dx) * pixel);
                        }
                write_mean(format, pixels, made.bytes.data() + destination);
            }
    return made;
}

}  // namespace ingot::images
