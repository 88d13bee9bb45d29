// The sample, run as the shell runs it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "every_device.hpp"
#include "particle_flow.hpp"
#include "presets/presets.hpp"
#include "running_sample.hpp"
#include "session/session.hpp"
#include "window/window.hpp"

namespace ingot::samples {

std::unique_ptr<sample> create_particles();

namespace {

using shell::parameter_settings;
using shell::session;
using tests::advance;
using tests::parameter_of;
using tests::quick_backend;
using tests::statistic_of;

const sample_description described {"particles", "Particles", "", INGOT_PRESETS, &create_particles};
constexpr int width = 96;
constexpr int height = 72;

class particles_sample : public ::testing::Test {
protected:
    static session open(parameter_settings values, backend tested_backend = backend::cpu_debug) {
        if (!shell::find_setting(values, "particles")) values.emplace_back("particles", int64_t {1200});
        return {described, find_device(tested_backend), values, 1, shell::clock::pace::fixed};
    }
    static std::vector<uint8_t> shown_by(session& session, orbit view) { return tests::shown_by(session, {width, height}, view); }
    static std::vector<uint8_t> shown_by(session& session) { return tests::shown_by(session, {width, height}); }
    static double mean_x(const session& session) {
        double sum = 0.0;
        const auto velocities = session.save().get<float4>("velocities");
        for (const float4& each : velocities) sum += each.x;
        return sum / static_cast<double>(velocities.size());
    }
    static std::array<uint8_t, 3> pixel_at(const std::vector<uint8_t>& picture, int x, int y) {
        const size_t first = size_t {3} * static_cast<size_t>(y * width + x);
        return {picture[first], picture[first + 1], picture[first + 2]};
    }

