// Tests of Tables 15 and 16 of the thesis that docs/host-library.md names: reads and writes images of every shape and format
// by every method, and compares with an independent reference.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <functional>
#include <ingot/archive/required_features.hpp>
#include <ingot/ingot.hpp>
#include <ingot/language/image_names.hpp>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "every_device.hpp"
#include "image_probe.hpp"
#include "image_reads_1d.kernels.hpp"
#include "image_reads_2d.kernels.hpp"
#include "image_reads_3d.kernels.hpp"
#include "image_reads_cube.kernels.hpp"
#include "image_reads_depth.kernels.hpp"
#include "image_reference.hpp"
#include "image_signed_writes.kernels.hpp"
#include "image_unsigned_writes.kernels.hpp"
#include "image_writes.kernels.hpp"
#include "images.kernels.hpp"

namespace {

using namespace ingot;
using ingot::testing::contains;
using ingot::testing::error_message;
using ingot::testing::fetch;
using ingot::testing::reference_image;
using ingot::testing::reference_read;
using ingot::testing::sample;
using ingot::testing::stored_value;

constexpr float infinity = std::numeric_limits<float>::infinity();

class images : public ingot::testing::every_device {
protected:
    // Returns the image sizes to test: odd sizes, a single pixel in each layer or face, and powers of two.
    static std::vector<image_description> sizes_of(image_shape shape, pixel_format format) {
        const uint32_t dimensions = detail::dimensions_of(shape);
        std::vector<image_description> sizes;
        for (const uint32_t width : {7u, 1u, 16u}) {
            image_description description {.shape = shape, .format = format, .width = width};
            if (dimensions > 1) description.height = width == 7 && !detail::is_cube(shape) ? 5 : width;
            if (dimensions > 2) description.depth = width == 7 ? 3 : width == 16 ? 4 : 1;
            if (detail::is_array(shape)) description.layers = width == 7 ? 3 : width == 16 ? 2 : 1;
            sizes.push_back(description);
        }
        return sizes;
    }

    // Returns positions inside, at the edges, outside and far outside of the image, and positions with coordinates that are NaN
    // or infinite.
    static std::vector<image_probe> probes_for(const image_description& description, uint32_t seed) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<float> near(-1.5f, 2.5f);
        std::uniform_int_distribution<int32_t> pixel(-20, 36);
        const auto integer = [&](uint32_t size) { return pixel(random) % (static_cast<int32_t>(size) * 3); };
        std::vector<image_probe> probes;
        for (int i = 0; i < 160; ++i)
            probes.push_back({near(random), near(random), near(random), integer(description.width), integer(description.height),
                              detail::is_cube(description.shape) ? pixel(random) % 8 : integer(description.depth),
                              static_cast<uint32_t>(i % 5), 0});
        constexpr float special[] {0.0f,     1.0f,      -0.0f, 0.5f,   1e-30f, std::numeric_limits<float>::quiet_NaN(),
                                   infinity, -infinity, 3e38f, -3e38f, 1e6f,   -1e6f};
        constexpr int32_t largest = std::numeric_limits<int32_t>::max();
        constexpr int32_t minimum = std::numeric_limits<int32_t>::min();
        constexpr int32_t whole[] {0, -1, 1, largest, minimum, 1'000'000, -1'000'000};
        for (size_t i = 0; i < std::size(special); ++i)
            for (size_t k = 0; k < std::size(special); ++k)
                probes.push_back({special[i], special[k], special[(i + k) % std::size(special)], whole[i % std::size(whole)],
                                  whole[k % std::size(whole)], whole[(i + k) % std::size(whole)],
                                  k % 2 ? std::numeric_limits<uint32_t>::max() : 0u, 0});
        return probes;
    }

    std::vector<pixel_format> formats(image_shape shape, sample_kind kind) {
        std::vector<pixel_format> found;
        for (const pixel_format format : device_.image_formats(shape))
            if (detail::sample_of(format.channel) == kind) found.push_back(format);
        return found;
    }

    device_image upload(const reference_image& reference) {
        return device_.create_image(reference.description(), reference.bytes());
    }

    // Reads at every position of probes_for() by every method and compares each result with the reference.
    template <typename Value, typename Kernel>
    void expect_reads(image_shape shape, const Kernel& kernel) {
        using number = typename Value::value_type;
        const sample_kind kind = detail::kind_of<number>();
        const std::vector<pixel_format> all = formats(shape, kind);
        if (all.empty()) {
            EXPECT_TRUE(is_opencl()) << "no formats of " << to_string(kind);
            return;
        }
        uint32_t seed = 1;
        for (const pixel_format format : all)
            for (const image_description& description : sizes_of(shape, format)) {
                const reference_image reference(description, seed);
                const device_image image = upload(reference);
                const std::vector<image_probe> probes = probes_for(description, seed++);
                auto places = device_.create_buffer(std::span<const image_probe>(probes));
                auto results = device_.create_buffer<Value>(probes.size());
                const auto count = static_cast<uint32_t>(probes.size());
                for (const uint32_t method : {read_normalised, read_filtered, read_at_integers})
                    for (uint32_t mode = 0; mode < 4; ++mode) {
                        if (method == read_filtered && kind != sample_kind::floating) continue;
                        if (method != read_at_integers && reads_another_layer(shape)) continue;
                        if (shape == image_shape::image_1d_buffer &&
                            (method != read_at_integers || address_mode {mode} == address_mode::border))
                            continue;
                        queue_.run(kernel, range(count), image, places, results, method | mode, count);
                        compare(reference, probes, results.read(queue_), method, address_mode {mode});
                        if (HasFailure()) return;
                    }
            }
        if (reads_another_layer(shape))
            GTEST_SKIP() << device_.properties().driver
                         << " reads the wrong layer at normalised coordinates (at integer coordinates it reads the right one)";
    }

