// The sample, run as the shell runs it.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <ingot/sample/strokes.hpp>
#include <set>

#include "every_device.hpp"
#include "presets/presets.hpp"
#include "running_sample.hpp"
#include "session/session.hpp"
#include "temporary_folder.hpp"
#include "window/window.hpp"

namespace ingot::samples {

std::unique_ptr<sample> create_slime();

namespace {

using shell::parameter_settings;
using shell::session;
using tests::advance;
using tests::parameter_of;
using tests::quick_backend;
using tests::statistic_of;

const sample_description described {"slime", "Slime mould", "", INGOT_PRESETS, &create_slime};
constexpr int width = 96;
constexpr int height = 54;

class slime_sample : public ::testing::Test {
protected:
    static session open(parameter_settings values, backend tested_backend = backend::cpu_debug) {
        if (!shell::find_setting(values, "agents")) values.emplace_back("agents", int64_t {3000});
        values.emplace_back("columns", int64_t {128});
        values.emplace_back("rows", int64_t {64});
        return {described, find_device(tested_backend), values, 1, shell::clock::pace::fixed};
    }
    static std::vector<uint8_t> shown_by(session& session) { return tests::shown_by(session, {width, height}); }
    static void draw_with_mouse(session& session, glm::vec2 from, glm::vec2 to) {
        shown_by(session);
        const mouse_stroke stroke {from, to, true};
        session.loaded_sample().mouse_drawn(std::span(&stroke, 1));
    }
    static double food_in(const session& session) {
        double sum = 0.0;
        for (const int32_t each : session.save().get<int32_t>("food")) sum += each;
        return sum;
    }

