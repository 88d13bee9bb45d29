// The sample, run as the shell runs it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "presets/presets.hpp"
#include "running_sample.hpp"
#include "session/session.hpp"
#include "space_flow.hpp"
#include "temporary_folder.hpp"
#include "window/window.hpp"

namespace ingot::samples {

std::unique_ptr<sample> create_smoke();

namespace {

using shell::parameter_settings;
using shell::session;
using tests::advance;
using tests::parameter_of;
using tests::quick_backend;
using tests::statistic_of;

const sample_description described {"smoke", "Smoke in space", "", INGOT_PRESETS, &create_smoke};
constexpr int width = 64;
constexpr int height = 48;

class smoke_sample : public ::testing::Test {
protected:
    static session open(parameter_settings values, backend tested_backend = quick_backend()) {
        for (const char* name : {"columns", "rows", "layers"})
            if (!shell::find_setting(values, name)) values.emplace_back(name, int64_t {16});
        return {described, find_device(tested_backend), values, 1, shell::clock::pace::fixed};
    }
    static std::vector<uint8_t> shown_by(session& session) { return tests::shown_by(session, {width, height}); }
    static void draw_with_mouse(session& session, float x, float y) {
        const mouse_stroke stroke {{x, y}, {x, y}, true};
        session.loaded_sample().mouse_drawn(std::span(&stroke, 1));
    }
    /// How much a pixel differs in both pictures, from the upper left corner.
    static int change_at(const std::vector<uint8_t>& before, const std::vector<uint8_t>& after, float x, float y) {
        const size_t first = size_t {3} * static_cast<size_t>(static_cast<int>(y * height) * width + static_cast<int>(x * width));
        int largest = 0;
        for (size_t i = first; i < first + 3; ++i) largest = std::max(largest, std::abs(int {after[i]} - int {before[i]}));
        return largest;
    }

    ingot::tests::temporary_folder folder_;
    shell::window hidden_ {shell::window::kind::offscreen, "smoke", {width, height}};
};

TEST_F(smoke_sample, repeats_a_past_in_real_time_with_strokes_of_the_mouse) {
    session lived = open({});
    session again = open({});
    tests::expect_that_its_past_is_repeated(lived, again, {width, height});
}

TEST_F(smoke_sample, goes_on_on_another_device) {
    const parameter_settings scene {{"scene", std::string("sphere")}};
    session whole = open(scene, backend::cpu_debug);
    session running = open(scene, backend::cpu_debug);
    for (session* each : {&whole, &running}) {
        advance(*each, 5);
        shown_by(*each);
        draw_with_mouse(*each, 0.45f, 0.5f);  // acts in the next step
    }
    const state before = running.save();
    running.switch_device(find_device(quick_backend()));
    EXPECT_EQ(running.save(), before);
    advance(whole, 3);
    advance(running, 3);
    const auto expected = whole.save().get<float>("smoke");
    const auto found = running.save().get<float>("smoke");
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); ++i) ASSERT_NEAR(found[i], expected[i], 1e-3f) << i;
}

// In a window, a step that takes long is divided among frames. The states after the steps are those of whole steps.
TEST_F(smoke_sample, has_the_same_state_when_steps_are_divided) {
    session whole = open({});
    session divided = open({});
    sample& sample = divided.loaded_sample();
    for (int i = 0; i < 3; ++i) {
        whole.loaded_sample().step({.step = shell::clock::fixed_step});
        const auto before = shown_by(divided);
        // The last part of a divided step is the light.
        uint64_t parts = 0;
        do {
            sample.step({.step = shell::clock::fixed_step, .budget = 1e-9});
            if (sample.is_within_step()) EXPECT_EQ(shown_by(divided), before) << "within a step";
        } while (++parts < 1000 && sample.is_within_step());
        EXPECT_GT(parts, smoke::space_flow::parts_of_step);
        EXPECT_EQ(shown_by(divided), shown_by(whole));
    }
    EXPECT_EQ(shown_by(divided), shown_by(whole));
    EXPECT_EQ(divided.save(), whole.save());
    // Saving ends a step that has begun.
    sample.step({.step = shell::clock::fixed_step, .budget = 1e-9});
    whole.loaded_sample().step({.step = shell::clock::fixed_step});
    EXPECT_EQ(divided.save(), whole.save());
}

TEST_F(smoke_sample, draws_smoke_and_obstacles_at_the_mouse) {
    session running = open({{"scene", std::string("empty")}, {"brush", 0.15f}, {"sun", 250.0f}});  // behind the camera
    const std::vector<uint8_t> empty = shown_by(running);
    draw_with_mouse(running, 0.5f, 0.35f);
    advance(running, 1);
    const std::vector<uint8_t> smoky = shown_by(running);
    EXPECT_GT(change_at(empty, smoky, 0.5f, 0.35f), 40);
    EXPECT_LT(change_at(empty, smoky, 0.1f, 0.1f), 3);
    EXPECT_GT(statistic_of(running, "smoke"), 1.0);

    running.reset();
    running.set_parameter(parameter_of(running, "mouse"), std::string("obstacle"));
    shown_by(running);
    draw_with_mouse(running, 0.5f, 0.35f);
    advance(running, 1);
    const std::vector<uint8_t> solid = shown_by(running);
    EXPECT_GT(change_at(empty, solid, 0.5f, 0.35f), 40);
    EXPECT_EQ(statistic_of(running, "smoke"), 0.0);

    running.set_parameter(parameter_of(running, "mouse"), std::string("erase"));
    running.set_parameter(parameter_of(running, "brush"), 0.28f);
    draw_with_mouse(running, 0.5f, 0.35f);
    advance(running, 1);
    EXPECT_LT(change_at(empty, shown_by(running), 0.5f, 0.35f), 3);
}

