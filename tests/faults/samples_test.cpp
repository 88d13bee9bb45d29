// Every call that a sample makes to a backend fails twice: once alone, and once with all later calls, as after the loss of the
// device. The session reports an exception, and everything can be destroyed. After a failure of one call the session goes on.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ingot/sample/sample.hpp>
#include <map>
#include <optional>

#include "camera/orbit_camera.hpp"
#include "clock/clock.hpp"
#include "faulty_backend.hpp"
#include "picture/picture.hpp"
#include "session/session.hpp"
#include "window/window.hpp"

namespace ingot {
namespace {

using shell::parameter_settings;
using shell::session;

// Values with which the samples use most of their calls and little work of the host.
const std::map<std::string, parameter_settings>& light_settings() {
    static const std::map<std::string, parameter_settings> all {
        {"blur", {{"scene", std::string("chart")}}},
        {"fluid", {{"columns", int64_t {64}}, {"rows", int64_t {32}}}},
        {"nbody", {{"bodies", int64_t {512}}, {"devices", int64_t {2}}}},
        {"particles", {{"particles", int64_t {1000}}}},
        {"smoke", {{"columns", int64_t {16}}, {"rows", int64_t {16}}, {"layers", int64_t {16}}}},
        {"slime", {{"agents", int64_t {1000}}, {"columns", int64_t {64}}, {"rows", int64_t {64}}}},
        {"pathtracer", {{"denoise", true}, {"spp", int64_t {1}}}},
    };
    return all;
}

class running_samples : public ::testing::TestWithParam<sample_description> {
protected:
    std::optional<session> open() const {
        const auto found = light_settings().find(GetParam().name);
        const parameter_settings settings = found == light_settings().end() ? parameter_settings {} : found->second;
        return session(GetParam(), find_device(faulty::name), settings, 1, shell::clock::pace::fixed);
    }
    void draw(session& running) {
        const shell::orbit_camera camera(running.loaded_sample().initial_camera());
        running.draw(picture_.begin(camera.view(), camera.projection(64, 48), running.loaded_sample().tone()));
    }
    // What a run does: frames, a switch of the device, a restart, and the result.
    void use(session& running) {
        for (int i = 0; i < 2; ++i) {
            running.advance(shell::clock::fixed_step);
            draw(running);
            static_cast<void>(running.take_timings());
        }
        running.switch_device(find_device(faulty::name, 2));
        running.advance(shell::clock::fixed_step);
        draw(running);
        static_cast<void>(running.save());
        running.reset();
        running.finish();
    }
    // Runs the sample. After a failure the device works again, unless it is lost, and the sample must go on.
    void run(bool goes_on_afterwards) {
        std::optional<session> running;
        try {
            running = open();
            use(*running);
        } catch (const std::exception&) {
            if (!running || !goes_on_afterwards) return;
            faulty::set({.runs_kernels = false});
            running->reset();
            use(*running);
        }
    }
    // Lets each n-th call fail.
    void fail_each(uint64_t step) {
        faulty::set({.runs_kernels = false});
        {
            std::optional<session> running = open();
            use(*running);
        }
        const std::map<std::string, uint64_t> by_kind = faulty::calls();
        const uint64_t calls = faulty::call_count();
        ASSERT_GT(calls, 10u);
        for (const bool is_lost : {false, true})
            for (uint64_t i = 1; i <= calls; i += step) {
                faulty::set({.failing_call = i, .is_lost_afterwards = is_lost, .runs_kernels = false});
                SCOPED_TRACE(fmt::format("call {} of {}", i, calls));
                EXPECT_NO_THROW(run(!is_lost));
            }
        faulty::set({.runs_kernels = false});
        EXPECT_EQ(window_.graphics_errors(), 0u);
        fmt::print("{}: {} calls\n", GetParam().name, calls);
        for (const auto& [kind, count] : by_kind) fmt::print("  {:<22} {}\n", kind, count);
    }

    shell::window window_ {shell::window::kind::offscreen, "faults", {64, 48}};
    shell::picture picture_ {{64, 48}};
};

TEST_P(running_samples, survive_some_failing_calls) { fail_each(17); }
TEST_P(running_samples, survive_every_failing_call) { fail_each(1); }

INSTANTIATE_TEST_SUITE_P(all, running_samples, ::testing::ValuesIn(all_samples()),
                         [](const auto& tested) { return tested.param.name; });

// A request for more devices, one of which cannot be opened, leaves the sample as it was, with the queues that it uses.
TEST(nbody_of_several_devices, goes_on_if_another_device_cannot_be_opened) {
    const shell::window window(shell::window::kind::offscreen, "faults", {64, 48});
    faulty::set({.runs_kernels = false});
    const auto all = all_samples();
    const auto nbody = std::ranges::find(all, "nbody", &sample_description::name);
    session running(*nbody, find_device(faulty::name), {{"bodies", int64_t {512}}, {"devices", int64_t {2}}}, 1,
                    shell::clock::pace::fixed);
    running.advance(shell::clock::fixed_step);
    const auto parameters = running.parameters();
    parameter_base& devices = *shell::find_parameter(parameters, "devices");
    // Call 1 creates the queue of the third device. Call 2, for the fourth device, fails.
    faulty::set({.failing_call = 2, .runs_kernels = false});
    EXPECT_THROW(running.set_parameter(devices, int64_t {4}), std::exception);
    faulty::set({.runs_kernels = false});
    running.advance(shell::clock::fixed_step);
    EXPECT_NO_THROW(static_cast<void>(running.save()));
}

}  // namespace
}  // namespace ingot
