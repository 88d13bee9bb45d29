// Tests samplers, arrays, structs and argument buffers that the host passes to Metal kernels (resources.metal).
#include "resources.hpp"

#include <gtest/gtest.h>

#include <ingot/archive/archive.hpp>
#include <ingot/ingot.hpp>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "metal_device.hpp"

namespace {

using namespace ingot;

class metal_resources : public ingot::testing::metal_device {
protected:
    // A texture of one pixel, whose channels are equal.
    device_image pixel(float value) const { return row({value}); }
    // A texture of one row.
    device_image row(const std::vector<float>& values) const {
        std::vector<float4> pixels;
        for (const float value : values) pixels.push_back({value, value, value, value});
        return device_.create_image({.format = {channel_type::float_32, 4}, .width = static_cast<uint32_t>(values.size())},
                                    std::as_bytes(std::span(pixels)));
    }
    device_image texture_buffer(const std::vector<float>& values) const {
        std::vector<float4> pixels;
        for (const float value : values) pixels.push_back({value, value, value, value});
        return device_.create_image({.shape = image_shape::image_1d_buffer,
                                     .format = {channel_type::float_32, 4},
                                     .width = static_cast<uint32_t>(values.size())},
                                    std::as_bytes(std::span(pixels)));
    }
    device_image depth(const std::vector<float>& values) const {
        return device_.create_image({.shape = image_shape::image_2d_depth,
                                     .format = {channel_type::depth_32_float, 1},
                                     .width = static_cast<uint32_t>(values.size())},
                                    std::as_bytes(std::span(values)));
    }
    device_buffer<float> zeros(size_t count) const { return device_.create_buffer<float>(count, 0.0f); }
};

constexpr sampler_state linear {.filter = sampler_filter::linear};

// MSL-2.10-01, MSL-5.2-01
TEST_P(metal_resources, samplers_of_the_host) {
    const resources_program program(device_);
    const device_image image = row({1, 3});
    const auto places = device_.create_buffer<float2>(
        std::vector<float2> {float2 {0.5f, 0.5f}, float2 {1.25f, 0.5f}, float2 {-0.25f, 0.5f}, float2 {1.5f, 0.5f}});
    const auto run = [&](const sampler_state& state) {
        auto out = zeros(8);
        queue_.run(program.sampled, range(4).groups_of(1), image, state, out, places);
        const std::vector<float> found = out.read(queue_);
        // The sampler of the source does not depend on the host's.
        EXPECT_EQ((std::vector<float> {found[1], found[3], found[5], found[7]}), (std::vector<float> {3, 3, 1, 3}));
        return std::vector<float> {found[0], found[2], found[4], found[6]};
    };
    EXPECT_EQ(run({}), (std::vector<float> {3, 3, 1, 3}));
    EXPECT_EQ(run(linear), (std::vector<float> {2, 3, 1, 3}));
    EXPECT_EQ(run({.address = address_mode::border}), (std::vector<float> {3, 0, 0, 0}));
    EXPECT_EQ(run({.address = address_mode::repeat}), (std::vector<float> {3, 1, 3, 3}));
    EXPECT_EQ(run({.address = address_mode::mirrored_repeat}), (std::vector<float> {3, 3, 1, 3}));
    EXPECT_EQ(run({.coordinates = sampler_coordinates::pixel}), (std::vector<float> {1, 3, 1, 3}));
    const device_image values = depth({0.25f, 0.75f});
    const auto compare = [&](sampler_comparison comparison) {
        auto out = zeros(2);
        queue_.run(program.compared, range(1).groups_of(1), values, sampler_state {.comparison = comparison}, out);
        return out.read(queue_);
    };
    EXPECT_EQ(compare(sampler_comparison::less), (std::vector<float> {0, 1}));
    EXPECT_EQ(compare(sampler_comparison::greater), (std::vector<float> {1, 0}));
    EXPECT_EQ(compare(sampler_comparison::always), (std::vector<float> {1, 1}));
}

// MSL-2.12.1-01, -02, -07, MSL-2.12.1.1-01, MSL-2.12.1.2-01, MSL-2.12.1.3-01
TEST_P(metal_resources, arrays_of_textures) {
    const resources_program program(device_);
    const auto order = device_.create_buffer<uint32_t>(std::vector<uint32_t> {2, 0, 1, 2});
    auto out = zeros(16);
    queue_.run(program.from_array, range(4).groups_of(2), pixel(1), pixel(10), pixel(100), pixel(1'000), out, order);
    const std::vector<float> found = out.read(queue_);
    const float expected[] = {100, 1, 10, 100};
    for (size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(found[4 * i], expected[i]);
        EXPECT_EQ(found[4 * i + 1], expected[i] + 1);
        EXPECT_EQ(found[4 * i + 2], 111);
        EXPECT_EQ(found[4 * i + 3], 1 + 1'000 + 100);
    }
    device_image first = row({0, 0});
    device_image second = row({0, 0});
    const auto in = device_.create_buffer<float>(std::vector<float> {1, 2, 3, 4});
    queue_.run(program.to_array, range(4).groups_of(1), first, second, in);
    EXPECT_EQ(first.read_pixels<float4>(queue_)[0].x, 1);
    EXPECT_EQ(first.read_pixels<float4>(queue_)[1].y, 3);
    EXPECT_EQ(second.read_pixels<float4>(queue_)[0].z, 2);
    EXPECT_EQ(second.read_pixels<float4>(queue_)[1].w, 4);
}

// MSL-2.12.1-03, -04
TEST_P(metal_resources, arrays_of_texture_buffers_and_samplers) {
    const resources_program program(device_);
    auto out = zeros(4);
    queue_.run(program.buffers_in_array, range(2).groups_of(1), texture_buffer({1, 2}), texture_buffer({3, 4}), sampler_state {},
               linear, row({1, 3}), out);
    EXPECT_EQ(out.read(queue_), (std::vector<float> {2, 3, 4, 2}));
    auto others = zeros(2);
    queue_.run(program.samplers_of_the_source, range(2).groups_of(1), row({1, 3}), others);
    EXPECT_EQ(others.read(queue_), (std::vector<float> {3, 2}));
}

// MSL-2.12.2-01
TEST_P(metal_resources, structs_of_resources) {
    const resources_program program(device_);
    const auto factors = device_.create_buffer<float>(std::vector<float> {1, 2, 3});
    auto out = zeros(3);
    queue_.run(program.from_resources, range(3).groups_of(1), out, row({1, 3}), factors, linear);
    EXPECT_EQ(out.read(queue_), (std::vector<float> {2, 4, 6}));
    queue_.run(program.from_two, range(3).groups_of(1), out, factors);
    EXPECT_EQ(out.read(queue_), (std::vector<float> {2, 3, 4}));
}

// MSL-2.13-01, -03
TEST_P(metal_resources, argument_buffers) {
    const resources_program program(device_);
    device_image written = pixel(0);
    auto vectors = device_.create_buffer<float4>(2, float4 {});
    queue_.run(program.from_argument_buffer, range(1).groups_of(1), written, depth({0.75f, 0.5f}), linear, row({1, 3}), vectors,
               texture_buffer({7, 8}), int32_t {9}, resources_types::plain {{1.5f, 2.5f}, {3, 4}}, 5.0f);
    const std::vector<float4> found = vectors.read(queue_);
    EXPECT_TRUE(all(found[0] == float4 {2, 0.75f, 8, 9})) << found[0].x << ' ' << found[0].y << ' ' << found[0].z;
    EXPECT_TRUE(all(found[1] == float4 {1.5f, 2.5f, 4, 5}));
    EXPECT_EQ(written.read_pixels<float4>(queue_)[0].x, 9);

    const auto ones = device_.create_buffer<float>(6, 1.0f);
    const auto twos = device_.create_buffer<float>(6, 2.0f);
    const auto counted = device_.create_buffer<float>(std::vector<float> {10, 11, 12, 13, 14, 15});
    auto out = zeros(6);
    const std::array<resources_types::plain, 2> plains {{{{}, {0, 100}}, {{}, {0, 200}}}};
    queue_.run(program.from_arrays, range(6).groups_of(2), out, ones, twos, counted, pixel(1'000), pixel(2'000), plains,
               int32_t {10'000});
    EXPECT_EQ(out.read(queue_), (std::vector<float> {11'101, 12'202, 11'112, 12'201, 11'102, 12'215}));
}

// MSL-2.13.1-01, -04
TEST_P(metal_resources, pointers_to_argument_buffers) {
    const resources_program program(device_);
    const auto values = device_.create_buffer<float>(std::vector<float> {1, 2, 3});
    const auto others = device_.create_buffer<float>(std::vector<float> {10, 20, 30});
    auto out = zeros(3);
    queue_.run(program.from_pointers, range(3).groups_of(1), values, 4.0f, out);
    EXPECT_EQ(out.read(queue_), (std::vector<float> {4, 8, 12}));
    queue_.run(program.from_several, range(3).groups_of(1), values, 2.0f, values, 0.5f, others, 3.0f, out);
    EXPECT_EQ(out.read(queue_), (std::vector<float> {32.5f, 64.5f, 96.5f}));
}

// MSL-5.8.1.4-01
TEST_P(metal_resources, indices_that_are_function_constants) {
    const resources_program program(device_);
    const auto in = device_.create_buffer<float>(std::vector<float> {3, 4});
    auto out = zeros(1);
    auto other = zeros(1);
    queue_.run(program.at_a_constant, range(1).groups_of(1), in, out, other);
    EXPECT_EQ(out.read(queue_).front(), 3);
    EXPECT_EQ(other.read(queue_).front(), 4);
}

// MSL-5.2.4-01, MSL-5.8.1.3-01, MSL-5.2.3.6-04, -05
TEST_P(metal_resources, elements_at_the_index_of_the_thread) {
    const resources_program program(device_);
    std::vector<float4> places;
    std::vector<vector<int16_t, 2>> pairs;
    std::vector<float> offsets;
    for (int16_t i = 0; i < 6; ++i) {
        places.push_back({0, 0, 0, static_cast<float>(i)});
        pairs.push_back({0, static_cast<int16_t>(10 * i)});
        offsets.push_back(0.25f * static_cast<float>(i));
    }
    const auto first = device_.create_buffer<float4>(places);
    const auto second = device_.create_buffer<vector<int16_t, 2>>(pairs);
    const auto third = device_.create_buffer<float>(offsets);
    auto out = zeros(6);
    queue_.run(program.staged, range(3, 2).groups_of(1, 1), first, second, third, out, true);
    for (size_t i = 0; const float value : out.read(queue_)) EXPECT_EQ(value, 200 + 11.25f * static_cast<float>(i++));
    queue_.run(program.staged, range(3, 2).groups_of(1, 1), first, second, third, out, false);
    for (size_t i = 0; const float value : out.read(queue_)) EXPECT_EQ(value, 200 + 11 * static_cast<float>(i++));
    const auto small = device_.create_buffer<float2>(std::vector<float2> {float2 {5, 2}, float2 {1, 4}});
    queue_.run(program.staged_small, range(2).groups_of(1), small, out);
    EXPECT_EQ(out.read(queue_)[0], 3);
    EXPECT_EQ(out.read(queue_)[1], -3);
}

INGOT_TEST_ON_EVERY_DEVICE(metal_resources);

const archive::kernel_reflection& kernel_of(const archive::archive& contents, const std::string& name) {
    const archive::kernel_reflection* const found = contents.find_kernel(name);
    if (!found) throw std::runtime_error("no kernel " + name);
    return *found;
}

// An array has as many indices as elements, and an argument buffer has one.
// MSL-2.12.1-06, MSL-5.2.1-03
TEST(metal_resource_bindings, are_those_of_metal) {
    const archive::archive contents = archive::read_file(RESOURCES_ARCHIVE);
    std::vector<std::optional<uint32_t>> found;
    for (const archive::parameter& each : kernel_of(contents, "from_array").parameters) found.push_back(each.binding);
    EXPECT_EQ(found, (std::vector<std::optional<uint32_t>> {0, 1, 2, 3, 0, 1}));
    found.clear();
    for (const archive::parameter& each : kernel_of(contents, "from_resources").parameters) found.push_back(each.binding);
    EXPECT_EQ(found, (std::vector<std::optional<uint32_t>> {0, 1, 2, 0}));
    found.clear();
    for (const archive::parameter& each : kernel_of(contents, "from_argument_buffer").parameters) found.push_back(each.binding);
    EXPECT_EQ(found, (std::vector<std::optional<uint32_t>> {3, 3, 3, 3, 3, 3, 3, 3, 0}));
    found.clear();
    for (const archive::parameter& each : kernel_of(contents, "at_a_constant").parameters) found.push_back(each.binding);
    EXPECT_EQ(found, (std::vector<std::optional<uint32_t>> {std::nullopt, 0, 1}));
}

// MSL-2.13-04, -06, -07, -08, -09
TEST(metal_resource_bindings, ids_are_those_of_metal) {
    const archive::archive contents = archive::read_file(RESOURCES_ARCHIVE);
    std::map<std::string, std::optional<uint32_t>> ids;
    for (const archive::parameter& each : kernel_of(contents, "ids").parameters) ids[each.name] = each.id;
    const std::map<std::string, std::optional<uint32_t>> expected {{"material.diffuse.tex", 0},
                                                                   {"material.diffuse.uvScaleOffset", 1},
                                                                   {"material.normal.tex", 4},
                                                                   {"material.normal.uvScaleOffset", 5},
                                                                   {"material.specular.tex", 6},
                                                                   {"material.specular.uvScaleOffset", 7},
                                                                   {"bar.foo1.t1", 1},
                                                                   {"bar.foo1.t2", 3},
                                                                   {"bar.foo2.t1", 5},
                                                                   {"bar.foo2.t2", 7},
                                                                   {"examples.first", 0},
                                                                   {"examples.texs1[0]", 1},
                                                                   {"examples.texs1[1]", 2},
                                                                   {"examples.texs1[2]", 3},
                                                                   {"examples.materials[0].tex", 4},
                                                                   {"examples.materials[0].uvScaleOffset", 5},
                                                                   {"examples.materials[1].tex", 6},
                                                                   {"examples.materials[1].uvScaleOffset", 7},
                                                                   {"examples.materials[2].tex", 8},
                                                                   {"examples.materials[2].uvScaleOffset", 9},
                                                                   {"examples.constants", 20},
                                                                   {"out", std::nullopt}};
    EXPECT_EQ(ids, expected);
}

}  // namespace