// What the mouse draws is in the file that --save writes, and a run with this file does the same in the same steps, whatever its
// camera shows.
TEST_F(smoke_sample, repeats_the_strokes_of_the_mouse_from_a_file) {
    const parameter_settings empty {{"scene", std::string("empty")}, {"brush", 0.15f}};
    session hand = open(empty);
    shown_by(hand);
    advance(hand, 2);
    draw_with_mouse(hand, 0.5f, 0.35f);
    advance(hand, 1);
    hand.set_parameter(parameter_of(hand, "mouse"), std::string("obstacle"));
    draw_with_mouse(hand, 0.6f, 0.6f);
    advance(hand, 3);
    EXPECT_GT(statistic_of(hand, "smoke"), 1.0);
    const std::filesystem::path file = folder_ / "hand.strokes";
    hand.loaded_sample().save_file(file);

    session script = open({{"scene", std::string("empty")}, {"strokes", file.string()}});
    advance(script, 6);
    for (const char* name : {"smoke", "velocities", "distances"})
        EXPECT_EQ(script.save().get<float>(name), hand.save().get<float>(name)) << name;
    script.set_parameter(parameter_of(script, "strokes"), std::string());
    script.reset();
    advance(script, 6);
    EXPECT_EQ(statistic_of(script, "smoke"), 0.0);
}

TEST_F(smoke_sample, has_a_tool_for_the_mouse_and_names_it) {
    session running = open({});
    const choice* const tool = running.loaded_sample().mouse_tool();
    ASSERT_NE(tool, nullptr);
    EXPECT_EQ(tool->choices().back(), "camera");
    running.set_parameter(parameter_of(running, "mouse"), std::string("wind"));
    EXPECT_NE(running.loaded_sample().captions().at(0).text.find("wind"), std::string::npos);
    running.set_parameter(parameter_of(running, "mouse"), std::string("camera"));
    shown_by(running);
    const state before = running.save();
    draw_with_mouse(running, 0.5f, 0.5f);
    EXPECT_EQ(running.save(), before) << "the mouse turns the camera";
}

// Every size within the ranges has enough coarser grids.
TEST_F(smoke_sample, rounds_sizes_up) {
    const auto cells_of = [&](int64_t columns, int64_t rows, int64_t layers) {
        session running = open({{"columns", columns}, {"rows", rows}, {"layers", layers}});
        return running.save().get<float>("pressure").size();
    };
    EXPECT_EQ(cells_of(17, 16, 23), size_t {24} * 16 * 24);
    EXPECT_EQ(cells_of(130, 16, 16), size_t {144} * 16 * 16);
    EXPECT_EQ(cells_of(16, 400, 16), size_t {64} * 416 * 64) << "no side is much shorter than the longest";
}

TEST_F(smoke_sample, repeats_a_run_bit_for_bit) {
    session running = open({{"scene", std::string("fire")}, {"glow", 1.0f}});
    advance(running, 4);
    const state first = running.save();
    running.reset();
    advance(running, 4);
    EXPECT_EQ(running.save(), first);
}

TEST_F(smoke_sample, every_preset_draws_without_an_error_of_opengl) {
    session running = open({});
    const auto all = running.parameters();
    std::set<std::vector<uint8_t>> pictures;
    for (const shell::preset& each : shell::read_presets(INGOT_PRESETS, all)) {
        parameter_settings values = each.parameters;
        // Grids that differ only in their sizes would show the same.
        const bool is_tall = each.name == "fine" || each.name == "small";
        values.emplace_back("columns", int64_t {24});
        values.emplace_back("rows", int64_t {is_tall ? each.name == "fine" ? 40 : 32 : 24});
        values.emplace_back("layers", int64_t {16});
        running.apply(values);
        advance(running, 8);
        const std::vector<uint8_t> shown = shown_by(running);
        const std::set<uint8_t> values_of_pixels(shown.begin(), shown.end());
        EXPECT_GT(values_of_pixels.size(), 16u) << each.name;
        EXPECT_TRUE(pictures.insert(shown).second) << each.name << " shows the same as another preset";
        EXPECT_EQ(hidden_.graphics_errors(), 0u) << each.name;
    }
}

// The picture from every side, from below the floor and from within the box has no number that is not finite, which would be
// black or white.
TEST_F(smoke_sample, is_shown_from_everywhere) {
    session running = open({{"scene", std::string("sphere")}});
    advance(running, 8);
    const orbit start = running.loaded_sample().initial_camera();
    std::set<std::vector<uint8_t>> pictures;
    for (const float yaw : {0.0f, 1.5707963f, 3.0f})
        for (const float pitch : {-0.4f, 0.0f, 1.5f})
            for (const float distance : {0.02f, start.distance}) {
                orbit view = start;
                view.yaw = yaw;
                view.pitch = pitch;
                view.distance = distance;
                pictures.insert(tests::shown_by(running, {width, height}, view));
            }
    EXPECT_GT(pictures.size(), 10u);
    EXPECT_EQ(hidden_.graphics_errors(), 0u);
}

}  // namespace
}  // namespace ingot::samples
