#include "image_reference.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace ingot::testing {

namespace {

int bits(channel_type type) {
    switch (type) {
        case channel_type::unsigned_2:
        case channel_type::signed_2:
            return 2;
        case channel_type::unsigned_4:
        case channel_type::signed_4:
            return 4;
        case channel_type::unsigned_8:
        case channel_type::signed_8:
        case channel_type::unorm_8:
        case channel_type::snorm_8:
            return 8;
        case channel_type::unsigned_16:
        case channel_type::signed_16:
        case channel_type::unorm_16:
        case channel_type::snorm_16:
        case channel_type::float_16:
        case channel_type::depth_16:
            return 16;
        case channel_type::unsigned_64:
        case channel_type::signed_64:
        case channel_type::float_64:
        case channel_type::depth_32_stencil_8:
            return 64;
        default:
            return 32;
    }
}

bool is_cube(image_shape shape) {
    return shape == image_shape::image_cube || shape == image_shape::image_cube_array || shape == image_shape::image_cube_depth ||
           shape == image_shape::image_cube_depth_array;
}
int dimensions(image_shape shape) {
    switch (shape) {
        case image_shape::image_1d:
        case image_shape::image_1d_array:
        case image_shape::image_1d_buffer:
            return 1;
        case image_shape::image_3d:
            return 3;
        default:
            return 2;
    }
}

// Decodes an IEEE 754 binary16 number.
double half_value(uint64_t bits) {
    const double sign = bits >> 15 & 1u ? -1.0 : 1.0;
    const int exponent = static_cast<int>(bits >> 10 & 31u);
    const double fraction = static_cast<double>(bits & 1023u) / 1024.0;
    if (exponent == 31) return bits & 1023u ? std::nan("") : sign * std::numeric_limits<double>::infinity();
    return exponent == 0 ? sign * std::ldexp(fraction, -14) : sign * std::ldexp(1.0 + fraction, exponent - 15);
}

// Returns all finite binary16 numbers that are not negative, in ascending order.
const std::vector<double>& half_values() {
    static const std::vector<double> all = [] {
        std::vector<double> values;
        for (uint64_t bits = 0; bits < 0x7c00; ++bits) values.push_back(half_value(bits));
        return values;
    }();
    return all;
}

double as_signed(uint64_t bits, int width) {
    const double value = static_cast<double>(bits);
    return bits >> (width - 1) & 1u ? value - std::ldexp(1.0, width) : value;
}

double channel_value(channel_type type, uint64_t stored_bits) {
    switch (type) {
        case channel_type::signed_2:
        case channel_type::signed_4:
        case channel_type::signed_8:
        case channel_type::signed_16:
        case channel_type::signed_32:
        case channel_type::signed_64:
            return as_signed(stored_bits, bits(type));
        case channel_type::float_16:
            return half_value(stored_bits);
        case channel_type::float_32:
        case channel_type::depth_32_float: {
            float value = 0;
            std::memcpy(&value, &stored_bits, sizeof(value));
            return static_cast<double>(value);
        }
        case channel_type::float_64: {
            double value = 0;
            std::memcpy(&value, &stored_bits, sizeof(value));
            return value;
        }
        case channel_type::unorm_8:
            return static_cast<double>(stored_bits) / 255.0;
        case channel_type::unorm_16:
        case channel_type::depth_16:
            return static_cast<double>(stored_bits) / 65535.0;
        case channel_type::snorm_8:
            return std::fmax(-1.0, as_signed(stored_bits, 8) / 127.0);
        case channel_type::snorm_16:
            return std::fmax(-1.0, as_signed(stored_bits, 16) / 32767.0);
        case channel_type::depth_24:
            return static_cast<double>(stored_bits) / 16777215.0;
        default:
            return static_cast<double>(stored_bits);
    }
}

// Returns random bits for one channel. Floating-point numbers are from -1 to 1, and depths of 32 bits from 0 to 1.
uint64_t random_bits(channel_type type, std::mt19937_64& random) {
    const uint64_t any = random();
    const double unit = std::ldexp(static_cast<double>(any >> 11), -53) * 2.0 - 1.0;
    if (type == channel_type::float_64) {
        uint64_t bits = 0;
        std::memcpy(&bits, &unit, sizeof(bits));
        return bits;
    }
    if (type == channel_type::float_32 || type == channel_type::depth_32_float) {
        const auto value = static_cast<float>(type == channel_type::float_32 ? unit : std::fabs(unit));
        uint32_t bits = 0;
        std::memcpy(&bits, &value, sizeof(bits));
        return bits;
    }
    // Any sign and fraction; the biased exponent is below 15, so the absolute value is below 1.
    if (type == channel_type::float_16) return (any & 0x83ffu) | (any >> 20) % 15 << 10;
    if (type == channel_type::depth_24) return any & 0xffffffu;
    return bits(type) == 64 ? any : any & ((uint64_t {1} << bits(type)) - 1);
}

}  // namespace