    template <typename Value>
    void compare(const reference_image& reference, const std::vector<image_probe>& probes, const std::vector<Value>& results,
                 uint32_t method, address_mode mode) {
        size_t compared = 0;
        for (size_t i = 0; i < probes.size(); ++i) {
            const image_probe& probe = probes[i];
            reference_read expected {{}, 1, 0};
            if (method == read_at_integers)
                expected.value = fetch(reference, mode, {probe.integer_x, probe.integer_y, probe.integer_z}, probe.layer);
            else
                expected = sample(reference, mode, method == read_filtered, {probe.x, probe.y, probe.z}, probe.layer);
            // Vulkan does not define which face a direction with an infinite component meets, nor one with two largest
            // components.
            if (device_.backend() == backend::vulkan && detail::is_cube(reference.description().shape) &&
                method != read_at_integers && !has_one_face(probe))
                continue;
            // At a position very close to the boundary between two pixels, a device that computes in single precision may read
            // the other pixel, so such positions are not compared. On the CPU debug device this happens only for cube maps.
            const bool exact = device_.backend() == backend::cpu_debug && !detail::is_cube(reference.description().shape);
            if (!exact && expected.distance_to_other < 1e-3) continue;
            ++compared;
            for (uint32_t channel = 0; channel < channels_to_compare(reference.description()); ++channel) {
                const auto value = static_cast<double>(results[i][channel]);
                const double expected_value = clamped<Value>(expected.value[channel]);
                ASSERT_NEAR(value, expected_value, tolerance(reference.description(), method, expected.largest))
                    << to_string(reference.description()) << ", method " << method << ", mode " << static_cast<uint32_t>(mode)
                    << ", channel " << channel << ", probe " << i << ": " << probe.x << ", " << probe.y << ", " << probe.z
                    << " or " << probe.integer_x << ", " << probe.integer_y << ", " << probe.integer_z << ", layer "
                    << probe.layer;
            }
        }
        EXPECT_GT(compared, probes.size() / 8);
    }

    // The emulation of Metal runs kernels on an OpenCL device.
    bool is_opencl() const { return device_.backend() == backend::opencl || device_.backend() == backend::metal; }

    // Returns the major version of PoCL, or nothing for other drivers.
    std::optional<unsigned> pocl_release() const {
        constexpr std::string_view name = "Portable Computing Language ";
        const std::string driver = device_.properties().driver;
        unsigned release = 0;
        // The emulation of Metal names the driver that it uses.
        const size_t place = driver.find(name);
        if (place == std::string::npos) return {};
        const char* const number = driver.data() + place + name.size();
        if (std::from_chars(number, driver.data() + driver.size(), release).ec != std::errc()) return {};
        return release;
    }
    // PoCL before 4 multiplies the layer by the size of the image, as if it were a normalised coordinate (PoCL's
    // lib/kernel/read_image.cl), so it reads another layer.
    bool reads_another_layer(image_shape shape) const {
        return pocl_release() < 4u && pocl_release() && (detail::is_array(shape) || detail::is_cube(shape));
    }
    // Is one component of the direction larger than the others, and all of them finite?
    static bool has_one_face(const image_probe& probe) {
        std::array<float, 3> sizes {std::abs(probe.x), std::abs(probe.y), std::abs(probe.z)};
        std::ranges::sort(sizes);
        return sizes[1] < sizes[2] && std::isfinite(sizes[2]);
    }
    // Returns how many channels of a result to compare. PoCL up to 7.1 returns alpha 0 instead of 1 if the format has no alpha
    // (fixed by PoCL's commit bba4387d6), so alpha is not compared on PoCL of any release.
    uint32_t channels_to_compare(const image_description& description) const {
        if (detail::is_depth(description.shape)) return 1;
        return pocl_release() && description.format.channels < 4 ? 3 : 4;
    }

    // The CPU debug device is exact except for the final rounding. Other devices compute in single precision,
    // coordinates included, and CUDA devices filter with weights of 8 bits in each dimension (CUDA C++ Programming
    // Guide, "Linear Filtering"). Vulkan's limit subTexelPrecisionBits is 8 on many GPUs.
    double tolerance(const image_description& description, uint32_t method, double largest) const {
        if (detail::sample_of(description.format.channel) != sample_kind::floating) return 0.0;
        // Every device converts a direction to coordinates on a face of the cube map in single precision.
        const double rounding = detail::is_cube(description.shape) && method == read_filtered ? 1e-5 : 1e-7;
        if (device_.backend() == backend::cpu_debug) return rounding;
        if (method != read_filtered) return 1e-6;
        const bool has_narrow_weights =
            device_.backend() == backend::cuda || (device_.backend() == backend::vulkan && !ingot::testing::is_lavapipe(device_));
        if (has_narrow_weights) return 1e-6 + 3.0 * largest * 2.0 / 256.0;
        // lavapipe computes the values of such images with 8 bits.
        if (ingot::testing::is_lavapipe(device_) && description.format.channel == channel_type::unorm_8)
            return 1e-6 + largest * 2.0 / 255.0;
        return 1e-6 + largest * 2e-4;
    }