    shell::window hidden_ {shell::window::kind::offscreen, "particles", {width, height}};
};

TEST_F(particles_sample, repeats_a_past_in_real_time_with_strokes_of_the_mouse) {
    session lived = open({});
    session again = open({});
    tests::expect_that_its_past_is_repeated(lived, again, {width, height});
}

TEST_F(particles_sample, goes_on_on_another_device) {
    session whole = open({});
    session running = open({});
    advance(whole, 6);
    advance(running, 6);
    // A push that has not acted yet is kept as well.
    for (session* each : {&whole, &running}) {
        shown_by(*each);
        const mouse_stroke stroke {{0.3f, 0.6f}, {0.4f, 0.6f}, true};
        each->loaded_sample().mouse_drawn(std::span(&stroke, 1));
    }
    const state before = running.save();
    running.switch_device(find_device(quick_backend()));
    EXPECT_EQ(running.save(), before);
    advance(whole, 2);
    advance(running, 2);
    const auto expected = whole.save().get<float4>("places");
    const auto found = running.save().get<float4>("places");
    ASSERT_EQ(found.size(), expected.size());
    double apart = 0.0;
    for (size_t i = 0; i < found.size(); ++i)
        apart += distance(found[i].xyz, expected[i].xyz) / static_cast<double>(found.size());
    EXPECT_LT(apart, 1e-3);
    EXPECT_EQ(running.save().get_value<double>("time"), whole.save().get_value<double>("time"));
}

TEST_F(particles_sample, hands_its_picture_over) {
    session running = open({});
    advance(running, 2);
    tests::expect_that_the_view_is_the_picture(running, {width, height});
}

// In a window, an advance that takes long is divided among frames. The states between the steps are those of whole advances.
TEST_F(particles_sample, has_the_same_state_when_advances_are_divided) {
    session whole = open({});
    session divided = open({});
    advance(whole, 3);
    sample& sample = divided.loaded_sample();
    const auto time = [&] { return sample.save().get_value<double>("time"); };
    int frames = 0;
    const double end = whole.save().get_value<double>("time");
    for (; time() < end; ++frames) {
        ASSERT_LT(frames, 1000) << "the time stands still at " << time();
        sample.step({.step = shell::clock::fixed_step, .budget = 1e-9});
    }
    EXPECT_GT(frames, 3 * 4) << "a frame with so little time runs a part of a step";
    EXPECT_EQ(divided.save(), whole.save());
    // A state that is saved within a step is the one before it.
    sample.step({.step = shell::clock::fixed_step, .budget = 1e-9});
    EXPECT_EQ(divided.save().get<float>("places"), whole.save().get<float>("places"));
    EXPECT_EQ(time(), end);
}

TEST_F(particles_sample, the_mouse_pushes_water_in_its_direction) {
    const parameter_settings pool {{"column-width", 2.0f}, {"column-height", 0.35f}};
    session still = open(pool);
    session pushed = open(pool);
    for (session* each : {&still, &pushed}) {
        advance(*each, 2);
        shown_by(*each);
    }
    const mouse_stroke stroke {{0.5f, 0.6f}, {0.54f, 0.6f}, true};
    pushed.loaded_sample().mouse_drawn(std::span(&stroke, 1));
    for (session* each : {&still, &pushed}) advance(*each, 1);
    EXPECT_GT(mean_x(pushed), mean_x(still) + 0.02);

    // The push ends with the movement of the mouse.
    advance(pushed, 1);
    EXPECT_EQ(pushed.save().get_value<particles::fluid_basin>("basin").push_radius, 0.0f);
}

TEST_F(particles_sample, has_a_tool_for_the_mouse_and_names_it) {
    session running = open({});
    const choice* const tool = running.loaded_sample().mouse_tool();
    ASSERT_NE(tool, nullptr);
    EXPECT_EQ(tool->choices().back(), "camera");
    EXPECT_NE(running.loaded_sample().captions().at(0).text.find("push"), std::string::npos);
    shown_by(running);
    running.set_parameter(parameter_of(running, "mouse"), std::string("camera"));
    EXPECT_NE(running.loaded_sample().captions().at(0).text.find("camera"), std::string::npos);
    const state before = running.save();
    const mouse_stroke stroke {{0.3f, 0.3f}, {0.4f, 0.3f}, true};
    running.loaded_sample().mouse_drawn(std::span(&stroke, 1));
    EXPECT_EQ(running.save(), before) << "the mouse moves the camera";
}

TEST_F(particles_sample, keeps_the_number_of_particles) {
    session running = open({});
    const double count = statistic_of(running, "simulated particles");
    EXPECT_NEAR(count, 1200.0, 0.15 * 1200.0) << "up to rounding to a lattice";
    advance(running, 30);
    EXPECT_EQ(statistic_of(running, "simulated particles"), count);
    EXPECT_EQ(running.save().get<float4>("places").size(), static_cast<size_t>(count));
    EXPECT_GT(statistic_of(running, "front"), 0.65);
}

TEST_F(particles_sample, a_number_of_particles_begins_again_and_a_viscosity_does_not) {
    session running = open({});
    advance(running, 3);
    running.set_parameter(parameter_of(running, "viscosity"), 0.1f);
    EXPECT_GT(running.save().get_value<double>("time"), 0.0);
    running.set_parameter(parameter_of(running, "particles"), int64_t {2000});
    EXPECT_EQ(running.save().get_value<double>("time"), 0.0);
    EXPECT_NEAR(statistic_of(running, "simulated particles"), 2000.0, 0.15 * 2000.0);
}

// The picture has the colours that it should have: blue water at the left, the pale floor at the right, and the dark studio.
TEST_F(particles_sample, shows_water_the_floor_and_the_studio) {
    session running = open({});
    advance(running, 4);
    const auto picture = shown_by(running);
    const auto [red, green, blue] = pixel_at(picture, 26, 46);
    EXPECT_GT(blue, red + 60) << "water";
    EXPECT_GT(green, red) << "water";
    const auto floor = pixel_at(picture, 66, 54);
    EXPECT_GT(std::min({floor[0], floor[1], floor[2]}), 120) << "floor";
    const auto studio = pixel_at(picture, 2, 20);
    EXPECT_LT(std::max({studio[0], studio[1], studio[2]}), 140) << "studio";
}

// The camera may be everywhere: in the water, below the floor, and far away.
TEST_F(particles_sample, draws_from_every_side) {
    session running = open({}, quick_backend());
    advance(running, 10);
    std::set<std::vector<uint8_t>> pictures;
    const orbit start = running.loaded_sample().initial_camera();
    std::vector<orbit> views(6, start);
    views[1].distance = 0.05f, views[1].target = {0.1f, 0.1f, 0.25f};
    views[2].pitch = -0.6f;
    views[3].yaw = 3.3f;
    views[4].pitch = 1.5f;
    views[5].distance = 40.0f;
    for (const orbit& view : views) EXPECT_TRUE(pictures.insert(shown_by(running, view)).second);
    EXPECT_EQ(hidden_.graphics_errors(), 0u);
}

// What is painted once for a view must follow the camera, the size and the device.
TEST_F(particles_sample, shows_the_same_after_the_view_was_another) {
    session running = open({});
    advance(running, 5);
    const auto first = shown_by(running);
    orbit other = running.loaded_sample().initial_camera();
    other.yaw += 0.5f;
    EXPECT_NE(shown_by(running, other), first);
    EXPECT_EQ(shown_by(running), first);
    running.set_parameter(parameter_of(running, "basin-width"), 1.2f);
    EXPECT_NE(shown_by(running, other), first);
    running.set_parameter(parameter_of(running, "basin-width"), 2.0f);
    advance(running, 5);
    EXPECT_EQ(shown_by(running, session(open({})).loaded_sample().initial_camera()), first);
}

TEST_F(particles_sample, every_preset_draws_without_an_error_of_opengl) {
    session running = open({}, quick_backend());
    const auto all = running.parameters();
    std::set<std::vector<uint8_t>> pictures;
    for (const shell::preset& each : shell::read_presets(INGOT_PRESETS, all)) {
        parameter_settings values = each.parameters;
        // The large ones with fewer particles, which differ so that the pictures do.
        std::erase_if(values, [](const auto& setting) { return setting.first == "particles"; });
        values.emplace_back("particles", int64_t {each.name == "million" ? 2500 : 1500});
        running.apply(values);
        advance(running, 8);
        const std::vector<uint8_t> shown = shown_by(running);
        const std::set<uint8_t> values_of_pixels(shown.begin(), shown.end());
        EXPECT_GT(values_of_pixels.size(), 32u) << each.name;
        EXPECT_TRUE(pictures.insert(shown).second) << each.name << " shows the same as another preset";
        EXPECT_EQ(hidden_.graphics_errors(), 0u) << each.name;
    }
}

}  // namespace
}  // namespace ingot::samples