std::array<int64_t, 3> reference_image::extent() const {
    const int64_t slices = described_.shape == image_shape::image_3d
                               ? described_.depth
                               : int64_t {described_.layers} * (is_cube(described_.shape) ? 6 : 1);
    return {described_.width, described_.height, slices};
}

reference_image::reference_image(const image_description& description, uint32_t seed) : described_(description) {
    std::mt19937_64 random(seed);
    const auto size = extent();
    const int width = bits(description.format.channel);
    const size_t pixel_bits = static_cast<size_t>(width) * description.format.channels;
    const size_t pixel_bytes = (pixel_bits + 7) / 8;
    pixels_.resize(static_cast<size_t>(size[0] * size[1] * size[2]) * pixel_bytes);
    for (size_t offset = 0; offset < pixels_.size(); offset += pixel_bytes)
        for (uint32_t channel = 0; channel < description.format.channels; ++channel) {
            const uint64_t bits = random_bits(description.format.channel, random);
            for (int bit = 0; bit < width; ++bit) {
                const size_t place = channel * static_cast<size_t>(width) + static_cast<size_t>(bit);
                if (bits >> bit & 1u) pixels_[offset + place / 8] |= static_cast<std::byte>(1u << place % 8);
            }
        }
}

stored_pixel reference_image::stored(int64_t x, int64_t y, int64_t slice) const {
    const auto size = extent();
    const size_t width = static_cast<size_t>(bits(described_.format.channel));
    const size_t pixel_bytes = (width * described_.format.channels + 7) / 8;
    const size_t first = static_cast<size_t>((slice * size[1] + y) * size[0] + x) * pixel_bytes;
    stored_pixel found {};
    for (uint32_t channel = 0; channel < described_.format.channels; ++channel)
        for (size_t bit = 0; bit < width; ++bit) {
            const size_t place = channel * width + bit;
            const uint64_t set = std::to_integer<uint64_t>(pixels_.at(first + place / 8)) >> place % 8 & 1u;
            found[channel] |= set << bit;
        }
    return found;
}

std::array<double, 4> reference_image::value(int64_t x, int64_t y, int64_t slice) const {
    const stored_pixel found = stored(x, y, slice);
    std::array<double, 4> values {0, 0, 0, 1};
    for (uint32_t i = 0; i < described_.format.channels; ++i) values[i] = channel_value(described_.format.channel, found[i]);
    return values;
}

std::array<double, 4> reference_image::border() const { return {0, 0, 0, described_.format.channels == 4 ? 0.0 : 1.0}; }