    // Writes values to positions inside and outside of images, and compares each whole image with the pixels of the reference.
    template <typename Value, typename Kernel>
    void expect_writes(image_shape shape, const Kernel& kernel) {
        using number = typename Value::value_type;
        for (const pixel_format format : formats(shape, detail::kind_of<number>()))
            for (const image_description& description : sizes_of(shape, format)) {
                reference_image reference(description, 7);
                device_image image = upload(reference);
                std::vector<image_probe> probes;
                std::vector<Value> values;
                fill_writes(reference, probes, values);
                auto places = device_.create_buffer(std::span<const image_probe>(probes));
                auto inputs = device_.create_buffer(std::span<const Value>(values));
                queue_.run(kernel, range(static_cast<uint32_t>(probes.size())), image, places, inputs);
                expect_pixels(reference, image.read(queue_));
                if (HasFailure()) return;
            }
    }

    // Values that the sample type cannot represent are clamped.
    template <typename Value>
    static double clamped(double value) {
        using limits = std::numeric_limits<typename Value::value_type>;
        if constexpr (!limits::is_integer) return value;
        return std::clamp(value, static_cast<double>(limits::min()), static_cast<double>(limits::max()));
    }

    // Reads pixels beside those of the work-items, at several distances, and compares each result with the reference.
    template <typename Value, typename Kernel>
    void expect_reads_beside(const Kernel& kernel) {
        for (const pixel_format format : formats(image_shape::image_2d, detail::kind_of<typename Value::value_type>()))
            for (const uint32_t width : {1u, 8u, 45u}) {
                const reference_image reference({.format = format, .width = width, .height = 4}, width);
                const device_image image = upload(reference);
                auto results = device_.create_buffer<Value>(size_t {width} * 4);
                for (const int2 distance : {int2 {0, 0}, int2 {-3, 1}, int2 {5, -2}, int2 {-60, 0}, int2 {1, 6}})
                    for (const address_mode mode : {address_mode::edge, address_mode::border}) {
                        queue_.run(kernel, range(width, 4), image, results, distance, uint32_t {mode == address_mode::border});
                        expect_beside(reference, results.read(queue_), distance, mode);
                        if (HasFailure()) return;
                    }
            }
    }

    template <typename Value>
    void expect_beside(const reference_image& reference, const std::vector<Value>& results, int2 distance, address_mode mode) {
        const int64_t width = reference.extent()[0];
        for (int64_t i = 0; i < width * 4; ++i) {
            const auto expected = fetch(reference, mode, {i % width + distance.x, i / width + distance.y, 0}, 0);
            for (uint32_t channel = 0; channel < channels_to_compare(reference.description()); ++channel)
                ASSERT_NEAR(static_cast<double>(results[static_cast<size_t>(i)][channel]), clamped<Value>(expected[channel]),
                            tolerance(reference.description(), read_at_integers, 1))
                    << to_string(reference.description()) << ", mode " << static_cast<uint32_t>(mode) << ", channel " << channel
                    << ", pixel " << i << ", distance " << distance.x << ", " << distance.y;
        }
    }

    // Writes all pixels, or all but those of some columns, and compares the image with the reference.
    template <typename Value, typename Kernel>
    void expect_writes_between(const Kernel& kernel) {
        for (const pixel_format format : formats(image_shape::image_2d, detail::kind_of<typename Value::value_type>()))
            for (const uint32_t width : {1u, 8u, 45u})
                for (const uint32_t gap : {1000u, 9u, 2u}) {
                    reference_image reference({.format = format, .width = width, .height = 4}, width);
                    device_image image = upload(reference);
                    std::mt19937 random(gap);
                    std::vector<Value> values(size_t {width} * 4);
                    for (size_t i = 0; i < values.size(); ++i) {
                        for (uint32_t k = 0; k < 4; ++k) values[i][k] = random_value<typename Value::value_type>(random);
                        if (i % width % gap != gap - 1)
                            store(reference, static_cast<int64_t>(i % width), static_cast<int64_t>(i / width), 0, values[i]);
                    }
                    auto inputs = device_.create_buffer(std::span<const Value>(values));
                    queue_.run(kernel, range(width, 4), image, inputs, gap);
                    expect_pixels(reference, image.read(queue_));
                    if (HasFailure()) return;
                }
    }

