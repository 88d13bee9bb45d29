// Sampling: random numbers, alias tables, points and directions.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "alias_table.hpp"
#include "directions.hpp"
#include "random_numbers.hpp"

namespace ingot::samples::pathtracer {
namespace {

TEST(random_numbers, depend_on_seed_pixel_and_sample_only) {
    random_sequence sequence {1, 2, 3};
    random_sequence same {1, 2, 3};
    const float4 first = sequence.next();
    EXPECT_TRUE(all(first == same.next()));
    EXPECT_FALSE(all(first == sequence.next()));
    for (random_sequence other : {random_sequence {2, 2, 3}, random_sequence {1, 3, 3}, random_sequence {1, 2, 4}})
        EXPECT_FALSE(any(first == other.next()));
}

TEST(random_numbers, are_uniform_and_neighbours_are_independent) {
    constexpr uint32_t count = 1u << 16u;
    double sum = 0.0;
    double squares = 0.0;
    double with_next_pixel = 0.0;
    double with_next_sample = 0.0;
    for (uint32_t i = 0; i < count; ++i) {
        const auto number = [](uint32_t pixel, uint32_t sample) {
            random_sequence sequence {1, pixel, sample};
            return static_cast<double>(sequence.next().x) - 0.5;
        };
        const double value = number(i, 0);
        sum += value;
        squares += value * value;
        with_next_pixel += value * number(i + 1, 0);
        with_next_sample += value * number(i, 1);
    }
    // Allow five standard deviations. The variance of a number is 1/12, that of its square 1/180. The standard deviation of the
    // product of two independent numbers is 1/12.
    const double deviation = std::sqrt(count / 12.0);
    EXPECT_LT(std::abs(sum), 5.0 * deviation);
    EXPECT_NEAR(squares / count, 1.0 / 12.0, 5.0 * std::sqrt(1.0 / 180.0 / count));
    EXPECT_LT(std::abs(with_next_pixel), 5.0 * std::sqrt(count) / 12.0);
    EXPECT_LT(std::abs(with_next_sample), 5.0 * std::sqrt(count) / 12.0);
}

TEST(random_numbers, an_index_is_never_too_large) {
    for (const uint32_t count : {1u, 2u, 3u, 1000u, 0xffff'ffffu}) {
        EXPECT_EQ(random_index(0u, count), 0u);
        EXPECT_EQ(random_index(0xffff'ffffu, count), count - 1);
    }
    EXPECT_LT(unit_interval(0xffff'ffffu), 1.0f);
}

TEST(alias_table, probabilities_are_proportional_to_weights) {
    const std::vector<double> weights {1.0, 0.0, 5.0, 0.25, 2.0, 2.0, 11.0};  // their sum is 21.25
    const std::vector<alias_entry> table = make_alias_table(weights);
    std::vector<double> share(weights.size());
    for (size_t i = 0; i < table.size(); ++i) {
        share[i] += static_cast<double>(table[i].keep);
        share[table[i].other] += 1.0 - static_cast<double>(table[i].keep);
    }
    for (size_t i = 0; i < weights.size(); ++i)
        EXPECT_NEAR(share[i] / static_cast<double>(weights.size()), weights[i] / 21.25, 1e-6) << i;
}

TEST(alias_table, all_choices_are_equally_likely_if_all_weights_are_zero) {
    for (const alias_entry& each : make_alias_table(std::vector<double>(3, 0.0))) EXPECT_EQ(each.keep, 1.0f);
    EXPECT_TRUE(make_alias_table({}).empty());
}

TEST(directions, frames_have_right_angles) {
    for (const float3& axis : {float3(0, 0, 1), float3(0, 0, -1), float3(1, 0, 0), normalize(float3(1, -2, 3)),
                               normalize(float3(1e-4f, 1e-4f, -1.0f))}) {
        const frame frame = frame_around(axis);
        EXPECT_NEAR(dot(frame.tangent, frame.bitangent), 0.0f, 1e-6f);
        EXPECT_NEAR(dot(frame.tangent, frame.normal), 0.0f, 1e-6f);
        EXPECT_NEAR(length(frame.tangent), 1.0f, 1e-6f);
        EXPECT_NEAR(length(cross(frame.tangent, frame.bitangent) - axis), 0.0f, 1e-6f);
    }
}

TEST(directions, points_of_disk_and_triangle_are_inside_and_in_the_middle_on_average) {
    constexpr int steps = 64;
    float2 disk_sum {};
    float2 triangle_sum {};
    double radius_squared = 0.0;
    for (int i = 0; i < steps; ++i)
        for (int j = 0; j < steps; ++j) {
            const float x = (static_cast<float>(i) + 0.5f) / steps;
            const float y = (static_cast<float>(j) + 0.5f) / steps;
            const float2 disk = point_in_disk(x, y);
            EXPECT_LE(dot(disk, disk), 1.0f);
            disk_sum += disk;
            radius_squared += static_cast<double>(dot(disk, disk));
            const float2 triangle = point_in_triangle(x, y);
            EXPECT_GE(fmin(triangle.x, triangle.y), 0.0f);
            EXPECT_LE(triangle.x + triangle.y, 1.0f);
            triangle_sum += triangle;
        }
    constexpr float count = steps * steps;
    EXPECT_NEAR(disk_sum.x / count, 0.0f, 1e-4f);
    EXPECT_NEAR(disk_sum.y / count, 0.0f, 1e-4f);
    EXPECT_NEAR(radius_squared / count, 0.5, 1e-3);  // the mean over the unit disk
    EXPECT_NEAR(triangle_sum.x / count, 1.0f / 3.0f, 1e-3f);
    EXPECT_NEAR(triangle_sum.y / count, 1.0f / 3.0f, 1e-3f);
}

TEST(directions, a_point_off_a_surface_is_on_the_normals_side_and_near) {
    for (const float scale : {1e-3f, 1.0f, 500.0f})
        for (const float3& normal : {float3(0, 1, 0), normalize(float3(-1, 2, -3))}) {
            const float3 point = float3(0.3f, -1.7f, 2.9f) * scale;
            const float3 offset = offset_from_surface(point, normal) - point;
            EXPECT_GT(dot(offset, normal), 0.0f);
            EXPECT_LT(length(offset), 2e-4f * fmax(scale, 0.1f) * 4.0f);
        }
}

}  // namespace
}  // namespace ingot::samples::pathtracer