namespace {

// The one or two pixels that a read uses along one dimension, and their weights (OpenCL 1.2, section 8.2). Index -1 is the
// border colour.
struct along {
    std::array<int64_t, 2> index {0, 0};
    std::array<double, 2> weight {1, 0};
    double distance = 1;  // see reference_read::distance_to_other
};

int64_t place(int64_t i, int64_t size, address_mode mode) {
    if (mode == address_mode::edge) return i < 0 ? 0 : i >= size ? size - 1 : i;
    return i < 0 || i >= size ? -1 : i;
}

along along_dimension(double s, int64_t size, address_mode mode, bool linear) {
    const bool repeats = mode == address_mode::repeat || mode == address_mode::mirrored_repeat;
    if (std::isnan(s) || (repeats && std::isinf(s))) s = 0;
    double u = s * static_cast<double>(size);
    if (mode == address_mode::repeat) u = (s - std::floor(s)) * static_cast<double>(size);
    if (mode == address_mode::mirrored_repeat) {
        const double nearest_even = 2.0 * std::nearbyint(0.5 * s);
        u = std::fabs(s - nearest_even) * static_cast<double>(size);
    }
    const double inside = std::fmin(std::fmax(u, -4.0), static_cast<double>(size) + 4.0);
    const bool is_far = inside != u;  // more than 4 pixels outside: positions nearby read the same pixel
    u = inside;
    if (linear) u -= 0.5;
    const auto low = static_cast<int64_t>(std::floor(u));
    const double fraction = u - std::floor(u);
    along found;
    if (!is_far) found.distance = std::fmin(fraction, 1.0 - fraction);
    for (int64_t i = 0; i < 2; ++i) {
        int64_t index = low + i;
        if (mode == address_mode::repeat)
            index = ((index % size) + size) % size;
        else if (mode == address_mode::mirrored_repeat)
            index = index < 0 ? 0 : index >= size ? size - 1 : index;
        else
            index = place(index, size, mode);
        found.index[static_cast<size_t>(i)] = index;
    }
    if (linear) found.weight = {1.0 - fraction, fraction};
    return found;
}

// A face of a cube map and the coordinates on it (OpenGL 4.5, table 8.19).
struct on_cube {
    int64_t face;
    double s, t;
};
on_cube find_face(std::array<float, 3> direction) {
    std::array<double, 3> r {};
    for (size_t i = 0; i < 3; ++i) {
        const auto component = static_cast<double>(direction[i]);
        constexpr auto maximum = static_cast<double>(std::numeric_limits<float>::max());
        r[i] = std::isnan(component) ? 0.0 : std::fmin(std::fmax(component, -maximum), maximum);
    }
    const double x = std::fabs(r[0]);
    const double y = std::fabs(r[1]);
    const double z = std::fabs(r[2]);
    int64_t face = 0;
    double sc = 0;
    double tc = 0;
    double ma = x;
    if (x >= y && x >= z) {
        face = r[0] < 0 ? 1 : 0;
        sc = r[0] < 0 ? r[2] : -r[2];
        tc = -r[1];
    } else if (y >= z) {
        face = r[1] < 0 ? 3 : 2;
        sc = r[0];
        tc = r[1] < 0 ? -r[2] : r[2];
        ma = y;
    } else {
        face = r[2] < 0 ? 5 : 4;
        sc = r[2] < 0 ? -r[0] : r[0];
        tc = -r[1];
        ma = z;
    }
    if (ma == 0) return {0, 0.5, 0.5};
    return {face, (sc / ma + 1) / 2, (tc / ma + 1) / 2};
}

}  // namespace

reference_read sample(const reference_image& image, address_mode mode, bool linear, std::array<float, 3> position,
                      uint32_t layer) {
    const auto size = image.extent();
    const image_shape shape = image.description().shape;
    const int used_dimensions = dimensions(shape);
    std::array<double, 3> s {static_cast<double>(position[0]), static_cast<double>(position[1]),
                             static_cast<double>(position[2])};
    int64_t slice = std::min<int64_t>(layer, image.description().layers - 1);
    if (is_cube(shape)) {
        const on_cube found = find_face(position);
        slice = slice * 6 + found.face;
        s = {found.s, found.t, 0};
        mode = address_mode::edge;
    }
    std::array<along, 3> pixels_along;
    double distance = 1;
    for (int i = 0; i < used_dimensions; ++i) {
        const auto index = static_cast<size_t>(i);
        pixels_along[index] = along_dimension(s[index], size[index], mode, linear);
        distance = std::fmin(distance, pixels_along[index].distance);
    }
    reference_read read {{0, 0, 0, 0}, linear ? 1.0 : distance, 0};
    for (size_t corner = 0; corner < 8; ++corner) {
        double weight = 1;
        std::array<int64_t, 3> index {};
        for (size_t i = 0; i < 3; ++i) {
            index[i] = pixels_along[i].index[corner >> i & 1u];
            weight *= pixels_along[i].weight[corner >> i & 1u];
        }
        if (weight == 0) continue;
        if (used_dimensions < 3) index[2] = slice;
        const bool outside = index[0] < 0 || index[1] < 0 || index[2] < 0;
        const std::array<double, 4> value = outside ? image.border() : image.value(index[0], index[1], index[2]);
        for (size_t i = 0; i < 4; ++i) {
            read.value[i] += weight * value[i];
            read.largest = std::fmax(read.largest, std::fabs(value[i]));
        }
    }
    return read;
}

