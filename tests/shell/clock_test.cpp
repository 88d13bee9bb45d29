// Tests of the clock: fixed and real pace, pause, single step, reset.
#include "clock/clock.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <stdexcept>

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
    EXPECT_EQ(time.frame_of_pause(), 3u);
    for (int i = 0; i < 10; ++i) steps += time.advance(0.01) ? 1 : 0;
    EXPECT_EQ(steps, 3);
    EXPECT_TRUE(time.is_paused());
    EXPECT_EQ(time.frame_of_pause(), std::nullopt);
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

TEST(clock, takes_steps_of_whole_milliseconds_that_stay_the_same_and_near_real_time) {
    clock time(clock::pace::real);
    double real = 0.0;
    for (int i = 0; i < 600; ++i) {
        // A display with 60 pictures a second, as it is measured.
        const double elapsed = 1.0 / 60.0 + (i % 3 - 1) * 0.0004;
        real += elapsed;
        const double step = time.advance(elapsed)->step;
        EXPECT_TRUE(step == 0.016 || step == 0.017) << step;
        EXPECT_NEAR(time.time(), real, 0.006);
    }
    EXPECT_LT(time.past_steps().text().size(), 500u) << time.past_steps().text();
}

TEST(clock, takes_steps_that_are_not_0_however_fast_the_pictures_are) {
    clock time(clock::pace::real);
    double real = 0.0;
    for (int i = 0; i < 5000; ++i) {
        const double elapsed = i < 2000 ? 0.00037 : 0.0011;
        real += elapsed;
        EXPECT_GT(time.advance(elapsed)->step, 0.0);
        EXPECT_NEAR(time.time(), real, 0.002);
    }
    EXPECT_EQ(clock(clock::pace::real).advance(1e-7)->step, clock::shortest_step);
}

TEST(clock, repeats_the_steps_of_another_run) {
    clock lived(clock::pace::real);
    for (const double elapsed : {0.01, 0.01, 0.03, 0.004, 0.2, 0.2}) lived.advance(elapsed);
    lived.set_paused(true);
    lived.single_step();
    lived.advance(0.01);
    EXPECT_EQ(lived.past_steps().text(), "0.01x2,0.03,0.004,0.05x2,0.016666666666666666");
    for (const clock::pace pace : {clock::pace::real, clock::pace::fixed}) {
        clock again(pace);
        again.repeat(parse_step_lengths(lived.past_steps().text()));
        for (uint64_t i = 0; i < lived.frames(); ++i) again.advance(0.123);
        EXPECT_EQ(again.time(), lived.time());
        EXPECT_EQ(again.past_steps().text(), lived.past_steps().text());
        EXPECT_EQ(again.advance(0.02)->step, pace == clock::pace::fixed ? clock::fixed_step : 0.02) << "the list has ended";
        again.reset();
        EXPECT_EQ(again.past_steps().text(), "");
        EXPECT_NE(again.advance(0.03)->step, 0.01) << "a reset ends the repetition";
    }
}

TEST(clock, continues_a_step_without_counting_it_again) {
    clock time(clock::pace::real);
    time.advance(0.01);
    const tick begun = *time.advance(0.02);
    const tick more = time.continue_step(0.3);
    EXPECT_EQ(more.frame, begun.frame);
    EXPECT_EQ(more.step, begun.step);
    EXPECT_EQ(more.time, begun.time);
    EXPECT_DOUBLE_EQ(more.budget, 0.1) << "a third of the time since the last picture";
    EXPECT_EQ(time.frames(), 2u);
    EXPECT_DOUBLE_EQ(time.time(), 0.03);
}

TEST(clock, gives_the_sample_more_where_other_work_takes_most_of_the_time) {
    clock time(clock::pace::real);
    time.note_other_work(0.01);
    EXPECT_DOUBLE_EQ(time.advance(0.09)->budget, 0.03) << "the sample takes most of the time: a third of it";
    time.note_other_work(0.04);
    EXPECT_DOUBLE_EQ(time.advance(0.09)->budget, 0.08) << "drawing takes 40 ms of 90 ms";
    time.note_other_work(2.0);
    EXPECT_EQ(time.advance(2.1)->budget, clock::largest_budget);
    time.note_input();
    EXPECT_EQ(time.advance(0.01)->budget, clock::answering_budget);
}

TEST(step_lengths, are_a_short_text) {
    step_lengths all;
    EXPECT_TRUE(all.are_all(0.5));
    for (int i = 0; i < 3; ++i) all.add(0.5);
    EXPECT_TRUE(all.are_all(0.5));
    all.add(0.25);
    EXPECT_FALSE(all.are_all(0.5));
    EXPECT_EQ(all.text(), "0.5x3,0.25");
    EXPECT_EQ(all.at(2), 0.5);
    EXPECT_EQ(all.at(3), 0.25);
    EXPECT_EQ(all.at(4), std::nullopt);
    EXPECT_EQ(parse_step_lengths("0.5x3,0.25").text(), all.text());
    for (const char* wrong : {"", "x", "0.5x", "0.5x0", "0.5,", ",0.5", "-0.1", "1.5", "nan", "0.5x3x3", "0.5 ", "0.5x-1"})
        EXPECT_THROW(parse_step_lengths(wrong), std::invalid_argument) << wrong;
    for (size_t i = 0; i <= step_lengths::most_runs; ++i) all.add(i % 2 == 0 ? 0.1 : 0.2);
    EXPECT_FALSE(all.is_complete());
    EXPECT_FALSE(all.are_all(0.1));
    EXPECT_EQ(all.at(0), std::nullopt);
}

}  // namespace
}  // namespace ingot::shell
