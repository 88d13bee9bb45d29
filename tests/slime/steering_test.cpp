// The arithmetic of agents and trails, which the kernels and the host share.
#include "steering.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "food_maps.hpp"
#include "plasmodium.hpp"
#include "trails.hpp"

namespace ingot::samples::slime {
namespace {

constexpr uint32_t quarter = 1u << 30;

TEST(steering, directions_are_unit_vectors_of_their_angles) {
    double largest = 0.0;
    for (uint64_t angle = 0; angle < 1ull << 32; angle += 1'000'003) {
        const double radians = static_cast<double>(angle) * 0x1p-32 * 2.0 * std::numbers::pi;
        const int2 found = direction_of(static_cast<uint32_t>(angle));
        largest = std::max({largest, std::abs(found.x - direction_unit * std::cos(radians)),
                            std::abs(found.y - direction_unit * std::sin(radians))});
    }
    EXPECT_LT(largest, 3.0) << "of 32,768";
}

TEST(steering, directions_repeat_after_each_quarter_turn) {
    for (uint32_t i = 0; i < 1000; ++i) {
        const uint32_t angle = mixed(i);
        const int2 first = direction_of(angle);
        const int2 second = direction_of(angle + quarter);
        ASSERT_EQ(second.x, -first.y) << angle;
        ASSERT_EQ(second.y, first.x) << angle;
    }
}

TEST(steering, an_agent_turns_towards_the_stronger_scent) {
    constexpr uint32_t turn = 1000;
    EXPECT_EQ(turn_of(5, 3, 4, turn, true), 0u) << "the scent ahead is the strongest";
    EXPECT_EQ(turn_of(4, 5, 3, turn, true), turn);
    EXPECT_EQ(turn_of(4, 3, 5, turn, true), 0u - turn);
    EXPECT_EQ(turn_of(4, 4, 4, turn, true), 0u) << "nothing to choose";
    EXPECT_EQ(turn_of(1, 3, 3, turn, true), turn) << "a random side";
    EXPECT_EQ(turn_of(1, 3, 3, turn, false), 0u - turn);
    EXPECT_EQ(turn_of(-8, -3, -5, turn, false), 0u - turn) << "what repels least is the strongest";
}

TEST(steering, random_turns_are_within_their_limit_and_even) {
    constexpr uint32_t largest = quarter / 3;
    double sum = 0.0;
    for (uint32_t i = 0; i < 65536; ++i) {
        const auto turn = static_cast<int32_t>(random_turn(largest, i));
        ASSERT_LE(std::abs(static_cast<int64_t>(turn)), int64_t {largest});
        sum += turn;
    }
    EXPECT_EQ(sum, 0.0);
    EXPECT_EQ(random_turn(0, 12345), 0u);
}

// The bits of neighbouring agents and steps must not resemble each other.
TEST(steering, random_bits_are_even_and_independent) {
    constexpr uint32_t count = 20'000;
    std::array<uint32_t, 32> ones {};
    std::array<uint32_t, 32> changed {};
    for (uint32_t agent = 0; agent < count; ++agent) {
        const uint32_t bits = random_bits(agent, 7, 1);
        const uint32_t next = bits ^ random_bits(agent, 8, 1);
        for (uint32_t bit = 0; bit < 32; ++bit) {
            ones[bit] += bits >> bit & 1;
            changed[bit] += next >> bit & 1;
        }
    }
    // Six standard deviations of a fair coin.
    const double limit = 6.0 * 0.5 * std::sqrt(double {count});
    for (uint32_t bit = 0; bit < 32; ++bit) {
        EXPECT_NEAR(ones[bit], 0.5 * count, limit) << bit;
        EXPECT_NEAR(changed[bit], 0.5 * count, limit) << bit;
    }
}

TEST(steering, places_are_always_in_the_plane) {
    const slime_plane plane {.width = 64, .height = 80};
    for (uint32_t i = 0; i < 20'000; ++i) {
        const int2 place {static_cast<int32_t>(mixed(i) % (64u << 16)), static_cast<int32_t>(mixed(i + 1) % (80u << 16))};
        const int2 reached = moved(place, mixed(i + 2), 64 * length_unit - 1, plane);
        ASSERT_LT(cell_at(reached, plane), plane.cells());
        ASSERT_TRUE(reached.x >= 0 && reached.x < 64 * cell_unit && reached.y >= 0 && reached.y < 80 * cell_unit);
    }
}

TEST(trail_arithmetic, fades_by_the_share_and_to_nothing) {
    for (const uint32_t trail : {1u, 100u, 4096u, 5'000'000u, largest_trail}) {
        for (const uint32_t decay : {4u, 410u, 4096u}) {
            const double exact = std::ceil(static_cast<double>(trail) * decay / share_unit);
            ASSERT_EQ(faded(trail, decay), exact) << trail << ", " << decay;
        }
        EXPECT_EQ(faded(trail, 0), 0u);
    }
    uint32_t left = 1000;
    for (int i = 0; i < 1000; ++i) left -= faded(left, 4);
    EXPECT_EQ(left, 0u);
}

TEST(trail_arithmetic, the_scent_is_strongest_at_the_crowding) {
    constexpr int32_t crowding = 10 * 256;
    EXPECT_EQ(smelled(5 * trail_unit, crowding), 5 * 256);
    EXPECT_EQ(smelled(10 * trail_unit, crowding), 10 * 256);
    EXPECT_EQ(smelled(13 * trail_unit, crowding), 7 * 256);
    EXPECT_EQ(smelled(50 * trail_unit, crowding), 0);
    // No sum of four species with the largest weights overflows.
    EXPECT_LE(int64_t {smelled(largest_trail, 1 << 19)} * 256 + 3 * int64_t {1 << 19} * 512 + 2 * int64_t {1 << 19} * 512,
              int64_t {1} << 31);
}

TEST(food, is_in_dots_or_letters) {
    const slime_plane plane = make_plane(320, 176, 1, 1000);
    const auto eaten = [&](food_map map) {
        double sum = 0.0;
        for (const int32_t each : food_of(map, plane, 1)) {
            EXPECT_TRUE(each >= 0 && each <= food_unit);
            sum += each;
        }
        return sum / food_unit / plane.cells();
    };
    EXPECT_EQ(eaten(food_map::none), 0.0);
    EXPECT_GT(eaten(food_map::dots), 0.005);
    EXPECT_LT(eaten(food_map::dots), 0.15);
    EXPECT_GT(eaten(food_map::word), 0.01);
    EXPECT_LT(eaten(food_map::word), 0.15);
    for (const uint32_t cell : cells_of_word(plane)) EXPECT_TRUE((cell & 0xffff) < plane.width && cell >> 16 < plane.height);
    EXPECT_EQ(cells_of_word(make_plane(4096, 4096, 1, 1000)).size(), 65'536u);
}

}  // namespace
}  // namespace ingot::samples::slime