std::array<double, 4> fetch(const reference_image& image, address_mode mode, std::array<int64_t, 3> position, uint32_t layer) {
    const auto size = image.extent();
    const image_shape shape = image.description().shape;
    const int used_dimensions = dimensions(shape);
    std::array<int64_t, 3> index {};
    for (int i = 0; i < used_dimensions; ++i) {
        const auto d = static_cast<size_t>(i);
        const int64_t wrapped_position = ((position[d] % size[d]) + size[d]) % size[d];
        const int64_t twice = ((position[d] % (2 * size[d])) + 2 * size[d]) % (2 * size[d]);
        if (mode == address_mode::repeat)
            index[d] = wrapped_position;
        else if (mode == address_mode::mirrored_repeat)
            index[d] = twice < size[d] ? twice : 2 * size[d] - 1 - twice;
        else
            index[d] = place(position[d], size[d], mode);
    }
    if (used_dimensions < 3) {
        index[2] = std::min<int64_t>(layer, image.description().layers - 1);
        if (is_cube(shape)) index[2] = index[2] * 6 + (position[2] < 0 ? 0 : position[2] > 5 ? 5 : position[2]);
    }
    if (index[0] < 0 || index[1] < 0 || index[2] < 0) return image.border();
    return image.value(index[0], index[1], index[2]);
}

reference_write stored_value(channel_type type, double value) {
    const int width = bits(type);
    const auto limit = [&](double scale, double minimum, double maximum) {
        const double scaled = std::isnan(value) ? 0.0 : std::fmin(std::fmax(value * scale, minimum), maximum);
        const auto rounded = static_cast<int64_t>(std::nearbyint(scaled));
        const uint64_t mask = width == 64 ? ~uint64_t {0} : (uint64_t {1} << width) - 1;
        return reference_write {static_cast<uint64_t>(rounded) & mask, scaled};
    };
    switch (type) {
        case channel_type::unorm_8:
            return limit(255, 0, 255);
        case channel_type::unorm_16:
        case channel_type::depth_16:
            return limit(65535, 0, 65535);
        case channel_type::snorm_8:
            return limit(127, -127, 127);
        case channel_type::snorm_16:
            return limit(32767, -32767, 32767);
        case channel_type::depth_24:
            return limit(16777215, 0, 16777215);
        case channel_type::float_32:
        case channel_type::depth_32_float: {
            const auto single = static_cast<float>(value);
            uint32_t bits = 0;
            std::memcpy(&bits, &single, sizeof(bits));
            return {bits, value};
        }
        case channel_type::float_64: {
            uint64_t bits = 0;
            std::memcpy(&bits, &value, sizeof(bits));
            return {bits, value};
        }
        case channel_type::float_16: {
            // Round to the nearest binary16 number, or if two are equally near, to the one whose last bit is 0.
            const std::vector<double>& all = half_values();
            const auto above = std::ranges::lower_bound(all, std::fabs(value));
            auto best = static_cast<uint64_t>(above - all.begin());
            if (best == all.size()) --best;
            if (best > 0) {
                const double up = std::fabs(all[best] - std::fabs(value));
                const double down = std::fabs(all[best - 1] - std::fabs(value));
                if (down < up || (down == up && (best & 1u) == 1)) --best;
            }
            // 65520 is halfway between the largest finite number, 65504, and 65536: from there on, values round to infinity.
            if (std::fabs(value) >= 65520.0) best = 0x7c00;
            return {best | (std::signbit(value) ? 0x8000u : 0u), value};
        }
        case channel_type::signed_2:
        case channel_type::signed_4:
        case channel_type::signed_8:
        case channel_type::signed_16:
        case channel_type::signed_32:
            return limit(1, -std::ldexp(1.0, width - 1), std::ldexp(1.0, width - 1) - 1);
        default:
            if (width == 64) return {static_cast<uint64_t>(static_cast<int64_t>(value)), value};
            return limit(1, 0, std::ldexp(1.0, width) - 1);
    }
}

}  // namespace ingot::testing
