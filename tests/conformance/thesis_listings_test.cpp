// Tests that listings of the thesis that docs/host-library.md names compile as printed, and tests the results of their kernels.
#include "thesis_listings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ingot/ingot.hpp>
#include <span>
#include <vector>

#include "every_device.hpp"
#include "thesis_listings.kernels.hpp"

namespace {

using namespace ingot;
using thesis_listings::height;
using thesis_listings::width;

class thesis_listings_on : public ingot::testing::every_device {
protected:
    static constexpr size_t pixels = size_t {width} * height;

    static float4 colour(int32_t x, int32_t y) {
        const auto column = static_cast<float>(std::clamp(x, 0, static_cast<int32_t>(width) - 1));
        const auto row = static_cast<float>(std::clamp(y, 0, static_cast<int32_t>(height) - 1));
        return {column, row, column * row, 1.0f};
    }
    template <typename T>
    device_image create(channel_type channel, uint32_t channels, const std::vector<T>& texels) {
        return device_.create_image({.format = {channel, channels}, .width = width, .height = height},
                                    std::as_bytes(std::span<const T>(texels)));
    }
    device_image create_target() { return create(channel_type::float_32, 4, std::vector<float4>(pixels)); }
    static std::vector<float4> colours() {
        std::vector<float4> all;
        for (uint32_t i = 0; i < pixels; ++i)
            all.push_back(colour(static_cast<int32_t>(i % width), static_cast<int32_t>(i / width)));
        return all;
    }
    // Compares each pixel with a function of its coordinates.
    template <typename Expected>
    void expect(device_image& image, Expected expected) {
        const std::vector<float4> actual = image.read_pixels<float4>(queue_);
        ASSERT_EQ(actual.size(), pixels);
        for (uint32_t i = 0; i < pixels; ++i) {
            const float4 expected_colour = expected(static_cast<int32_t>(i % width), static_cast<int32_t>(i / width));
            for (uint32_t k = 0; k < 4; ++k) EXPECT_NEAR(actual[i][k], expected_colour[k], 1e-3f) << i << ' ' << k;
        }
    }

    thesis_listings_program program_ {device_};
    range items_ = range(width, height);
};

TEST_P(thesis_listings_on, listing_20) {
    std::vector<uint32_t> motions(pixels);
    for (uint32_t i = 0; i < pixels; ++i) motions[i] = i % 2 == 0 ? 0 : 8192;
    std::vector<float> depths(pixels);
    for (uint32_t i = 0; i < pixels; ++i) depths[i] = static_cast<float>(i % 7) / 8.0f;
    const auto source = create(channel_type::float_32, 4, colours());
    const auto motion = create(channel_type::unsigned_32, 1, motions);
    const auto still = create(channel_type::unsigned_32, 1, std::vector<uint32_t>(pixels));
    const auto depth = device_.create_image(
        {.shape = image_shape::image_2d_depth, .format = {channel_type::depth_32_float, 1}, .width = width, .height = height},
        std::as_bytes(std::span<const float>(depths)));
    auto nearest = device_.create_buffer<float>(pixels, 1.0f);
    queue_.run(program_.warp_scatter_depth, items_, depth, motion, nearest, 1.0f);
    EXPECT_EQ(nearest.read(queue_), depths);
    auto scattered = create_target();
    queue_.run(program_.warp_scatter_color, items_, source, depth, motion, scattered, nearest, 1.0f);
    expect(scattered, colour);
    auto gathered = create_target();
    queue_.run(program_.warp_gather_forward, items_, source, still, gathered, 1.0f);
    expect(gathered, colour);
    // With this motion, the kernel searches outside of the image and finds no source pixel. Then it blurs in the direction of
    // the motion; next to the left and right edges of the image, the blur also reads positions outside of the image.
    queue_.run(program_.warp_gather_forward, items_, source,
               create(channel_type::unsigned_32, 1, std::vector<uint32_t>(pixels, 32767)), gathered, 4.0f);
    expect(gathered, [](int32_t x, int32_t y) {
        float4 sum;
        for (int32_t i = -2; i <= 2; ++i) sum += colour(x + i, y) / 5.0f;
        return sum;
    });
}

TEST_P(thesis_listings_on, listing_23) {
    const auto source = create(channel_type::float_32, 4, colours());
    auto blurred = create_target();
    queue_.run(program_.image_blur_horizontal, items_, source, blurred);
    expect(blurred, [](int32_t x, int32_t y) {
        float4 sum;
        for (int32_t i = -2; i <= 2; ++i) sum += colour(x + i, y) / 5.0f;
        return sum;
    });
    queue_.run(program_.image_blur_vertical, items_, source, blurred);
    expect(blurred, [](int32_t x, int32_t y) {
        float4 sum;
        for (int32_t i = -2; i <= 2; ++i) sum += colour(x, y + i) / 5.0f;
        return sum;
    });
}
INGOT_TEST_ON_EVERY_DEVICE(thesis_listings_on);

}  // namespace