    // Prepares one write to each pixel, and as many writes outside of the image, which must change nothing. Also changes the
    // pixels of the reference to those that the device must have after the writes.
    template <typename Value>
    static void fill_writes(reference_image& reference, std::vector<image_probe>& probes, std::vector<Value>& values) {
        using number = typename Value::value_type;
        const auto size = reference.extent();
        const image_description& description = reference.description();
        const bool is_cube = detail::is_cube(description.shape);
        std::mt19937 random(99);
        for (int64_t z = 0; z < size[2]; ++z)
            for (int64_t y = 0; y < size[1]; ++y)
                for (int64_t x = 0; x < size[0]; ++x) {
                    image_probe probe {0, 0, 0, static_cast<int32_t>(x), static_cast<int32_t>(y), static_cast<int32_t>(z), 0, 0};
                    if (description.shape != image_shape::image_3d) probe.layer = static_cast<uint32_t>(is_cube ? z / 6 : z);
                    if (is_cube) probe.integer_z = static_cast<int32_t>(z % 6);
                    Value value;
                    for (uint32_t i = 0; i < 4; ++i) value[i] = random_value<number>(random);
                    probes.push_back(probe);
                    values.push_back(value);
                    store(reference, x, y, z, value);
                    image_probe outside = probe;
                    switch (random() % 5) {
                        case 0:
                            outside.integer_x = -1 - outside.integer_x;
                            break;
                        case 1:
                            outside.integer_x += static_cast<int32_t>(size[0]);
                            break;
                        case 2:
                            outside.integer_x = std::numeric_limits<int32_t>::min();
                            break;
                        default:
                            // A one-dimensional shape ignores integer_y, so only integer_x can be outside.
                            if (detail::dimensions_of(description.shape) > 1)
                                outside.integer_y = static_cast<int32_t>(size[1]) + outside.integer_x;
                            else
                                outside.integer_x = std::numeric_limits<int32_t>::max();
                    }
                    if (detail::is_array(description.shape) && random() % 2) {
                        outside = probe;
                        outside.layer += description.layers;
                    }
                    if (is_cube && random() % 4 == 0) {
                        outside = probe;
                        outside.integer_z = 6;
                    }
                    probes.push_back(outside);
                    values.push_back(value);
                }
    }

    template <typename number>
    static number random_value(std::mt19937& random) {
        if constexpr (std::is_floating_point_v<number>) {
            constexpr number special[] {0, 1, -1, 2, -2, number(0.5), number(1e-6), number(70000), number(-70000)};
            if (random() % 8 == 0) return special[random() % std::size(special)];
            return std::uniform_real_distribution<number>(number(-1.25), number(1.25))(random);
        } else {
            const uint32_t shift = random() % 32;
            return static_cast<number>(static_cast<uint32_t>(random()) >> shift);
        }
    }

    template <typename Value>
    static void store(reference_image& reference, int64_t x, int64_t y, int64_t z, const Value& value) {
        const auto size = reference.extent();
        const pixel_format format = reference.description().format;
        const size_t bits = detail::bits_of_channel(format.channel);
        const size_t pixel_bytes = (bits * format.channels + 7) / 8;
        std::byte* const pixel = reference.bytes().data() + static_cast<size_t>((z * size[1] + y) * size[0] + x) * pixel_bytes;
        for (uint32_t channel = 0; channel < format.channels; ++channel) {
            const uint64_t expected_bits = stored_value(format.channel, static_cast<double>(value[channel])).bits;
            for (size_t bit = 0; bit < bits; ++bit) {
                const size_t place = channel * bits + bit;
                const auto mask = static_cast<std::byte>(1u << place % 8);
                pixel[place / 8] = (expected_bits >> bit & 1u) ? pixel[place / 8] | mask : pixel[place / 8] & ~mask;
            }
        }
    }

    // The number that a channel stores: -1 and 0 are neighbours.
    static int64_t number_of(channel_type type, uint64_t bits) {
        if (type == channel_type::snorm_8) return static_cast<int8_t>(bits);
        if (type == channel_type::snorm_16) return static_cast<int16_t>(bits);
        return static_cast<int64_t>(bits);
    }

    // Compares all pixels. All devices but the CPU debug device may round a normalised or half value either up or down (OpenCL
    // 1.2, section 8.3.1.1), so the stored numbers may differ by 1.
    void expect_pixels(const reference_image& expected, const std::vector<std::byte>& bytes) {
        const reference_image actual(expected.description(), bytes);
        const auto size = expected.extent();
        const channel_type type = expected.description().format.channel;
        const bool is_rounded = detail::sample_of(type) == sample_kind::floating && detail::bits_of_channel(type) < 32;
        const double allowed = device_.backend() == backend::cpu_debug || !is_rounded ? 0 : 1;
        for (int64_t z = 0; z < size[2]; ++z)
            for (int64_t y = 0; y < size[1]; ++y)
                for (int64_t x = 0; x < size[0]; ++x)
                    for (size_t channel = 0; channel < expected.description().format.channels; ++channel) {
                        const int64_t expected_value = number_of(type, expected.stored(x, y, z)[channel]);
                        const int64_t found = number_of(type, actual.stored(x, y, z)[channel]);
                        if (detail::bits_of_channel(type) == 64)
                            ASSERT_EQ(found, expected_value);
                        else
                            ASSERT_NEAR(static_cast<double>(found), static_cast<double>(expected_value), allowed)
                                << to_string(expected.description()) << " at " << x << ", " << y << ", " << z << ", channel "
                                << channel;
                    }
    }
};

#define INGOT_IMAGE_READ_TEST(shape, program)                                                      \
    TEST_P(images, shape##_read) {                                                                 \
        const program reads(device_);                                                              \
        expect_reads<float4>(image_shape::shape, reads.read_image<image_shape::shape, float>());   \
        expect_reads<int4>(image_shape::shape, reads.read_image<image_shape::shape, int32_t>());   \
        expect_reads<uint4>(image_shape::shape, reads.read_image<image_shape::shape, uint32_t>()); \
    }
