// Tests the pixel data types of Metal kernels, with pixels.metal.
#include "pixels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ingot/ingot.hpp>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "metal_device.hpp"

namespace {

using namespace ingot;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

class metal_pixels : public ingot::testing::metal_device {
protected:
    void SetUp() override {
        metal_device::SetUp();
        if (!IsSkipped()) program_.emplace(device_);
    }
    template <typename Value, typename Pixel, typename Kernel>
    std::vector<Value> read(const Kernel& kernel, const std::vector<Pixel>& pixels) {
        const auto in = device_.create_buffer<Pixel>(pixels);
        auto out = device_.create_buffer<Value>(pixels.size(), Value {});
        queue_.run(kernel, range(static_cast<uint32_t>(pixels.size())).groups_of(1), in, out);
        return out.read(queue_);
    }
    template <typename Pixel, typename Value, typename Kernel>
    std::vector<Pixel> write(const Kernel& kernel, const std::vector<Value>& values) {
        const auto in = device_.create_buffer<Value>(values);
        auto out = device_.create_buffer<Pixel>(values.size(), Pixel {});
        queue_.run(kernel, range(static_cast<uint32_t>(values.size())).groups_of(1), out, in);
        return out.read(queue_);
    }

    std::optional<pixels_program> program_;
};

// Random numbers of 32 bits.
class random_bits {
public:
    explicit random_bits(uint32_t seed) : engine_(seed) {}
    uint32_t operator()() { return static_cast<uint32_t>(engine_()); }

private:
    std::mt19937 engine_;
};

template <typename Number>
std::vector<Number> every_code() {
    std::vector<Number> codes;
    for (uint32_t i = 0; i <= std::numeric_limits<Number>::max(); ++i) codes.push_back(static_cast<Number>(i));
    return codes;
}
// The value of a normalised code, in double precision.
double of_unsigned(uint32_t code, int bits) { return code / (std::ldexp(1.0, bits) - 1); }
double of_signed(int32_t code, int bits) { return std::max(-1.0, code / (std::ldexp(1.0, bits - 1) - 1)); }

// MSL-7.7.1.1-01, -02, -03, -04
TEST_P(metal_pixels, normalised_codes_are_read) {
    const std::vector<uint8_t> bytes = every_code<uint8_t>();
    const std::vector<uint16_t> words = every_code<uint16_t>();
    const std::vector<float> unsigned_8 = read<float>(program_->read_r8unorm, bytes);
    const std::vector<float> signed_8 = read<float>(program_->read_r8snorm, bytes);
    const std::vector<half> halves = read<half>(program_->read_r8unorm_half, bytes);
    for (size_t i = 0; i < bytes.size(); ++i) {
        EXPECT_FLOAT_EQ(unsigned_8[i], static_cast<float>(of_unsigned(bytes[i], 8))) << i;
        EXPECT_FLOAT_EQ(signed_8[i], static_cast<float>(of_signed(static_cast<int8_t>(bytes[i]), 8))) << i;
        EXPECT_NEAR(static_cast<float>(halves[i]), of_unsigned(bytes[i], 8), 0.0005) << i;
    }
    const std::vector<float> unsigned_16 = read<float>(program_->read_r16unorm, words);
    const std::vector<float> signed_16 = read<float>(program_->read_r16snorm, words);
    for (size_t i = 0; i < words.size(); ++i) {
        ASSERT_FLOAT_EQ(unsigned_16[i], static_cast<float>(of_unsigned(words[i], 16))) << i;
        ASSERT_FLOAT_EQ(signed_16[i], static_cast<float>(of_signed(static_cast<int16_t>(words[i]), 16))) << i;
    }
    // The order of the components.
    using bytes_2 = std::array<uint8_t, 2>;
    using bytes_4 = std::array<uint8_t, 4>;
    using words_2 = std::array<uint16_t, 2>;
    using words_4 = std::array<uint16_t, 4>;
    EXPECT_TRUE(all(read<float2>(program_->read_rg8unorm, std::vector {bytes_2 {255, 0}})[0] == float2 {1, 0}));
    EXPECT_TRUE(all(read<float2>(program_->read_rg8snorm, std::vector {bytes_2 {129, 127}})[0] == float2 {-1, 1}));
    EXPECT_TRUE(all(read<float2>(program_->read_rg16unorm, std::vector {words_2 {0, 65535}})[0] == float2 {0, 1}));
    EXPECT_TRUE(all(read<float2>(program_->read_rg16snorm, std::vector {words_2 {32769, 32767}})[0] == float2 {-1, 1}));
    const float4 third {1, 0, 51 / 255.0f, 102 / 255.0f};
    EXPECT_TRUE(all(read<float4>(program_->read_rgba8unorm, std::vector {bytes_4 {255, 0, 51, 102}})[0] == third));
    EXPECT_TRUE(
        all(read<float4>(program_->read_rgba8snorm, std::vector {bytes_4 {127, 0, 128, 129}})[0] == float4 {1, 0, -1, -1}));
    EXPECT_TRUE(all(read<float4>(program_->read_rgba16unorm, std::vector {words_4 {65535, 0, 13107, 26214}})[0] ==
                    float4 {1, 0, 0.2f, 0.4f}));
    EXPECT_TRUE(all(read<float4>(program_->read_rgba16snorm, std::vector {words_4 {32767, 0, 32768, 32769}})[0] ==
                    float4 {1, 0, -1, -1}));
    const std::vector<float4> packed = read<float4>(
        program_->read_rgb10a2, std::vector<uint32_t> {0xffff'ffff, 0, 0x3ff, 0x3ff << 10, 0x3ffu << 20, 1u << 30, 2u << 30});
    EXPECT_TRUE(all(packed[0] == float4 {1, 1, 1, 1}));
    EXPECT_TRUE(all(packed[1] == float4 {}));
    EXPECT_TRUE(all(packed[2] == float4 {1, 0, 0, 0}));
    EXPECT_TRUE(all(packed[3] == float4 {0, 1, 0, 0}));
    EXPECT_TRUE(all(packed[4] == float4 {0, 0, 1, 0}));
    EXPECT_FLOAT_EQ(packed[5].w, 1 / 3.0f);
    EXPECT_FLOAT_EQ(packed[6].w, 2 / 3.0f);
}

// MSL-7.7.1.2-01, -02, -03, MSL-2.7-02, -03, -04, -05, -06, -07, -08
TEST_P(metal_pixels, normalised_codes_are_written) {
    const std::vector<float> numbers {0, 1, 0.5f, 2, -1, 100.25f / 255, 100.75f / 255, -infinity, infinity, nan, -0.5f};
    EXPECT_EQ(write<uint8_t>(program_->write_r8unorm, numbers),
              (std::vector<uint8_t> {0, 255, 128, 255, 0, 100, 101, 0, 255, 0, 0}));
    EXPECT_EQ(write<uint8_t>(program_->write_r8snorm, numbers),
              (std::vector<uint8_t> {0, 127, 64, 127, 129, 50, 50, 129, 127, 0, 192}));
    EXPECT_EQ(write<uint16_t>(program_->write_r16unorm, numbers),
              (std::vector<uint16_t> {0, 65535, 32768, 65535, 0, 25764, 25893, 0, 65535, 0, 0}));
    EXPECT_EQ(write<uint16_t>(program_->write_r16snorm, numbers),
              (std::vector<uint16_t> {0, 32767, 16384, 32767, 32769, 12882, 12946, 32769, 32767, 0, 49152}));
    const std::vector<half> halves {half(0.0f), half(1.0f), half(-1.0f), half(nan), half(0.25f)};
    EXPECT_EQ(write<uint8_t>(program_->write_r8unorm_half, halves), (std::vector<uint8_t> {0, 255, 0, 0, 64}));

    using bytes_2 = std::array<uint8_t, 2>;
    using bytes_4 = std::array<uint8_t, 4>;
    using words_2 = std::array<uint16_t, 2>;
    using words_4 = std::array<uint16_t, 4>;
    const std::vector<float2> two {{1, -1}, {nan, 0.5f}};
    EXPECT_EQ(write<bytes_2>(program_->write_rg8unorm, two), (std::vector<bytes_2> {{255, 0}, {0, 128}}));
    EXPECT_EQ(write<bytes_2>(program_->write_rg8snorm, two), (std::vector<bytes_2> {{127, 129}, {0, 64}}));
    EXPECT_EQ(write<words_2>(program_->write_rg16unorm, two), (std::vector<words_2> {{65535, 0}, {0, 32768}}));
    EXPECT_EQ(write<words_2>(program_->write_rg16snorm, two), (std::vector<words_2> {{32767, 32769}, {0, 16384}}));
    const std::vector<float4> four {{1, -1, 0.2f, nan}, {nan, 0, 1, 0.4f}};
    EXPECT_EQ(write<bytes_4>(program_->write_rgba8unorm, four), (std::vector<bytes_4> {{255, 0, 51, 0}, {0, 0, 255, 102}}));
    EXPECT_EQ(write<bytes_4>(program_->write_rgba8snorm, four), (std::vector<bytes_4> {{127, 129, 25, 0}, {0, 0, 127, 51}}));
    EXPECT_EQ(write<words_4>(program_->write_rgba16unorm, four),
              (std::vector<words_4> {{65535, 0, 13107, 0}, {0, 0, 65535, 26214}}));
    EXPECT_EQ(write<words_4>(program_->write_rgba16snorm, four),
              (std::vector<words_4> {{32767, 32769, 6553, 0}, {0, 0, 32767, 13107}}));
    EXPECT_EQ(write<uint32_t>(program_->write_rgb10a2, four),
              (std::vector<uint32_t> {0x3ffu | 205u << 20, 0x3ffu << 20 | 1u << 30}));
}

// The value of a float without a sign, of 5 bits of exponent and `mantissa` bits of mantissa (section 7.7.4).
double of_small_float(uint32_t code, int mantissa) {
    const auto exponent = static_cast<int>(code >> mantissa);
    const double fraction = std::ldexp(static_cast<double>(code & ((1u << mantissa) - 1)), -mantissa);
    if (exponent == 31) return fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    return exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, exponent - 15);
}
// The nearest code for a number that is not NaN, of two the even one.
uint32_t nearest_small_float(double value, int mantissa) {
    const uint32_t infinite = 31u << mantissa;
    if (value <= 0) return 0;
    if (value >= 65536) return infinite;
    uint32_t best = 0;
    for (uint32_t code = 1; code <= infinite; ++code) {
        // Infinity stands for the number that would follow the largest one.
        const auto of = [&](uint32_t each) { return each == infinite ? 65536.0 : of_small_float(each, mantissa); };
        const double difference = std::abs(of(code) - value);
        const double least = std::abs(of(best) - value);
        if (difference < least || (difference == least && code % 2 == 0)) best = code;
    }
    return best;
}

// MSL-2.7-09, MSL-7.7.4-01, -02, -03
TEST_P(metal_pixels, floats_of_10_and_11_bits) {
    std::vector<uint32_t> codes;
    for (uint32_t i = 0; i < 2048; ++i) codes.push_back(i | (2047 - i) << 11 | i / 2 << 22);
    const std::vector<float4> read_floats = read<float4>(program_->read_rg11b10f, codes);
    const std::vector<vector<half, 4>> read_halves = read<vector<half, 4>>(program_->read_rg11b10f_half, codes);
    const auto is_equal = [](float found, double expected) {
        return std::isnan(expected) ? std::isnan(found) : static_cast<double>(found) == expected;
    };
    for (uint32_t i = 0; i < 2048; ++i) {
        const std::array<double, 3> expected {of_small_float(i, 6), of_small_float(2047 - i, 6), of_small_float(i / 2, 5)};
        for (size_t each = 0; each < 3; ++each) {
            EXPECT_TRUE(is_equal(read_floats[i][each], expected[each])) << i << ' ' << each << ' ' << read_floats[i][each];
            EXPECT_TRUE(is_equal(static_cast<float>(read_halves[i][each]), expected[each])) << i << ' ' << each;
        }
    }

    std::vector<float4> values {
        {0, -0.0f, 1, 0},         {-1, -infinity, infinity, 0}, {0x1p-20f, 0x1p-21f, 0x1p-19f, 0},
        {65024, 65280, 64512, 0}, {65279, 3e38f, 65023, 0},     {0x1.8p-20f, 0x1.fffffep-15f, 0x1p-140f, 0}};
    random_bits random(1);
    for (int i = 0; i < 400; ++i) {
        const auto one = [&] {
            return std::ldexp(1.0f + static_cast<float>(random() >> 9) * 0x1p-23f, static_cast<int>(random() % 40) - 22);
        };
        values.push_back({one(), one(), one(), 0});
        // Half way between two numbers.
        const uint32_t code = random() % (31u << 6);
        const auto middle = static_cast<float>((of_small_float(code, 6) + of_small_float(code + 1, 6)) / 2);
        if (std::isfinite(middle)) values.push_back({middle, std::nextafter(middle, 0.0f), std::nextafter(middle, 1e9f), 0});
    }
    const std::vector<uint32_t> written = write<uint32_t>(program_->write_rg11b10f, values);
    for (size_t i = 0; i < values.size(); ++i) {
        EXPECT_EQ(written[i] & 2047u, nearest_small_float(values[i].x, 6)) << values[i].x;
        EXPECT_EQ(written[i] >> 11 & 2047u, nearest_small_float(values[i].y, 6)) << values[i].y;
        EXPECT_EQ(written[i] >> 22, nearest_small_float(values[i].z, 5)) << values[i].z;
    }
    const uint32_t of_nan = write<uint32_t>(program_->write_rg11b10f, std::vector<float4> {{nan, nan, nan, 0}})[0];
    EXPECT_TRUE(std::isnan(of_small_float(of_nan & 2047u, 6)) && std::isnan(of_small_float(of_nan >> 22, 5)));
    const std::vector<vector<half, 4>> halves {{half(-1.0f), half(0.5f), half(65504.0f), half(0.0f)}};
    EXPECT_EQ(write<uint32_t>(program_->write_rg11b10f_half, halves)[0], 0u | 14u << 17 | 31u << 27);
}

// The code of a colour, by the formulas of section 7.7.5 in double precision.
uint32_t of_shared_exponent(const std::array<float, 3>& color) {
    std::array<double, 3> limited {};
    for (size_t i = 0; i < 3; ++i) limited[i] = color[i] > 0 ? std::min(65408.0, static_cast<double>(color[i])) : 0.0;
    const double largest = *std::ranges::max_element(limited);
    int exponent = std::max(-16, largest > 0 ? static_cast<int>(std::floor(std::log2(largest))) : -16) + 16;
    const auto scaled = [&](double value) { return static_cast<uint32_t>(std::floor(std::ldexp(value, 24 - exponent) + 0.5)); };
    if (scaled(largest) == 512) ++exponent;
    return scaled(limited[0]) | scaled(limited[1]) << 9 | scaled(limited[2]) << 18 | static_cast<uint32_t>(exponent) << 27;
}

// MSL-2.7-10, MSL-7.7.5-01, -02, -03
TEST_P(metal_pixels, floats_with_a_common_exponent) {
    random_bits random(2);
    std::vector<uint32_t> codes {0, ~0u, 1, 511, 511u << 9, 511u << 18, 1u << 27, 31u << 27 | 1, 31u << 27 | 511u << 18};
    for (int i = 0; i < 500; ++i) codes.push_back(random());
    const std::vector<float4> found = read<float4>(program_->read_rgb9e5, codes);
    for (size_t i = 0; i < codes.size(); ++i)
        for (uint32_t each = 0; each < 3; ++each)
            EXPECT_EQ(found[i][each],
                      std::ldexp(static_cast<float>(codes[i] >> 9 * each & 511u), static_cast<int>(codes[i] >> 27) - 24));
    const std::vector<vector<half, 4>> halves = read<vector<half, 4>>(program_->read_rgb9e5_half, codes);
    for (size_t i = 0; i < codes.size(); ++i) EXPECT_EQ(static_cast<float>(halves[i].y), found[i].y);

    std::vector<float4> colors {{0, 0, 0, 0},
                                {1, 1, 1, 0},
                                {-1, nan, 0.5f, 0},
                                {infinity, -infinity, 1, 0},
                                {65408, 65407, 65536, 0},
                                {0x1p-25f, 0x1.fffffep-26f, 0, 0},
                                {511.75f, 1.0f, 0.4999f, 0},
                                {0x1p-140f, 0, 0, 0},
                                {0x1.ffep-1f, 0x1.ffdp-1f, 0x1.fffp-1f, 0},
                                {256, 0.49999997f, 0.5f, 0}};
    for (int i = 0; i < 500; ++i) {
        const auto one = [&] {
            return std::ldexp(static_cast<float>(random() >> 8) * 0x1p-24f, static_cast<int>(random() % 44) - 26);
        };
        colors.push_back({one(), one(), one(), 0});
    }
    const std::vector<uint32_t> written = write<uint32_t>(program_->write_rgb9e5, colors);
    for (size_t i = 0; i < colors.size(); ++i) {
        const std::array<float, 3> color {colors[i].x, colors[i].y, colors[i].z};
        EXPECT_EQ(written[i], of_shared_exponent(color)) << color[0] << ' ' << color[1] << ' ' << color[2];
        const int exponent = static_cast<int>(written[i] >> 27) - 24;
        for (size_t each = 0; each < 3; ++each) {
            const double limited = color[each] > 0 ? std::min(65408.0, static_cast<double>(color[each])) : 0.0;
            const double stored = std::ldexp(static_cast<double>(written[i] >> 9 * each & 511u), exponent);
            EXPECT_LE(std::abs(stored - limited), std::ldexp(0.5, exponent)) << color[each];
        }
    }
}

double linear_of(double value) { return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4); }
double curved_of(double value) { return value < 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1 / 2.4) - 0.055; }

