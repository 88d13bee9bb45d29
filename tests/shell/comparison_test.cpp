// Tests of two sessions in lockstep, and of the differences between states.
#include <gtest/gtest.h>

#include <array>
#include <glm/glm.hpp>
#include <limits>
#include <optional>

#include "comparison/comparison_report.hpp"
#include "comparison/differences.hpp"
#include "comparison/live_comparison.hpp"
#include "comparison/lockstep.hpp"
#include "counters_session.hpp"
#include "window/window.hpp"

namespace ingot::shell {
namespace {

using tests::counters;
using tests::cpu;
using tests::values;

class in_lockstep : public testing::Test {
protected:
    void set(const std::string& name, const parameter_value& value) {
        first_.set_parameter(*find_parameter(first_.parameters(), name), value);
    }
    void step(int times) {
        for (int i = 0; i < times; ++i) both_.follow(first_, first_.advance(0.0));
    }

    session first_ {counters(), cpu(), {{"count", int64_t {3}}}, 10, clock::pace::fixed};
    lockstep both_ {first_, cpu()};
};

TEST_F(in_lockstep, steps_with_the_ticks_of_the_first_session) {
    step(4);
    EXPECT_EQ(both_.second().time().frames(), 4u);
    EXPECT_EQ(both_.second().time().time(), first_.time().time());
    EXPECT_EQ(values(both_.second()), (std::vector<int64_t> {14, 15, 16}));
    EXPECT_EQ(both_.steps_since_resync(), 4u);
}

TEST_F(in_lockstep, pauses_while_the_first_session_is_paused) {
    first_.time().set_paused(true);
    step(3);
    EXPECT_EQ(both_.second().time().frames(), 0u);
    EXPECT_EQ(values(both_.second()).front(), 10);
}

TEST(lockstep, begins_with_the_current_state_of_the_first_session) {
    session first(counters(), cpu(), {{"count", int64_t {3}}}, 10, clock::pace::fixed);
    for (int i = 0; i < 7; ++i) first.advance(0.0);
    const lockstep both(first, cpu());
    EXPECT_EQ(both.second().save(), first.save());
    EXPECT_EQ(both.second().time().frames(), 7u);
}

TEST_F(in_lockstep, takes_parameters_presets_and_resets) {
    set("stride", int64_t {5});
    step(1);
    EXPECT_EQ(values(both_.second()).front(), 15);
    first_.reset();
    step(0);
    both_.follow(first_, std::nullopt);
    EXPECT_EQ(both_.second().time().frames(), 0u);
    EXPECT_EQ(both_.second().save(), first_.save());
    first_.apply({{"count", int64_t {2}}, {"stride", int64_t {3}}});
    step(2);
    EXPECT_EQ(values(both_.second()), (std::vector<int64_t> {16, 17}));
}

TEST_F(in_lockstep, a_resync_copies_the_state_of_the_first_session) {
    set("drift", true);
    step(3);
    EXPECT_EQ(values(both_.second()).back(), values(first_).back() + 3);
    both_.resync(first_);
    EXPECT_EQ(both_.second().save(), first_.save());
    EXPECT_EQ(both_.steps_since_resync(), 0u);
    step(1);
    EXPECT_EQ(values(both_.second()).back(), values(first_).back() + 1);
}

TEST_F(in_lockstep, a_failure_of_the_second_leaves_the_first_unchanged) {
    set("fail", std::string("step-of-second"));
    step(3);
    EXPECT_THROW(step(1), std::runtime_error);
    EXPECT_EQ(first_.time().frames(), 4u);
    EXPECT_EQ(values(first_).front(), 14);
    EXPECT_NO_THROW(first_.advance(0.0));
}

TEST(live_comparison, measures_the_kernels_of_frames_with_a_step) {
    const window hidden(window::kind::offscreen, "test", {64, 48});
    session first(counters(), cpu(), {{"launch", true}}, 10, clock::pace::fixed);
    notices messages;
    live_comparison comparison(messages);
    comparison.begin(first, cpu());
    const auto make_frame = [&](bool has_step) {
        std::optional<tick> stepped;
        if (has_step) stepped = first.advance(0.0);
        comparison.follow(first, stepped);
        comparison.draw({64, 48}, glm::mat4(1.0f), glm::mat4(1.0f));
    };
    make_frame(false);
    EXPECT_EQ(comparison.kernel_milliseconds(), 0.0);
    make_frame(true);
    const double measured = comparison.kernel_milliseconds();
    EXPECT_GT(measured, 0.0);
    make_frame(false);
    EXPECT_EQ(comparison.kernel_milliseconds(), measured) << "a frame without a step does not change the time";
    EXPECT_TRUE(messages.empty()) << messages.latest().text;
    EXPECT_EQ(hidden.graphics_errors(), 0u);
}

TEST(comparison_picture, puts_pictures_side_by_side_where_panels_leave_room) {
    const auto columns = [](const comparison_layout& layout) {
        const comparison_columns found = comparison_picture::columns_of(1000, layout);
        return std::array {found.first, found.second, found.width};
    };
    EXPECT_EQ(columns({}), (std::array {0, 0, 1000})) << "a line divides two pictures at the same place";
    EXPECT_EQ(columns({.view = comparison_view::side_by_side}), (std::array {0, 501, 499}));
    EXPECT_EQ(columns({.view = comparison_view::side_by_side, .shared_part = {0.3f, 0.75f}}), (std::array {300, 526, 224}));
}

// A click on a panel chooses another view after the pictures of the frame were drawn.
TEST(live_comparison, shows_pictures_in_the_view_for_which_they_were_drawn) {
    const window hidden(window::kind::offscreen, "test", {64, 48});
    session first(counters(), cpu(), {}, 10, clock::pace::fixed);
    notices messages;
    live_comparison comparison(messages);
    comparison.begin(first, cpu());
    EXPECT_EQ(comparison.place({64, 48}, {}).width, 64);
    comparison.layout().view = comparison_view::side_by_side;
    EXPECT_EQ(comparison.placed().view, comparison_view::split);
    EXPECT_EQ(comparison.place({64, 48}, {}).width, 31);
    EXPECT_EQ(comparison.placed().view, comparison_view::side_by_side);
}

TEST(live_comparison, amplifies_so_that_the_largest_difference_is_white_unless_a_factor_is_chosen) {
    const window hidden(window::kind::offscreen, "test", {64, 48});
    session first(counters(), cpu(), {{"drift", true}}, 10, clock::pace::fixed);
    const auto amplified = [&first](bool is_automatic) {
        notices messages;
        live_comparison comparison(messages);
        comparison.begin(first, cpu());
        comparison.layout().is_automatic = is_automatic;
        picture drawn({64, 48});
        comparison.follow(first, first.advance(0.0));
        first.draw(drawn.begin(glm::mat4(1.0f), glm::mat4(1.0f)));
        comparison.draw({64, 48}, glm::mat4(1.0f), glm::mat4(1.0f));
        comparison.show(drawn, first.time().frames(), {64, 48}, 1.0f);
        return std::pair(comparison.layout().amplify, comparison.latest()->pixels.largest);
    };
    const auto [factor, largest] = amplified(true);
    EXPECT_GT(largest, 0);
    EXPECT_FLOAT_EQ(factor * static_cast<float>(largest), 255.0f);
    EXPECT_EQ(amplified(false).first, comparison_layout().amplify);
}

state holding(const std::vector<int32_t>& numbers) {
    state result;
    result.put("numbers", numbers);
    result.put_value("count", uint64_t {3});
    return result;
}

TEST(states, are_compared_array_by_array) {
    EXPECT_TRUE(compare_states(holding({1, 2, 3}), holding({1, 2, 3})).empty());
    const auto found = compare_states(holding({1, 2, 3, 4}), holding({1, 0x0102, 3, 5}));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].name, "numbers");
    EXPECT_EQ(found[0].differing, 2u);
    EXPECT_EQ(found[0].first_at, 5u);  // 0x0102 and 2 differ in their second byte
    EXPECT_EQ(to_text(found[0]), "numbers differs in 2 of 16 bytes, first at byte 5");
}

