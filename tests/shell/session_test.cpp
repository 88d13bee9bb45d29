// Tests of sessions: running, switching the device, and failures that leave the session unchanged.
#include "session/session.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "counters_session.hpp"

namespace ingot::shell {
namespace {

using tests::counters;
using tests::cpu;
using tests::values;

class running : public testing::Test {
protected:
    void set(const std::string& name, const parameter_value& value) { session_.set_parameter(parameter(name), value); }
    parameter_base& parameter(const std::string& name) { return *find_parameter(session_.parameters(), name); }
    void step(int times) {
        for (int i = 0; i < times; ++i) session_.advance(0.0);
    }

    session session_ {counters(), cpu(), {{"count", int64_t {3}}, {"stride", int64_t {2}}}, 10, clock::pace::fixed};
};

TEST_F(running, starts_from_its_parameters_and_seed) { EXPECT_EQ(values(session_), (std::vector<int64_t> {10, 11, 12})); }

TEST_F(running, steps_with_the_clock) {
    step(5);
    EXPECT_EQ(values(session_), (std::vector<int64_t> {20, 21, 22}));
    session_.time().set_paused(true);
    step(5);
    EXPECT_EQ(session_.time().frames(), 5u);
    EXPECT_EQ(values(session_).front(), 20);
}

TEST_F(running, a_switch_keeps_state_parameters_and_frame) {
    step(3);
    set("stride", int64_t {5});
    const sample* const first = &session_.loaded_sample();
    session_.switch_device(cpu());
    EXPECT_NE(&session_.loaded_sample(), first);
    EXPECT_EQ(session_.time().frames(), 3u);
    EXPECT_EQ(parameter("stride").text(), "5");
    step(3);  // the sample throws if the clock's frame differs from the number of steps that the sample has made
    EXPECT_EQ(values(session_), (std::vector<int64_t> {31, 32, 33}));  // the first: 10 + 3 * 2 + 3 * 5
}

TEST_F(running, knows_what_its_present_parameters_do_not_repeat) {
    set("stride", int64_t {4});
    EXPECT_TRUE(session_.later_changes().empty()) << "before the first step";
    step(1);
    set("stride", int64_t {4});
    EXPECT_TRUE(session_.later_changes().empty()) << "the same value";
    set("stride", int64_t {5});
    set("wave", true);
    set("stride", int64_t {6});
    EXPECT_EQ(session_.later_changes(), (std::vector<std::string> {"stride", "wave"}));
    EXPECT_FALSE(session_.was_switched());
    session_.switch_device(cpu());
    EXPECT_TRUE(session_.was_switched());
    EXPECT_EQ(session_.later_changes().size(), 2u);
    session_.reset();
    EXPECT_TRUE(session_.later_changes().empty());
    EXPECT_FALSE(session_.was_switched());
    session_.switch_device(cpu());
    EXPECT_FALSE(session_.was_switched()) << "before the first step";
}

TEST_F(running, a_switched_run_equals_one_that_was_not) {
    session other(counters(), cpu(), {{"count", int64_t {3}}, {"stride", int64_t {2}}}, 10, clock::pace::fixed);
    step(30);
    session_.switch_device(cpu());
    step(30);
    for (int i = 0; i < 60; ++i) other.advance(0.0);
    EXPECT_EQ(session_.save().hash(), other.save().hash());
}

TEST_F(running, switches_between_backends_where_there_are_two) {
    const auto listings = devices(backend::opencl);
    if (!listings.front().device) GTEST_SKIP() << "no OpenCL: " << listings.front().unavailable_reason;
    step(3);
    session_.switch_device(*listings.front().device);
    EXPECT_EQ(session_.current_device().backend(), backend::opencl);
    step(3);
    EXPECT_EQ(values(session_).front(), 22);
}

TEST_F(running, a_switch_that_fails_leaves_everything_as_it_was) {
    for (const char* failing : {"load", "restore"}) {
        step(2);
        set("fail", std::string(failing));
        const sample* const before = &session_.loaded_sample();
        const auto state_before = session_.save();
        const auto frames_before = session_.time().frames();
        try {
            session_.switch_device(cpu());
            FAIL() << failing;
        } catch (const std::exception& problem) {
            EXPECT_EQ(problem.what(), std::string(failing) + " was told to fail");
        }
        EXPECT_EQ(&session_.loaded_sample(), before);
        EXPECT_EQ(session_.save(), state_before);
        EXPECT_EQ(session_.time().frames(), frames_before);
        set("fail", std::string("never"));
        step(1);
    }
}

TEST_F(running, starts_anew_on_another_device_where_the_old_one_does_not_give_the_state) {
    step(2);
    set("stride", int64_t {5});
    set("fail", std::string("save"));
    EXPECT_FALSE(session_.switch_device(cpu()));
    EXPECT_EQ(session_.time().frames(), 0u);
    set("fail", std::string("never"));
    EXPECT_EQ(values(session_), (std::vector<int64_t> {10, 11, 12}));
    step(1);
    EXPECT_EQ(values(session_), (std::vector<int64_t> {15, 16, 17}));
    EXPECT_TRUE(session_.switch_device(cpu()));
}

TEST_F(running, a_step_that_fails_does_not_count) {
    step(2);
    set("fail", std::string("step"));
    EXPECT_THROW(session_.advance(0.0), std::runtime_error);
    EXPECT_EQ(session_.time().frames(), 2u);
    set("fail", std::string("never"));
    step(1);
    EXPECT_EQ(session_.time().frames(), 3u);
}

TEST_F(running, a_parameter_that_the_sample_rejects_gets_its_old_value_back) {
    EXPECT_THROW(set("source", std::string("/nowhere/at-all")), std::runtime_error);
    EXPECT_TRUE(parameter("source").is_default());
    EXPECT_THROW(set("count", int64_t {0}), parameter_error);
    EXPECT_EQ(parameter("count").text(), "3");
}

TEST_F(running, a_reset_starts_anew_and_one_that_fails_does_not) {
    step(4);
    session_.reset();
    EXPECT_EQ(session_.time().frames(), 0u);
    EXPECT_EQ(values(session_).front(), 10);
    step(4);
    set("fail", std::string("reset"));
    EXPECT_THROW(session_.reset(), std::runtime_error);
    EXPECT_EQ(session_.time().frames(), 4u);
    EXPECT_EQ(values(session_).front(), 18);
}

TEST_F(running, a_preset_sets_all_parameters_and_starts_anew) {
    step(4);
    session_.apply({{"count", int64_t {2}}});
    EXPECT_EQ(parameter("stride").text(), "1");  // not listed in the preset: the default
    EXPECT_EQ(values(session_), (std::vector<int64_t> {10, 11}));
    EXPECT_EQ(session_.time().frames(), 0u);
}

TEST_F(running, a_preset_that_fails_changes_nothing) {
    step(4);
    const auto before = session_.save();
    const parameter_settings failing[] = {
        {{"count", int64_t {2}}, {"source", std::string("/nowhere")}},
        {{"count", int64_t {2}}, {"fail", std::string("reset")}},
        {{"count", int64_t {2}}, {"stride", int64_t {1000}}},
        {{"count", int64_t {2}}, {"unknown", int64_t {1}}},
    };
    for (const auto& values_to_set : failing) {
        EXPECT_ANY_THROW(session_.apply(values_to_set));
        EXPECT_EQ(parameter("count").text(), "3");
        EXPECT_EQ(parameter("stride").text(), "2");
        EXPECT_EQ(session_.save(), before);
        EXPECT_EQ(session_.time().frames(), 4u);
    }
}

TEST(a_window, offers_software_after_all_other_devices) {
    const auto offered = offered_devices();
    EXPECT_EQ(offered.size(), devices().size());
    EXPECT_TRUE(std::ranges::is_partitioned(
        offered, [](const device_listing& each) { return !each.device || !each.device->properties().is_software; }));
}

TEST(opening_a_session, goes_to_the_next_device_with_a_message) {
    const std::vector<device> twice {cpu(), cpu()};
    std::vector<std::string> messages;
    const auto report = [&](const std::string& message) { messages.push_back(message); };
    EXPECT_THROW(open_session(counters(), twice, {{"fail", std::string("load-on-cpu-debug")}}, 1, clock::pace::fixed, report),
                 std::runtime_error);
    ASSERT_EQ(messages.size(), 1u);
    EXPECT_NE(messages[0].find("no CPU, please"), std::string::npos);
    EXPECT_NE(messages[0].find("trying CPU debug"), std::string::npos);

    messages.clear();
    const auto new_session = open_session(counters(), twice, {}, 1, clock::pace::fixed, report);
    EXPECT_TRUE(messages.empty());
    EXPECT_EQ(new_session->current_device(), cpu());
}

TEST(opening_a_session, gives_up_at_once_where_no_device_can_help) {
    const std::vector<device> twice {cpu(), cpu()};
    const auto report = [](const std::string& message) { ADD_FAILURE() << message; };
    EXPECT_THROW(open_session(counters(), twice, {{"fail", std::string("reset")}}, 1, clock::pace::fixed, report),
                 std::runtime_error);
    EXPECT_THROW(open_session(counters(), twice, {{"count", int64_t {0}}}, 1, clock::pace::fixed, report), parameter_error);
}

}  // namespace
}  // namespace ingot::shell