INGOT_IMAGE_READ_TEST(image_1d, image_reads_1d_program)
INGOT_IMAGE_READ_TEST(image_1d_array, image_reads_1d_program)
INGOT_IMAGE_READ_TEST(image_1d_buffer, image_reads_1d_program)
INGOT_IMAGE_READ_TEST(image_2d, image_reads_2d_program)
INGOT_IMAGE_READ_TEST(image_2d_array, image_reads_2d_program)
INGOT_IMAGE_READ_TEST(image_3d, image_reads_3d_program)
INGOT_IMAGE_READ_TEST(image_cube, image_reads_cube_program)
INGOT_IMAGE_READ_TEST(image_cube_array, image_reads_cube_program)

#define INGOT_IMAGE_WRITE_TEST(shape)                                                                 \
    TEST_P(images, shape##_write) {                                                                   \
        const image_writes_program writes(device_);                                                   \
        expect_writes<float4>(image_shape::shape, writes.write_image<image_shape::shape, float>());   \
        expect_writes<int4>(image_shape::shape, writes.write_image<image_shape::shape, int32_t>());   \
        expect_writes<uint4>(image_shape::shape, writes.write_image<image_shape::shape, uint32_t>()); \
    }
INGOT_IMAGE_WRITE_TEST(image_1d)
INGOT_IMAGE_WRITE_TEST(image_1d_array)
INGOT_IMAGE_WRITE_TEST(image_1d_buffer)
INGOT_IMAGE_WRITE_TEST(image_2d)

// Writes of integers to these shapes are in programs of their own, because some drivers lack the function for them
// (archive::required_features::integer_layer_writes).
#define INGOT_LAYERED_IMAGE_WRITE_TEST(shape)                                                                       \
    TEST_P(images, shape##_write) {                                                                                 \
        const image_writes_program writes(device_);                                                                 \
        expect_writes<float4>(image_shape::shape, writes.write_image<image_shape::shape, float>());                 \
        std::optional<image_unsigned_writes_program> unsigned_writes;                                               \
        std::optional<image_signed_writes_program> signed_writes;                                                   \
        const std::string missing = error_message([&] {                                                             \
            unsigned_writes.emplace(device_);                                                                       \
            expect_writes<uint4>(image_shape::shape, unsigned_writes->write_image<image_shape::shape, uint32_t>()); \
            signed_writes.emplace(device_);                                                                         \
        });                                                                                                         \
        if (contains(missing, archive::required_features::integer_layer_writes)) GTEST_SKIP() << missing;           \
        ASSERT_EQ(missing, "");                                                                                     \
        expect_writes<int4>(image_shape::shape, signed_writes->write_image<image_shape::shape, int32_t>());         \
    }
INGOT_LAYERED_IMAGE_WRITE_TEST(image_2d_array)
INGOT_LAYERED_IMAGE_WRITE_TEST(image_3d)
INGOT_LAYERED_IMAGE_WRITE_TEST(image_cube)
INGOT_LAYERED_IMAGE_WRITE_TEST(image_cube_array)

#define INGOT_DEPTH_IMAGE_TESTS(shape)                                                              \
    TEST_P(images, shape##_read) {                                                                  \
        const image_reads_depth_program reads(device_);                                             \
        expect_reads<float4>(image_shape::shape, reads.read_image<image_shape::shape, float>());    \
    }                                                                                               \
    TEST_P(images, shape##_write) {                                                                 \
        const image_writes_program writes(device_);                                                 \
        expect_writes<float4>(image_shape::shape, writes.write_image<image_shape::shape, float>()); \
    }
INGOT_DEPTH_IMAGE_TESTS(image_2d_depth)
INGOT_DEPTH_IMAGE_TESTS(image_2d_depth_array)
INGOT_DEPTH_IMAGE_TESTS(image_cube_depth)
INGOT_DEPTH_IMAGE_TESTS(image_cube_depth_array)

TEST_P(images, image_2d_depth_stencil_read) {
    const image_writes_program program(device_);
    ASSERT_FALSE(device_.image_formats(image_shape::image_2d_depth_stencil).empty());
    for (const pixel_format format : device_.image_formats(image_shape::image_2d_depth_stencil)) {
        const image_description description {
            .shape = image_shape::image_2d_depth_stencil, .format = format, .width = 3, .height = 2};
        std::vector<std::byte> pixels;
        for (uint32_t i = 0; i < 6; ++i) {
            const float depth = static_cast<float>(i) / 5.0f;
            const auto append = [&](uint32_t word) {
                for (uint32_t byte = 0; byte < 4; ++byte) pixels.push_back(static_cast<std::byte>(word >> 8 * byte));
            };
            if (format.channel == channel_type::depth_24_stencil_8) {
                append(static_cast<uint32_t>(std::lround(depth * 16777215.0f)) << 8 | (200 + i));
            } else {
                append(std::bit_cast<uint32_t>(depth));
                append(0xabcdef00u | (200 + i));
            }
        }
        const device_image image = device_.create_image(description, pixels);
        auto depths = device_.create_buffer<float>(6);
        auto stencils = device_.create_buffer<uint32_t>(6);
        queue_.run(program.read_depth_stencil, range(3, 2), image, depths, stencils);
        const auto depth = depths.read(queue_);
        const auto stencil = stencils.read(queue_);
        for (uint32_t i = 0; i < 6; ++i) {
            EXPECT_NEAR(depth[i], static_cast<float>(i) / 5.0f, 1e-6f) << to_string(format);
            EXPECT_EQ(stencil[i], 200 + i) << to_string(format);
        }
    }
}