// MSL-7.7.7-02, -03, -04
TEST_P(metal_pixels, srgb) {
    using bytes = std::array<uint8_t, 4>;
    std::vector<bytes> codes;
    for (const uint8_t code : every_code<uint8_t>()) codes.push_back({code, static_cast<uint8_t>(255 - code), 0, code});
    const std::vector<float4> found = read<float4>(program_->read_srgba8unorm, codes);
    for (uint32_t i = 0; i < 256; ++i) {
        EXPECT_LE(std::abs(255 * curved_of(found[i].x) - i), 0.5) << i;
        EXPECT_NEAR(found[i].x, linear_of(i / 255.0), 1e-5) << i;
        EXPECT_EQ(found[i].x, found[255 - i].y) << i;
        EXPECT_FLOAT_EQ(found[i].w, static_cast<float>(i) / 255.0f) << i;
    }
    EXPECT_EQ(write<bytes>(program_->write_srgba8unorm, found), codes);

    std::vector<float4> colors {{0.5f, 0.5f, 0.5f, 0.5f}, {nan, -1, 2, nan}, {infinity, -infinity, 1, 2}};
    for (int i = 0; i <= 4096; ++i) {
        const float value = static_cast<float>(i) / 4096.0f;
        colors.push_back({value, value * 0.01f, 1, value});
    }
    const std::vector<bytes> written = write<bytes>(program_->write_srgba8unorm, colors);
    EXPECT_EQ(written[0], (bytes {188, 188, 188, 128}));
    EXPECT_EQ(written[1], (bytes {0, 0, 255, 0}));
    EXPECT_EQ(written[2], (bytes {255, 0, 255, 255}));
    for (size_t i = 3; i < colors.size(); ++i) {
        EXPECT_LT(std::abs(255 * curved_of(colors[i].x) - written[i][0]), 1.0) << colors[i].x;
        EXPECT_LT(std::abs(255 * curved_of(colors[i].y) - written[i][1]), 1.0) << colors[i].y;
        EXPECT_LE(std::abs(255 * colors[i].w - written[i][3]), 0.5001) << colors[i].w;
    }
}

// MSL-2.7-01
TEST_P(metal_pixels, every_memory) {
    static_assert(sizeof(pixels_types::mixed) == 12);
    const pixels_types::mixed in {.sign = 0, .color = {255, 0, 51, 102}, .light = 1u | 2u << 9 | 3u << 18 | 24u << 27};
    auto out = device_.create_buffer<pixels_types::mixed>(4);
    queue_.run(program_->everywhere, range(4).groups_of(4), out, in);
    const std::vector<pixels_types::mixed> found = out.read(queue_);
    const std::array<uint8_t, 4> signs {129, 127, 64, 0};
    for (size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(found[i].sign, signs[i]) << i;
        EXPECT_EQ(found[i].color, (std::array<uint8_t, 4> {102, 51, 0, 255})) << i;
        // 2, 4 and 6, with the exponent that makes the largest number as long as possible.
        EXPECT_EQ(found[i].light, 128u | 256u << 9 | 384u << 18 | 18u << 27) << i;
    }
}

INGOT_TEST_ON_EVERY_DEVICE(metal_pixels);

}  // namespace