    ingot::tests::temporary_folder folder_;
    shell::window hidden_ {shell::window::kind::offscreen, "slime", {width, height}};
};

TEST_F(slime_sample, repeats_a_past_in_real_time_with_strokes_of_the_mouse) {
    session lived = open({});
    session again = open({});
    tests::expect_that_its_past_is_repeated(lived, again, {width, height});
}

TEST_F(slime_sample, goes_on_on_another_device_bit_for_bit) {
    session whole = open({{"species", int64_t {2}}});
    session running = open({{"species", int64_t {2}}});
    advance(whole, 6);
    advance(running, 6);
    // Food that has not been eaten yet is kept as well.
    for (session* each : {&whole, &running}) draw_with_mouse(*each, {0.4f, 0.4f}, {0.6f, 0.5f});
    const state before = running.save();
    running.switch_device(find_device(quick_backend()));
    EXPECT_EQ(running.save(), before);
    advance(whole, 5);
    advance(running, 5);
    EXPECT_EQ(running.save(), whole.save());
}

TEST_F(slime_sample, hands_its_picture_over) {
    session running = open({});
    advance(running, 20);
    tests::expect_that_the_view_is_the_picture(running, {width, height});
}

TEST_F(slime_sample, the_mouse_leaves_food_and_repellent_and_removes_both) {
    session running = open({});
    draw_with_mouse(running, {0.3f, 0.5f}, {0.7f, 0.5f});
    EXPECT_EQ(food_in(running), 0.0) << "until the next step";
    advance(running, 1);
    const double food = food_in(running);
    EXPECT_GT(food, 0.0);
    running.set_parameter(parameter_of(running, "mouse"), std::string("repellent"));
    draw_with_mouse(running, {0.3f, 0.2f}, {0.7f, 0.2f});
    advance(running, 1);
    EXPECT_LT(food_in(running), 0.5 * food);
    running.set_parameter(parameter_of(running, "mouse"), std::string("eraser"));
    running.set_parameter(parameter_of(running, "brush"), 0.25f);
    draw_with_mouse(running, {0.0f, 0.5f}, {1.0f, 0.5f});
    draw_with_mouse(running, {0.0f, 0.2f}, {1.0f, 0.2f});
    advance(running, 1);
    EXPECT_EQ(food_in(running), 0.0);

    running.set_parameter(parameter_of(running, "mouse"), std::string("camera"));
    const state before = running.save();
    draw_with_mouse(running, {0.3f, 0.3f}, {0.4f, 0.3f});
    EXPECT_EQ(running.save(), before) << "the mouse moves the camera";
}

// What the mouse draws is in the file that --save writes, and a run with this file does the same in the same steps.
TEST_F(slime_sample, repeats_the_strokes_of_the_mouse_from_a_file) {
    session hand = open({});
    advance(hand, 2);
    draw_with_mouse(hand, {0.3f, 0.3f}, {0.6f, 0.4f});
    advance(hand, 1);
    hand.set_parameter(parameter_of(hand, "mouse"), std::string("repellent"));
    draw_with_mouse(hand, {0.6f, 0.7f}, {0.6f, 0.7f});
    advance(hand, 3);
    const std::filesystem::path file = folder_ / "hand.strokes";
    hand.loaded_sample().save_file(file);

    session script = open({{"strokes", file.string()}});
    advance(script, 6);
    EXPECT_EQ(script.save().get<int32_t>("food"), hand.save().get<int32_t>("food"));
    EXPECT_EQ(script.save().get<uint32_t>("trails"), hand.save().get<uint32_t>("trails"));
    script.set_parameter(parameter_of(script, "strokes"), std::string());
    script.reset();
    advance(script, 6);
    EXPECT_NE(script.save().get<int32_t>("food"), hand.save().get<int32_t>("food"));
}

// The same file draws in the same places of a finer plane.
TEST_F(slime_sample, strokes_are_in_heights_of_the_plane) {
    const std::filesystem::path file = folder_ / "hand.strokes";
    std::ofstream(file) << "0 food 0.5 0.25 0.5 0.25 0.1\n";
    session coarse = open({{"strokes", file.string()}, {"agents", int64_t {1000}}});
    session fine {described,
                  find_device(backend::cpu_debug),
                  {{"strokes", file.string()}, {"agents", int64_t {1000}}, {"columns", int64_t {256}}, {"rows", int64_t {128}}},
                  1,
                  shell::clock::pace::fixed};
    for (session* each : {&coarse, &fine}) {
        advance(*each, 1);
        const auto food = each->save().get<int32_t>("food");
        const size_t columns = each == &coarse ? 128 : 256;
        EXPECT_GT(food[columns / 8 * columns + columns / 4], 0);
        EXPECT_EQ(food[columns / 4 * columns + columns / 4], 0);
    }
    EXPECT_NEAR(food_in(fine) / food_in(coarse), 4.0, 0.6);
}

TEST_F(slime_sample, food_is_where_the_mouse_was) {
    session running = open({{"brush", 0.1f}});
    draw_with_mouse(running, {0.25f, 0.25f}, {0.25f, 0.25f});
    advance(running, 1);
    const auto food = running.save().get<int32_t>("food");
    const auto strongest = static_cast<uint32_t>(std::ranges::max_element(food) - food.begin());
    // The plane is 2 : 1, and the picture 16 : 9, whose height it fills.
    EXPECT_NEAR(strongest % 128, 64.0 - 0.25 * 64.0 * 16.0 / 9.0, 2.0);
    EXPECT_NEAR(strongest / 128, 48.0, 2.0);
}

TEST_F(slime_sample, takes_as_many_steps_as_its_speed_says) {
    session running = open({});
    advance(running, 30);
    EXPECT_EQ(statistic_of(running, "steps"), 30.0);
    running.set_parameter(parameter_of(running, "speed"), 240.0f);
    advance(running, 10);
    EXPECT_EQ(statistic_of(running, "steps"), 70.0);
    running.set_parameter(parameter_of(running, "speed"), 15.0f);
    advance(running, 40);
    EXPECT_EQ(statistic_of(running, "steps"), 80.0);
}

TEST_F(slime_sample, a_start_begins_again_and_a_behaviour_does_not) {
    session running = open({});
    advance(running, 3);
    running.set_parameter(parameter_of(running, "turn"), 20.0f);
    running.set_parameter(parameter_of(running, "palette"), std::string("abyss"));
    EXPECT_EQ(statistic_of(running, "steps"), 3.0);
    running.set_parameter(parameter_of(running, "species"), int64_t {3});
    EXPECT_EQ(statistic_of(running, "steps"), 0.0);
    EXPECT_EQ(statistic_of(running, "agents"), 3000.0);
    EXPECT_EQ(running.save().get<uint32_t>("trails").size(), 3u * 128 * 64);
}

TEST_F(slime_sample, has_a_tool_for_the_mouse_and_names_it) {
    session running = open({});
    const choice* const tool = running.loaded_sample().mouse_tool();
    ASSERT_NE(tool, nullptr);
    EXPECT_EQ(tool->choices().back(), "camera");
    EXPECT_NE(running.loaded_sample().captions().at(0).text.find("food"), std::string::npos);
}

// Beyond its borders the plane repeats: the picture of a plane that is moved by its own height is the same, but darker.
TEST_F(slime_sample, repeats_beyond_the_borders_but_dark) {
    session running = open({{"glow", 0.0f}, {"relief", 0.0f}});
    advance(running, 20);
    const auto sum = [](const std::vector<uint8_t>& picture) {
        uint64_t all = 0;
        for (const uint8_t each : picture) all += each;
        return all;
    };
    orbit view = running.loaded_sample().initial_camera();
    const uint64_t within = sum(tests::shown_by(running, {width, height}, view));
    view.target.y += 2.0f;
    const uint64_t beyond = sum(tests::shown_by(running, {width, height}, view));
    EXPECT_GT(beyond, within / 20);
    EXPECT_LT(beyond, within * 3 / 4);
}

TEST_F(slime_sample, shows_the_plane_at_every_magnification) {
    session running = open({}, quick_backend());
    advance(running, 20);
    std::set<std::vector<uint8_t>> pictures;
    const orbit start = running.loaded_sample().initial_camera();
    for (const float distance : {0.02f, 0.3f, 1.0f, 3.0f, 40.0f}) {
        orbit view = start;
        view.distance *= distance;
        EXPECT_TRUE(pictures.insert(tests::shown_by(running, {width, height}, view)).second) << distance;
    }
    EXPECT_EQ(hidden_.graphics_errors(), 0u);
}

TEST_F(slime_sample, every_preset_draws_without_an_error_of_opengl) {
    session running = open({}, quick_backend());
    const auto all = running.parameters();
    std::set<std::vector<uint8_t>> pictures;
    int number = 0;
    for (const shell::preset& each : shell::read_presets(INGOT_PRESETS, all)) {
        parameter_settings values = each.parameters;
        // The large ones with fewer agents, which differ so that the pictures do.
        std::erase_if(values, [](const auto& setting) {
            return setting.first == "agents" || setting.first == "columns" || setting.first == "rows";
        });
        values.emplace_back("agents", int64_t {3000 + 500 * number++});
        values.emplace_back("columns", int64_t {128});
        values.emplace_back("rows", int64_t {64});
        running.apply(values);
        advance(running, 20);
        const std::vector<uint8_t> shown = shown_by(running);
        const std::set<uint8_t> values_of_pixels(shown.begin(), shown.end());
        EXPECT_GT(values_of_pixels.size(), 32u) << each.name;
        EXPECT_TRUE(pictures.insert(shown).second) << each.name << " shows the same as another preset";
        EXPECT_EQ(hidden_.graphics_errors(), 0u) << each.name;
    }
}

}  // namespace
}  // namespace ingot::samples