TEST_P(images, image_2d_depth_stencil_write) {
    const image_writes_program program(device_);
    for (const pixel_format format : device_.image_formats(image_shape::image_2d_depth_stencil)) {
        device_image image =
            device_.create_image({.shape = image_shape::image_2d_depth_stencil, .format = format, .width = 4, .height = 3});
        queue_.run(program.write_depth_stencil, range(4, 3), image);
        auto depths = device_.create_buffer<float>(12);
        auto stencils = device_.create_buffer<uint32_t>(12);
        queue_.run(program.read_depth_stencil, range(4, 3), image, depths, stencils);
        const auto depth = depths.read(queue_);
        const auto stencil = stencils.read(queue_);
        for (uint32_t i = 0; i < 12; ++i) {
            EXPECT_NEAR(depth[i], static_cast<float>(i % 4) / 8.0f, 1e-6f) << to_string(format);
            EXPECT_EQ(stencil[i], i / 4 * 16 + i % 4) << to_string(format);
        }
    }
}

// Four pixels with four components each.
const std::vector<float4> four_pixels {{0.5f, -1.0f, 2.0f, 4.0f}, {1, 2, 3, 4}, {-8, 0.25f, 0, 1}, {16, 32, 64, 128}};

device_image four_by_one(const device& device, channel_type type, uint32_t channels, std::span<const std::byte> pixels) {
    return device.create_image({.format = {type, channels}, .width = 4}, pixels);
}

void expect_equal(const float4& actual, const float4& expected) {
    for (uint32_t i = 0; i < 4; ++i) EXPECT_EQ(actual[i], expected[i]) << i;
}

TEST_P(images, read_write) {
    const images_program program(device_);
    auto image = device_.create_image<image_2d<float4>>({.format = {channel_type::float_32, 4}, .width = 4});
    image.write_pixels(queue_, std::span<const float4>(four_pixels));
    queue_.run(program.double_in_place, range(4), image);
    const auto results = image.read_pixels<float4>(queue_);
    for (size_t i = 0; i < 4; ++i) expect_equal(results[i], four_pixels[i] * 2.0f);
}

TEST_P(images, full_type) {
    const images_program program(device_);
    const device_image source =
        four_by_one(device_, channel_type::float_32, 4, std::as_bytes(std::span<const float4>(four_pixels)));
    device_image target = device_.create_image({.format = {channel_type::float_32, 4}, .width = 4});
    queue_.run(program.copy_by_full_type, range(4), source, target);
    const auto results = target.read_pixels<float4>(queue_);
    for (size_t i = 0; i < 4; ++i) expect_equal(results[i], four_pixels[i]);
}

TEST_P(images, sample_types) {
    const images_program program(device_);
    const std::vector<float> numbers {1, -2, 3.5f, 4};
    const device_image one_channel =
        four_by_one(device_, channel_type::float_32, 1, std::as_bytes(std::span<const float>(numbers)));
    auto single = device_.create_buffer<float>(4);
    queue_.run(program.read_one_channel, range(4), one_channel, single);
    EXPECT_EQ(single.read(queue_), numbers);
    auto any = device_.create_buffer<float4>(4);
    queue_.run(program.read_any_channels, range(4), one_channel, any);
    for (size_t i = 0; i < 4; ++i) expect_equal(any.read(queue_)[i], {numbers[i], 0, 0, 1});
    const auto formats = device_.image_formats(image_shape::image_2d);
    if (std::ranges::find(formats, pixel_format {channel_type::float_32, 2}) != formats.end()) {
        const std::vector<float2> pairs {{1, 2}, {0.5f, -3}, {-0.0f, 65536}, {7, 0.25f}};
        const device_image two_channels =
            four_by_one(device_, channel_type::float_32, 2, std::as_bytes(std::span<const float2>(pairs)));
        auto two = device_.create_buffer<float2>(4);
        queue_.run(program.read_two_channels, range(4), two_channels, two);
        for (size_t i = 0; i < 4; ++i) EXPECT_TRUE(all(two.read(queue_)[i] == pairs[i])) << i;
    }
    const device_image four =
        four_by_one(device_, channel_type::float_32, 4, std::as_bytes(std::span<const float4>(four_pixels)));
    queue_.run(program.read_four_channels, range(4), four, any);
    for (size_t i = 0; i < 4; ++i) expect_equal(any.read(queue_)[i], four_pixels[i]);
    if (device_.properties().has_double) {
        auto doubles = device_.create_buffer<double4>(4);
        queue_.run(program.read_doubles, range(4), four, doubles);
        for (size_t i = 0; i < 4; ++i) EXPECT_TRUE(all(doubles.read(queue_)[i] == double4(four_pixels[i]))) << i;
    }
    const std::vector<uchar4> bytes {{1, 2, 3, 4}, {255, 0, 128, 127}, {9, 8, 7, 6}, {0, 0, 0, 0}};
    const device_image small = four_by_one(device_, channel_type::unsigned_8, 4, std::as_bytes(std::span<const uchar4>(bytes)));
    auto back = device_.create_buffer<uchar4>(4);
    queue_.run(program.read_bytes, range(4), small, back);
    for (size_t i = 0; i < 4; ++i)
        for (uint32_t k = 0; k < 4; ++k) EXPECT_EQ(back.read(queue_)[i][k], bytes[i][k]);
}

