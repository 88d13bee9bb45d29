// The camera for kernels that follow rays, and where a ray is in a box.
#include <gtest/gtest.h>

#include <ingot/language/ray_camera.hpp>

namespace {

using namespace ingot;

// Looks along -z from (1, 2, 3).
const ray_camera straight {.eye = {1.0f, 2.0f, 3.0f},
                           .right = {1.0f, 0.0f, 0.0f},
                           .up = {0.0f, 1.0f, 0.0f},
                           .backward = {0.0f, 0.0f, 1.0f},
                           .focal = {100.0f, 50.0f},
                           .centre = {80.0f, 60.0f},
                           .width = 160,
                           .height = 120};

TEST(ray_camera, has_a_ray_through_each_place_whose_part_along_the_axis_is_1) {
    EXPECT_TRUE(all(ray_through(80.0f, 60.0f, straight) == float3(0.0f, 0.0f, -1.0f)));
    EXPECT_TRUE(all(ray_through(180.0f, 60.0f, straight) == float3(1.0f, 0.0f, -1.0f)));
    EXPECT_TRUE(all(ray_through(80.0f, 10.0f, straight) == float3(0.0f, -1.0f, -1.0f)));
}

TEST(ray_camera, equals_a_camera_with_the_same_view_and_size) {
    ray_camera other = straight;
    EXPECT_TRUE(other == straight);
    other.centre.y += 1.0f;
    EXPECT_FALSE(other == straight);
    other = straight;
    other.height = 119;
    EXPECT_FALSE(other == straight);
}

TEST(box, is_met_at_the_sides_that_a_ray_goes_through) {
    const float3 box {4.0f, 2.0f, 1.0f};
    const box_part along = meet_box({-1.0f, 1.0f, 0.5f}, {2.0f, 0.0f, 0.0f}, box);
    EXPECT_FLOAT_EQ(along.entry, 0.5f);
    EXPECT_FLOAT_EQ(along.exit, 2.5f);
    EXPECT_EQ(along.entry_axis, 0);
    EXPECT_EQ(along.exit_axis, 0);
    const box_part askew = meet_box({1.0f, -1.0f, 0.5f}, {0.0f, 1.0f, 0.25f}, box);
    EXPECT_FLOAT_EQ(askew.entry, 1.0f);
    EXPECT_FLOAT_EQ(askew.exit, 2.0f);
    EXPECT_EQ(askew.entry_axis, 1);
    EXPECT_EQ(askew.exit_axis, 2);
}

TEST(box, is_entered_before_a_ray_that_starts_in_it) {
    const box_part part = meet_box({1.0f, 1.0f, 0.25f}, {0.0f, 0.0f, -1.0f}, {4.0f, 2.0f, 1.0f});
    EXPECT_FLOAT_EQ(part.entry, -0.75f);
    EXPECT_FLOAT_EQ(part.exit, 0.25f);
}

TEST(box, is_missed_by_a_ray_beside_it) {
    const box_part parallel = meet_box({-1.0f, 3.0f, 0.5f}, {1.0f, 0.0f, 0.0f}, {4.0f, 2.0f, 1.0f});
    EXPECT_LT(parallel.exit, parallel.entry);
    const box_part askew = meet_box({-1.0f, 1.0f, 0.5f}, {1.0f, 2.0f, 0.0f}, {4.0f, 2.0f, 1.0f});
    EXPECT_LT(askew.exit, askew.entry);
}

}  // namespace
