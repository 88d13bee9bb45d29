// The sample, run as the shell runs it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <ingot/sample/strokes.hpp>
#include <iterator>
#include <map>
#include <set>

#include "every_device.hpp"
#include "plane_flow.hpp"
#include "presets/presets.hpp"
#include "running_sample.hpp"
#include "session/session.hpp"
#include "temporary_folder.hpp"
#include "window/window.hpp"

namespace ingot::samples {

std::unique_ptr<sample> create_fluid();

namespace fluid {
stroke_format format_of_strokes();
}

namespace {

using shell::parameter_settings;
using shell::session;
using tests::advance;
using tests::parameter_of;
using tests::quick_backend;
using tests::statistic_of;

const sample_description described {"fluid", "Ink and smoke", "", INGOT_PRESETS, &create_fluid};
constexpr int width = 64;
constexpr int height = 36;

class fluid_sample : public ::testing::Test {
protected:
    static session open(parameter_settings values, backend tested_backend = backend::cpu_debug) {
        if (!shell::find_setting(values, "columns")) values.emplace_back("columns", int64_t {64});
        if (!shell::find_setting(values, "rows")) values.emplace_back("rows", int64_t {32});
        return {described, find_device(tested_backend), values, 1, shell::clock::pace::fixed};
    }
    static std::vector<uint8_t> shown_by(session& session) { return tests::shown_by(session, {width, height}); }

    ingot::tests::temporary_folder folder_;
    shell::window hidden_ {shell::window::kind::offscreen, "fluid", {width, height}};
};

TEST_F(fluid_sample, repeats_a_past_in_real_time_with_strokes_of_the_mouse) {
    session lived = open({{"scene", std::string("basin")}});
    session again = open({{"scene", std::string("basin")}});
    tests::expect_that_its_past_is_repeated(lived, again, {width, height});
}

TEST_F(fluid_sample, goes_on_on_another_device) {
    session whole = open({});
    session running = open({});
    advance(whole, 6);
    advance(running, 6);
    shown_by(running);
    const mouse_stroke stroke {{0.4f, 0.4f}, {0.5f, 0.4f}, true};
    shown_by(whole);
    for (session* each : {&whole, &running}) each->loaded_sample().mouse_drawn(std::span(&stroke, 1));
    const state before = running.save();
    running.switch_device(find_device(quick_backend()));
    EXPECT_EQ(running.save(), before);
    advance(whole, 3);
    advance(running, 3);
    const auto expected = whole.save().get<float>("ink");
    const auto found = running.save().get<float>("ink");
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); ++i) ASSERT_NEAR(found[i], expected[i], 1e-3f) << i;
}

// What the mouse draws is in the file that --save writes, and a run with this file does the same in the same steps.
TEST_F(fluid_sample, hands_its_picture_over) {
    session running = open({});
    advance(running, 10);
    tests::expect_that_the_view_is_the_picture(running, {width, height});
}

// In a window, a step that takes long is divided among frames. The states after the steps are those of whole steps.
TEST_F(fluid_sample, has_the_same_state_when_steps_are_divided) {
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
        EXPECT_GT(parts, fluid::plane_flow::parts_of_step);
        EXPECT_EQ(shown_by(divided), shown_by(whole));
    }
    EXPECT_EQ(divided.save(), whole.save());
    // Saving ends a step that has begun.
    sample.step({.step = shell::clock::fixed_step, .budget = 1e-9});
    whole.loaded_sample().step({.step = shell::clock::fixed_step});
    EXPECT_EQ(divided.save(), whole.save());
}

TEST_F(fluid_sample, repeats_the_strokes_of_the_mouse_from_a_file) {
    const parameter_settings empty {{"scene", std::string("basin")}};
    session hand = open(empty);
    shown_by(hand);
    advance(hand, 2);
    for (int i = 0; i < 5; ++i) {
        const float x = 0.2f + 0.1f * static_cast<float>(i);
        const mouse_stroke stroke {{x, 0.5f}, {x + 0.1f, 0.4f}, i == 0};
        hand.loaded_sample().mouse_drawn(std::span(&stroke, 1));
        advance(hand, 1);
    }
    hand.set_parameter(parameter_of(hand, "mouse"), std::string("obstacle"));
    const mouse_stroke wall {{0.7f, 0.2f}, {0.7f, 0.8f}, true};
    hand.loaded_sample().mouse_drawn(std::span(&wall, 1));
    advance(hand, 3);
    EXPECT_GT(statistic_of(hand, "ink"), 10.0);
    const std::filesystem::path file = folder_ / "hand.strokes";
    hand.loaded_sample().save_file(file);
    EXPECT_EQ(read_strokes(file, fluid::format_of_strokes()).size(), 6u);

    session script = open({{"scene", std::string("basin")}, {"strokes", file.string()}});
    advance(script, 10);
    for (const char* name : {"ink", "velocities", "obstacles"})
        EXPECT_EQ(script.save().get<uint32_t>(name), hand.save().get<uint32_t>(name)) << name;
    script.reset();
    advance(script, 10);
    EXPECT_EQ(script.save().get<float>("ink"), hand.save().get<float>("ink")) << "again after a reset";
}