// What the kernel describe_types must write for one image type: 9 numbers, because it writes `channels` twice, as a
// member of the type and as channel_count().
struct described {
    image_shape shape;
    sample_kind sample;
    uint32_t channels;
    std::array<uint32_t, 5> access;  // readable, writable, read only, write only, read-write
};
const std::vector<described> described_types {
    {image_shape::image_2d, sample_kind::floating, 4, {1, 0, 1, 0, 0}},
    {image_shape::image_3d, sample_kind::unsigned_integer, 4, {1, 1, 0, 0, 1}},
    {image_shape::image_cube_array, sample_kind::signed_integer, 2, {0, 1, 0, 1, 0}},
    {image_shape::image_2d_depth_array, sample_kind::floating, 1, {1, 0, 1, 0, 0}},
};
std::vector<uint32_t> describe(const device& device, queue& queue, const images_program& program) {
    auto facts = device.create_buffer<uint32_t>(described_types.size() * 9);
    queue.run(program.describe_types, range(1), facts);
    return facts.read(queue);
}

TEST_P(images, type) {
    const auto facts = describe(device_, queue_, images_program(device_));
    for (size_t i = 0; i < described_types.size(); ++i) {
        EXPECT_EQ(facts[i * 9], static_cast<uint32_t>(described_types[i].shape));
        EXPECT_EQ(facts[i * 9 + 1], static_cast<uint32_t>(described_types[i].sample));
        EXPECT_EQ(facts[i * 9 + 2], described_types[i].channels);
    }
}
TEST_P(images, channel_count) {
    const auto facts = describe(device_, queue_, images_program(device_));
    for (size_t i = 0; i < described_types.size(); ++i) EXPECT_EQ(facts[i * 9 + 3], described_types[i].channels);
}
TEST_P(images, access) {
    const auto facts = describe(device_, queue_, images_program(device_));
    for (size_t i = 0; i < described_types.size(); ++i)
        for (size_t k = 0; k < 5; ++k) EXPECT_EQ(facts[i * 9 + 4 + k], described_types[i].access[k]) << i << " " << k;
}

// Checks the sizes that a kernel queries, and that a launch rejects an image of another shape or sample type.
TEST_P(images, types) {
    const images_program program(device_);
    const pixel_format format {channel_type::float_32, 1};
    const device_image line =
        device_.create_image({.shape = image_shape::image_1d_array, .format = format, .width = 9, .layers = 4});
    const device_image plane = device_.create_image({.format = format, .width = 5, .height = 3});
    device_image box =
        device_.create_image({.shape = image_shape::image_3d, .format = format, .width = 4, .height = 3, .depth = 2});
    const device_image cubes =
        device_.create_image({.shape = image_shape::image_cube_array, .format = format, .width = 6, .height = 6, .layers = 2});
    auto sizes = device_.create_buffer<uint32_t>(11);
    queue_.run(program.sizes, range(1), line, plane, box, cubes, sizes);
    EXPECT_EQ(sizes.read(queue_), (std::vector<uint32_t> {9, 4, 5, 3, 1, 4, 3, 2, 6, 6, 2}));
    EXPECT_TRUE(contains(error_message([&] { queue_.run(program.sizes, range(1), plane, plane, box, cubes, sizes); }),
                         "'line' is an image_1d_array"));
    const device_image integers = device_.create_image({.format = {channel_type::unsigned_8, 4}, .width = 5, .height = 3});
    EXPECT_TRUE(contains(error_message([&] { queue_.run(program.sizes, range(1), line, integers, box, cubes, sizes); }),
                         "'plane' has samples that are floating"));
}

// Tests for the rows of rows.txt, the list of the conformance tests, that name a single read or write function. Each test uses
// one shape and one sample type; the tests of the shapes above cover all shapes and sample types.
TEST_P(images, read_integer) {
    expect_reads<int4>(image_shape::image_2d, image_reads_2d_program(device_).read_image<image_shape::image_2d, int32_t>());
}
TEST_P(images, read_normalised) {
    expect_reads<uint4>(image_shape::image_2d, image_reads_2d_program(device_).read_image<image_shape::image_2d, uint32_t>());
}
TEST_P(images, read_layer) {
    expect_reads<int4>(image_shape::image_2d_array,
                       image_reads_2d_program(device_).read_image<image_shape::image_2d_array, int32_t>());
}
TEST_P(images, read_linear) {
    expect_reads<float4>(image_shape::image_3d, image_reads_3d_program(device_).read_image<image_shape::image_3d, float>());
}
TEST_P(images, read_linear_layer) {
    expect_reads<float4>(image_shape::image_1d_array,
                         image_reads_1d_program(device_).read_image<image_shape::image_1d_array, float>());
}
TEST_P(images, write) {
    expect_writes<int4>(image_shape::image_2d, image_writes_program(device_).write_image<image_shape::image_2d, int32_t>());
}
TEST_P(images, write_layer) {
    expect_writes<float4>(image_shape::image_2d_array,
                          image_writes_program(device_).write_image<image_shape::image_2d_array, float>());
}

TEST_P(images, neighbouring_floats) {
    const images_program program(device_);
    expect_reads_beside<float4>(program.read_beside<float>());
    expect_writes_between<float4>(program.write_between<float>());
}
TEST_P(images, neighbouring_integers) {
    const images_program program(device_);
    expect_reads_beside<uint4>(program.read_beside<uint32_t>());
    expect_writes_between<uint4>(program.write_between<uint32_t>());
}

