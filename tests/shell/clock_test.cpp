// Tests of the clock: fixed and real pace, pause, single step, reset.
#include "clock/clock.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ingot::shell {
namespace {

TEST(clock, goes_by_fixed_steps) {
    clock time(clock::pace::fixed);
    for (uint64_t frame = 0; frame < 120; ++frame) {
        const auto tick = time.advance(123.0);
        ASSERT_TRUE(tick);
        EXPECT_EQ(tick->frame, frame);
        EXPECT_EQ(tick->step, clock::fixed_step);
        EXPECT_NEAR(tick->time, static_cast<double>(frame) / 60.0, 1e-12);
    }
    EXPECT_EQ(time.frames(), 120u);
}

TEST(clock, follows_real_time_but_never_leaps) {
    clock time(clock::pace::real);
    EXPECT_EQ(time.advance(0.01)->step, 0.01);
    EXPECT_EQ(time.advance(5.0)->step, clock::longest_step);
    EXPECT_EQ(time.advance(-1.0)->step, 0.0);
    EXPECT_DOUBLE_EQ(time.time(), 0.01 + clock::longest_step);
}

TEST(clock, stands_while_paused_and_steps_once) {
    clock time(clock::pace::real);
    time.advance(0.01);
    time.set_paused(true);
    EXPECT_FALSE(time.advance(0.01));
    time.single_step();
    const auto tick = time.advance(0.001);
    ASSERT_TRUE(tick);
    EXPECT_EQ(tick->frame, 1u);
    EXPECT_EQ(tick->step, clock::fixed_step);
    EXPECT_FALSE(time.advance(0.01));
    EXPECT_EQ(time.frames(), 2u);
}

TEST(clock, takes_more_or_fewer_steps_for_a_picture) {
    clock time(clock::pace::fixed);
    const auto steps_in_16_pictures = [&time](double speed) {
        time.set_speed(speed);
        unsigned steps = 0;
        for (int i = 0; i < 16; ++i) steps += time.steps_due();
        return steps;
    };
    EXPECT_EQ(steps_in_16_pictures(1.0), 16u);
    EXPECT_EQ(steps_in_16_pictures(4.0), 64u);
    EXPECT_EQ(steps_in_16_pictures(0.25), 4u);
    EXPECT_EQ(steps_in_16_pictures(1.0 / 16.0), 1u);
    EXPECT_EQ(steps_in_16_pictures(1.5), 24u);
    time.set_speed(1e9);
    EXPECT_EQ(time.speed(), clock::fastest);
    EXPECT_EQ(time.advance(1.0)->step, clock::fixed_step);  // the speed does not change the duration of a step
}

TEST(clock, a_single_step_is_one_at_every_speed) {
    clock time(clock::pace::real);
    time.set_speed(1.0 / 16.0);
    time.set_paused(true);
    time.single_step();
    ASSERT_EQ(time.steps_due(), 1u);
    EXPECT_TRUE(time.advance(0.01));
    ASSERT_EQ(time.steps_due(), 1u);
    EXPECT_FALSE(time.advance(0.01));
}

TEST(clock, a_fixed_step_can_have_another_length_for_a_video) {
    clock time(clock::pace::fixed);
    time.set_step(1001.0 / 30'000.0);
    EXPECT_EQ(time.advance(0.5)->step, 1001.0 / 30'000.0);
    EXPECT_EQ(time.time(), 1001.0 / 30'000.0);
}

TEST(clock, pauses_by_itself_after_so_many_frames) {
    clock time(clock::pace::real);
    time.pause_at(3);
    int steps = 0;
    for (int i = 0; i < 10; ++i) steps += time.advance(0.01) ? 1 : 0;
    EXPECT_EQ(steps, 3);
    EXPECT_TRUE(time.is_paused());
    time.set_paused(false);
    EXPECT_TRUE(time.advance(0.01));  // pause_at() pauses only once
    EXPECT_TRUE(time.advance(0.01));
}

TEST(clock, a_single_step_while_it_goes_changes_nothing) {
    clock time(clock::pace::real);
    time.single_step();
    EXPECT_EQ(time.advance(0.01)->step, 0.01);
    time.set_paused(true);
    EXPECT_FALSE(time.advance(0.01));
}

TEST(clock, starts_anew_and_stays_paused) {
    clock time(clock::pace::fixed);
    time.advance(0.0);
    time.set_paused(true);
    time.reset();
    EXPECT_EQ(time.frames(), 0u);
    EXPECT_EQ(time.time(), 0.0);
    EXPECT_TRUE(time.is_paused());
}

TEST(clock, limits_the_work_of_a_frame_only_where_a_person_waits) {
    clock real(clock::pace::real);
    EXPECT_EQ(real.advance(0.001)->budget, clock::smallest_budget);
    EXPECT_DOUBLE_EQ(real.advance(0.15)->budget, 0.05);  // a third of the time since the last picture
    EXPECT_EQ(real.advance(10.0)->budget, clock::largest_budget);
    real.note_input();
    EXPECT_EQ(real.advance(0.3)->budget, clock::answering_budget);
    EXPECT_EQ(real.advance(0.3)->budget, clock::answering_budget) << "the first step began less than 0.4 s after the input";
    EXPECT_EQ(real.advance(10.0)->budget, clock::largest_budget);
    // Work ends early if an input waits, unless its time is short already.
    EXPECT_FALSE(real.advance(0.01)->has_waiting_input);
    real.set_input_check([] { return true; });
    ASSERT_TRUE(real.advance(0.01)->has_waiting_input);
    EXPECT_TRUE(real.advance(0.01)->has_waiting_input());
    real.note_input();
    EXPECT_FALSE(real.advance(0.01)->has_waiting_input);
    clock fixed(clock::pace::fixed);
    fixed.set_input_check([] { return true; });
    EXPECT_FALSE(fixed.advance(0.01)->has_waiting_input);
    fixed.note_input();
    EXPECT_TRUE(std::isinf(fixed.advance(0.15)->budget)) << "the result must not depend on the speed of the machine";
}

}  // namespace
}  // namespace ingot::shell