// The steps are counted from 0 again when the basin begins again.
TEST_F(fluid_sample, forgets_the_strokes_in_an_earlier_basin) {
    session running = open({{"scene", std::string("basin")}});
    shown_by(running);
    const mouse_stroke stroke {{0.25f, 0.25f}, {0.5f, 0.25f}, true};
    advance(running, 5);
    running.loaded_sample().mouse_drawn(std::span(&stroke, 1));
    advance(running, 2);
    running.set_parameter(parameter_of(running, "rows"), int64_t {48});
    shown_by(running);
    running.loaded_sample().mouse_drawn(std::span(&stroke, 1));
    advance(running, 2);
    const std::filesystem::path file = folder_ / "hand.strokes";
    running.loaded_sample().save_file(file);
    const std::vector<drawn_stroke> saved = read_strokes(file, fluid::format_of_strokes());
    ASSERT_EQ(saved.size(), 1u);
    EXPECT_EQ(saved[0].step, 0u);
}

TEST_F(fluid_sample, draws_at_the_mouse) {
    session running = open({{"scene", std::string("basin")}, {"pen", std::string("first")}, {"brush", 0.1f}});
    const std::vector<uint8_t> before = shown_by(running);
    const mouse_stroke stroke {{0.25f, 0.25f}, {0.25f, 0.25f}, true};
    running.loaded_sample().mouse_drawn(std::span(&stroke, 1));
    advance(running, 1);
    const std::vector<uint8_t> after = shown_by(running);
    const auto change_at = [&](int x, int y) {  // from the upper left corner
        const size_t first = size_t {3} * static_cast<size_t>(y * width + x);
        return std::abs(int {after[first]} - int {before[first]});
    };
    EXPECT_GT(change_at(width / 4, height / 4), 60);
    EXPECT_LT(change_at(3 * width / 4, 3 * height / 4), 3);
}

TEST_F(fluid_sample, has_a_tool_for_the_mouse_and_names_it) {
    session running = open({});
    const choice* const tool = running.loaded_sample().mouse_tool();
    ASSERT_NE(tool, nullptr);
    EXPECT_EQ(tool->choices().back(), "camera");
    running.set_parameter(parameter_of(running, "mouse"), std::string("wind"));
    EXPECT_NE(running.loaded_sample().captions().at(0).text.find("wind"), std::string::npos);
    running.set_parameter(parameter_of(running, "mouse"), std::string("camera"));
    const state before = running.save();
    const mouse_stroke stroke {{0.3f, 0.3f}, {0.4f, 0.3f}, true};
    running.loaded_sample().mouse_drawn(std::span(&stroke, 1));
    EXPECT_EQ(running.save(), before) << "the mouse moves the picture";
}

// Every size within the ranges has enough coarser grids.
TEST_F(fluid_sample, rounds_sizes_up) {
    session running = open({{"columns", int64_t {100}}, {"rows", int64_t {17}}});
    advance(running, 1);
    EXPECT_EQ(running.save().get<float>("pressure").size(), size_t {112} * 32);
    running.set_parameter(parameter_of(running, "rows"), int64_t {16});
    running.set_parameter(parameter_of(running, "columns"), int64_t {1985});
    EXPECT_EQ(running.save().get<float>("pressure").size(), size_t {2048} * 16);
    running.set_parameter(parameter_of(running, "rows"), int64_t {500});
    EXPECT_EQ(running.save().get<float>("pressure").size(), size_t {2048} * 512);
}

TEST_F(fluid_sample, reads_what_the_pressure_left) {
    session running = open({{"v-cycles", int64_t {4}}});
    advance(running, 5);
    EXPECT_GT(statistic_of(running, "divergence before"), 0.1);
    EXPECT_LT(statistic_of(running, "divergence after"), 1e-2 * statistic_of(running, "divergence before"));
    EXPECT_LT(statistic_of(running, "residual"), 1.0);
    EXPECT_GT(statistic_of(running, "residual"), 0.0);
}

TEST_F(fluid_sample, every_preset_draws_without_an_error_of_opengl) {
    session running = open({}, quick_backend());
    const auto all = running.parameters();
    std::set<std::vector<uint8_t>> pictures;
    for (const shell::preset& each : shell::read_presets(INGOT_PRESETS, all)) {
        parameter_settings values = each.parameters;
        values.emplace_back("columns", int64_t {96});
        values.emplace_back("rows", each.name == "fine" ? int64_t {48} : int64_t {32});  // else 'fine' would be as 'ink'
        running.apply(values);
        advance(running, 8);
        const std::vector<uint8_t> shown = shown_by(running);
        std::set<uint8_t> values_of_pixels(shown.begin(), shown.end());
        EXPECT_GT(values_of_pixels.size(), 16u) << each.name;
        EXPECT_TRUE(pictures.insert(shown).second) << each.name << " shows the same as another preset";
        EXPECT_EQ(hidden_.graphics_errors(), 0u) << each.name;
    }
}

}  // namespace
}  // namespace ingot::samples