TEST_P(images, levels) {
    image_description description {.format = {channel_type::float_32, 1}, .width = 8, .height = 4, .mip_levels = 4};
    device_image image = device_.create_image(description);
    const reference_image first({.format = description.format, .width = 8, .height = 4}, 3);
    image.write(queue_, first.bytes());
    image.generate_mip_levels(queue_);
    const auto level_1 = image.read_pixels<float>(queue_, 1);
    ASSERT_EQ(level_1.size(), 8u);
    for (int64_t y = 0; y < 2; ++y)
        for (int64_t x = 0; x < 4; ++x) {
            double sum = 0;
            for (int64_t i = 0; i < 4; ++i) sum += first.value(2 * x + i % 2, 2 * y + i / 2, 0)[0];
            EXPECT_NEAR(static_cast<double>(level_1[static_cast<size_t>(y * 4 + x)]), sum / 4, 1e-6);
        }
    // Pixel (3, 1) of level 1, and pixel (0, 0) of level 3 and of level 77. The last level, 3, is read instead of level 77.
    const std::vector<image_probe> probes {{0, 0, 0, 3, 1, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 0, 3}, {0, 0, 0, 0, 0, 0, 0, 77}};
    auto places = device_.create_buffer(std::span<const image_probe>(probes));
    auto results = device_.create_buffer<float4>(3);
    const auto launch = [&] {
        queue_.run(image_reads_2d_program(device_).read_levels, range(3), image, places, results, read_at_integers, 3u);
    };
    // Whether the emulation of Metal reads levels depends on the device that it runs on.
    const std::string message = error_message(launch);
    if (device_.backend() == backend::opencl || !message.empty()) {
        EXPECT_TRUE(is_opencl()) << message;
        EXPECT_TRUE(contains(message, "launch the kernel for one level at a time")) << message;
        return;
    }
    const auto actual = results.read(queue_);
    EXPECT_EQ(actual[0].x, level_1[7]);
    EXPECT_EQ(actual[1].x, image.read_pixels<float>(queue_, 3)[0]);
    EXPECT_EQ(actual[2].x, actual[1].x);
}

TEST_P(images, host) {
    const image_description description {.format = {channel_type::unorm_8, 4}, .width = 5, .height = 3};
    device_image image = device_.create_image(description);
    image.fill(queue_, float4(1.0f, 0.0f, 0.5f, 1.0f));
    EXPECT_EQ(image.read(queue_)[0], std::byte {255});
    EXPECT_EQ(image.read(queue_)[1], std::byte {0});
    {
        mapped_image pixels = image.map(queue_);
        ASSERT_EQ(pixels.bytes().size(), 60u);  // 5 x 3 pixels of 4 bytes
        pixels.bytes()[59] = std::byte {7};
    }
    EXPECT_EQ(image.read(queue_)[59], std::byte {7});
    device_image other = device_.create_image(description);
    other.zero(queue_);
    // Copies the last two pixels to the beginning. Byte 59, the last one of pixel (4, 2), becomes byte 7.
    other.copy(queue_, image, {{3, 2, 0}, {2, 1, 1}, 0}, {0, 0, 0});
    EXPECT_EQ(other.read(queue_)[7], std::byte {7});
    EXPECT_EQ(other.read(queue_)[8], std::byte {0});
    memory bytes(device_, 70);
    image.copy_to(queue_, bytes, 5, whole_level(description));
    std::vector<std::byte> read(60);
    bytes.read(queue_, 5, read);
    EXPECT_EQ(read, image.read(queue_));
    other.copy_from(queue_, bytes, 5, whole_level(description));
    EXPECT_EQ(other.read(queue_), image.read(queue_));
    EXPECT_TRUE(contains(error_message([&] { image.read(queue_, {{4, 0, 0}, {2, 1, 1}, 0}, read); }), "outside of level 0"));
    EXPECT_TRUE(
        contains(error_message([&] { device_.create_image({.format = {channel_type::unorm_8, 5}}); }), "1 to 4 channels"));
    if (const uint32_t max_width = device_.properties().images.size_2d[0]; max_width != 0) {
        const std::string message =
            error_message([&] { device_.create_image({.format = {channel_type::unorm_8, 4}, .width = max_width + 1}); });
        EXPECT_TRUE(contains(message, "with at most (" + std::to_string(max_width))) << message;
    }
    const uint32_t max_layers = device_.properties().images.layers;
    for (const image_shape shape : {image_shape::image_1d_array, image_shape::image_2d_array, image_shape::image_cube_array}) {
        const std::vector<pixel_format> supported = device_.image_formats(shape);
        if (max_layers == 0 || supported.empty()) continue;
        const uint32_t most = max_layers / detail::faces_of(shape);
        const std::string message =
            error_message([&] { device_.create_image({.shape = shape, .format = supported.front(), .layers = most + 1}); });
        EXPECT_TRUE(contains(message, "with at most " + std::to_string(most) + " layers")) << message;
    }
    if (device_.backend() != backend::cpu_debug) {
        const std::string message = error_message([&] { device_.create_image({.format = {channel_type::unsigned_64, 4}}); });
        EXPECT_TRUE(contains(message, "unsigned_64 x 4") && contains(message, "it supports: ") &&
                    contains(message, device_.name()))
            << message;
    }
}

INGOT_TEST_ON_EVERY_DEVICE(images);

}  // namespace