TEST(states, of_other_sizes_or_names_differ) {
    const auto shorter = compare_states(holding({1, 2, 3}), holding({1, 2}));
    ASSERT_EQ(shorter.size(), 1u);
    EXPECT_EQ(shorter[0].differing, 4u);
    EXPECT_EQ(shorter[0].first_at, 8u);
    EXPECT_EQ(to_text(shorter[0]), "numbers has 12 bytes on the first device and 8 bytes on the second");
    state more = holding({1});
    more.put_value("extra", 1.0f);
    ASSERT_EQ(compare_states(holding({1}), more).size(), 1u);
    EXPECT_EQ(compare_states(holding({1}), more)[0].name, "extra");
    EXPECT_EQ(compare_states(more, holding({1}))[0].bytes_of_second, 0u);
}

compared_frame frame_with(uint64_t number, int largest, double psnr) {
    compared_frame result;
    result.frame = number;
    result.pixels.largest = largest;
    result.pixels.psnr = psnr;
    return result;
}

TEST(comparison_result, knows_the_worst_frame_and_the_first_that_differs) {
    comparison_result found;
    EXPECT_EQ(found.worst(), nullptr);
    constexpr double equal = std::numeric_limits<double>::infinity();
    found.frames = {frame_with(1, 0, equal), frame_with(2, 3, 70.0), frame_with(3, 7, 50.0), frame_with(4, 7, 55.0)};
    EXPECT_EQ(found.worst()->frame, 3u);
    EXPECT_EQ(found.first_differing()->frame, 2u);
    EXPECT_EQ(found.least_psnr(), 50.0);
    found.frames[0].state.push_back({"numbers", 4, 4, 1, 0});
    EXPECT_EQ(found.first_differing()->frame, 1u);
}

TEST(comparison_result, is_checked_against_the_limits_that_are_given) {
    comparison_result found;
    found.frames = {frame_with(1, 2, 70.0), frame_with(2, 3, 60.0)};
    found.frames[1].state.push_back({"numbers", 4, 4, 1, 0});
    found.flip_mean = 0.01;
    comparison_limits limits;
    EXPECT_TRUE(exceeded_limits(found, limits).empty());
    limits.tolerance = 3;
    limits.max_flip = 0.01;
    EXPECT_TRUE(exceeded_limits(found, limits).empty());
    limits.tolerance = 2;
    limits.max_flip = 0.009;
    limits.exact_state = true;
    const auto messages = exceeded_limits(found, limits);
    ASSERT_EQ(messages.size(), 3u);
    EXPECT_NE(messages[0].find("frame 2,"), std::string::npos) << messages[0];
    EXPECT_NE(messages[1].find("0.01"), std::string::npos) << messages[1];
    EXPECT_NE(messages[2].find("numbers"), std::string::npos) << messages[2];
}

}  // namespace
}  // namespace ingot::shell
