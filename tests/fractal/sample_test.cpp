// The sample, run as the shell runs it.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ingot/media/picture_file.hpp>
#include <limits>
#include <map>
#include <set>

#include "camera/orbit_camera.hpp"
#include "every_device.hpp"
#include "picture/picture.hpp"
#include "presets/presets.hpp"
#include "run/program.hpp"
#include "running_sample.hpp"
#include "session/session.hpp"
#include "temporary_folder.hpp"
#include "window/window.hpp"

namespace ingot::samples {

std::unique_ptr<sample> create_fractal();

namespace {

using shell::parameter_settings;
using shell::session;
using tests::parameter_of;
using tests::quick_backend;
using tests::statistic_of;

const sample_description described {"fractal", "Fractals", "", INGOT_PRESETS, &create_fractal};
constexpr int width = 36;
constexpr int height = 20;

class fractal_sample : public ::testing::Test {
protected:
    static session open(const parameter_settings& values, backend tested_backend = backend::cpu_debug) {
        return {described, find_device(tested_backend), values, 1, shell::clock::pace::fixed};
    }
    void show(session& session) const {
        const shell::orbit_camera camera(session.loaded_sample().initial_camera());
        shell::picture picture({width, height});
        session.draw(picture.begin(camera.view(), camera.projection(width, height), session.loaded_sample().tone()));
    }
    void frame(session& session) const {
        session.advance(shell::clock::fixed_step);
        show(session);
    }
    static std::vector<uint8_t> shown_by(session& session) { return tests::shown_by(session, {width, height}); }

    ingot::tests::temporary_folder folder_;
    shell::window hidden_ {shell::window::kind::offscreen, "fractal", {width, height}};
};

uint32_t samples_of(const session& session) { return session.save().get_value<uint32_t>("samples"); }

TEST_F(fractal_sample, gathers_samples_and_then_rests) {
    session session = open({{"spp", int64_t {3}}});
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(*session.loaded_sample().progress(), std::min(i, 3) / 3.0);
        frame(session);
    }
    EXPECT_EQ(samples_of(session), 3u);
    session.set_parameter(parameter_of(session, "palette"), std::string("ice"));
    frame(session);
    EXPECT_EQ(samples_of(session), 1u) << "another view begins anew";
}

TEST_F(fractal_sample, refines_coarse_pictures_to_the_same_result_where_a_frame_has_no_time_for_more) {
    for (const char* shape : {"mandelbulb", "mandelbrot"}) {
        const parameter_settings values {{"shape", std::string(shape)}, {"spp", int64_t {2}}};
        session whole = open(values);
        frame(whole);
        frame(whole);
        session pieces = open(values);
        std::vector<int> widths;  // of the pictures that are shown one after the other
        for (int frames = 0; frames < 2000 && *pieces.loaded_sample().progress() < 1.0; ++frames) {
            pieces.loaded_sample().step({.budget = 1e-9});
            show(pieces);
            pieces.take_timings();
            const int shown = pieces.loaded_sample().result().width;
            if (widths.empty() || widths.back() != shown) widths.push_back(shown);
        }
        EXPECT_EQ(widths, (std::vector {width / 16, width / 8, width / 4, width / 2, width})) << shape;
        EXPECT_EQ(pieces.loaded_sample().result(), whole.loaded_sample().result()) << shape;
    }
}

// The time of a launch arrives after later launches were enqueued. It must not count for their pixels: the next frame would have
// far too much work.
TEST_F(fractal_sample, takes_each_time_for_the_pixels_of_its_own_launch) {
    session running = open({});
    for (int i = 0; i < 3; ++i) {  // previews with pixels of 16, 8 and 4
        running.loaded_sample().step({.budget = 1e-9});
        show(running);
    }
    const launch_timing first[] = {{"trace_solid<solid_kind::mandelbulb>", std::chrono::seconds(1)},
                                   {"show_colours", std::chrono::seconds(5)}};
    running.loaded_sample().kernels_timed(first);
    EXPECT_NEAR(statistic_of(running, "pixels"), 1e-6 * (width / 16) * (height / 16), 1e-12);
    const launch_timing second[] = {{"trace_solid<solid_kind::mandelbulb>", std::chrono::seconds(2)}};
    running.loaded_sample().kernels_timed(second);
    EXPECT_NEAR(statistic_of(running, "pixels"), 0.5e-6 * (width / 8), 1e-12) << "one row";
}

TEST_F(fractal_sample, goes_on_on_another_device_with_the_same_picture) {
    for (const char* shape : {"julia", "mandelbrot"}) {
        session running = open({{"shape", std::string(shape)}, {"spp", int64_t {4}}, {"zoom", 20.0}});
        frame(running);
        frame(running);
        const std::vector<uint8_t> before = shown_by(running);
        running.switch_device(find_device(quick_backend()));
        EXPECT_EQ(samples_of(running), 2u) << shape;
        EXPECT_EQ(shown_by(running), before) << shape << ": the samples so far are shown";
        frame(running);
        EXPECT_EQ(samples_of(running), 3u) << shape << ": and continued";
    }
}

TEST_F(fractal_sample, flies_around_a_solid_and_keeps_its_place_on_another_device) {
    session running = open({{"flight", 5.0}});
    frame(running);
    const std::vector<uint8_t> first = shown_by(running);
    for (int i = 0; i < 30; ++i) running.advance(shell::clock::fixed_step);
    const std::vector<uint8_t> later = shown_by(running);
    EXPECT_NE(later, first);
    running.switch_device(find_device(backend::cpu_debug));
    EXPECT_EQ(shown_by(running), later);
    EXPECT_EQ(running.loaded_sample().progress_text(), "") << "a view that moves is never finished";
}

TEST_F(fractal_sample, flies_down_to_the_zoom_and_rests_there) {
    session running = open({{"shape", std::string("mandelbrot")}, {"zoom", 3.0}, {"flight", 1.0}, {"spp", int64_t {1}}});
    frame(running);
    EXPECT_NEAR(statistic_of(running, "zoom"), shell::clock::fixed_step, 1e-9);
    for (int i = 0; i < 200; ++i) running.advance(shell::clock::fixed_step);
    frame(running);
    EXPECT_EQ(statistic_of(running, "zoom"), 3.0);
    const std::vector<uint8_t> arrived = shown_by(running);
    session resting = open({{"shape", std::string("mandelbrot")}, {"zoom", 3.0}, {"spp", int64_t {1}}});
    frame(resting);
    EXPECT_EQ(arrived, shown_by(resting));
}

TEST_F(fractal_sample, shows_the_plane_flat_and_moves_it_with_the_camera) {
    session running = open({{"shape", std::string("mandelbrot")}, {"zoom", 30.0}});
    EXPECT_TRUE(running.loaded_sample().is_flat_picture());
    EXPECT_EQ(running.loaded_sample().tone(), tone_curve::none);
    orbit position = running.loaded_sample().initial_camera();
    const auto heights_of = [&] {
        const shell::orbit_camera camera(position);
        shell::picture picture({width, height});
        running.draw(picture.begin(camera.view(), camera.projection(width, height), tone_curve::none));
        return running.loaded_sample().captions().at(0).text;
    };
    EXPECT_EQ(heights_of(), "height 3.0e-30");
    position.distance *= 0.01f;
    EXPECT_EQ(heights_of(), "height 3.0e-32");
    session solid = open({});
    EXPECT_FALSE(solid.loaded_sample().is_flat_picture());
}

TEST_F(fractal_sample, reads_the_centre_from_a_file) {
    const auto file = folder_.write("centre.txt", "-1.25066\n0.02012\n").string();
    session running = open({{"shape", std::string("mandelbrot")}, {"zoom", 3.0}});
    frame(running);
    const std::vector<uint8_t> before = shown_by(running);
    running.set_parameter(parameter_of(running, "file"), file);
    EXPECT_EQ(parameter_of(running, "place").text(), "file");
    const std::vector<uint8_t> elsewhere = shown_by(running);
    EXPECT_NE(elsewhere, before);
    // A wrong file leaves the place as it was.
    for (const char* text : {"0.5", "zero\n0", "3\n0"}) {
        const auto wrong = folder_.write("wrong.txt", text).string();
        try {
            running.set_parameter(parameter_of(running, "file"), wrong);
            FAIL() << text << ": no error";
        } catch (const std::runtime_error& caught) {
            EXPECT_NE(std::string(caught.what()).find(wrong), std::string::npos) << caught.what();
        }
        EXPECT_EQ(parameter_of(running, "file").text(), file);
        EXPECT_EQ(shown_by(running), elsewhere);
    }
    EXPECT_THROW(open({{"place", std::string("file")}}), parameter_error);
}

TEST_F(fractal_sample, keeps_the_place_until_a_file_is_named) {
    // One sample per pixel, so that the picture is finished after a frame.
    session running =
        open({{"shape", std::string("mandelbrot")}, {"place", std::string("elephants")}, {"zoom", 3.0}, {"spp", int64_t {1}}});
    frame(running);
    const std::vector<uint8_t> before = shown_by(running);
    running.set_parameter(parameter_of(running, "place"), std::string("star"));
    EXPECT_NE(shown_by(running), before);
    running.set_parameter(parameter_of(running, "place"), std::string("elephants"));
    frame(running);
    EXPECT_EQ(shown_by(running), before);
    running.set_parameter(parameter_of(running, "place"), std::string("file"));
    frame(running);
    EXPECT_EQ(shown_by(running), before);
    EXPECT_NO_THROW(running.switch_device(find_device(backend::cpu_debug)));
    frame(running);
    EXPECT_EQ(shown_by(running), before);
}

// A state can come from anybody. The number is converted to an integer, which has no value for NaN or a negative number.
TEST_F(fractal_sample, rejects_a_state_with_impossible_iterations) {
    const std::string file = folder_.write("place.txt", "-0.75\n0.1\n300\n").string();
    session running = open({{"shape", std::string("mandelbrot")}, {"place", std::string("file")}, {"file", file}});
    state saved = running.save();
    EXPECT_NO_THROW(running.loaded_sample().restore(saved));
    for (const double wrong : {-1.0, 2e6, std::numeric_limits<double>::quiet_NaN()}) {
        saved.put_value("iterations per decade", wrong);
        EXPECT_THROW(running.loaded_sample().restore(saved), error) << wrong;
    }
}

// The costs that the statistics report are those of the pixels, tile by tile.
TEST_F(fractal_sample, measures_the_divergence_of_tiles) {
    session running = open({{"view", std::string("divergence")}});
    frame(running);
    const std::vector<uint32_t> steps = running.save().get<uint32_t>("steps");
    ASSERT_EQ(steps.size(), size_t {width} * height);
    double sum = 0.0;
    double taken = 0.0;
    for (int tile_y = 0; tile_y < height; tile_y += 4)
        for (int tile_x = 0; tile_x < width; tile_x += 8) {
            uint32_t largest = 0;
            int pixels = 0;
            for (int y = tile_y; y < std::min(tile_y + 4, height); ++y)
                for (int x = tile_x; x < std::min(tile_x + 8, width); ++x, ++pixels) {
                    const uint32_t own = steps[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)];
                    largest = std::max(largest, own);
                    sum += own;
                }
            taken += static_cast<double>(largest) * pixels;
        }
    EXPECT_NEAR(statistic_of(running, "waiting work-items"), 100.0 * (1.0 - sum / taken), 1e-9);
    EXPECT_NEAR(statistic_of(running, "distances"), sum / (width * height), 1e-9);
    EXPECT_GT(statistic_of(running, "waiting work-items"), 1.0);
    EXPECT_NE(running.loaded_sample().captions().at(0).text.find("8 × 4"), std::string::npos);
    EXPECT_EQ(running.loaded_sample().tone(), tone_curve::none);
    const std::vector<uint8_t> divergence = shown_by(running);
    running.set_parameter(parameter_of(running, "view"), std::string("cost"));
    EXPECT_NE(shown_by(running), divergence);
    EXPECT_EQ(samples_of(running), 1u) << "another view of the same samples";
    EXPECT_NE(running.loaded_sample().captions().at(0).text.find("dark 0, bright "), std::string::npos);
}

TEST_F(fractal_sample, every_preset_draws_without_an_error_of_opengl) {
    session running = open({{"spp", int64_t {1}}});
    const auto all = running.parameters();
    std::set<std::vector<uint8_t>> pictures;
    const std::vector<shell::preset> presets = shell::read_presets(INGOT_PRESETS, all);
    for (const shell::preset& each : presets) {
        parameter_settings values = each.parameters;
        values.emplace_back("plane-iterations", int64_t {16'000});
        running.apply(values);
        frame(running);
        const std::vector<uint8_t> shown = shown_by(running);
        std::map<uint8_t, int> value_counts;
        for (const uint8_t value : shown) ++value_counts[value];
        EXPECT_GT(value_counts.size(), 16u) << each.name;  // more than one colour was drawn
        EXPECT_TRUE(pictures.insert(shown).second) << each.name << " shows the same as another preset";
        EXPECT_EQ(hidden_.graphics_errors(), 0u) << each.name;
    }
}

TEST(fractal_tool, writes_a_picture) {
    const ingot::tests::temporary_folder folder;
    const std::string file = (folder / "bulb.png").string();
    const auto run = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"run", "fractal", "--backend", "cpu-debug"});
        return shell::run_program(arguments, std::span(&described, 1));
    };
    ASSERT_EQ(run({"--spp", "2", "--size", "32x18", "--output", file}), 0);
    const media::picture picture = media::read_picture(file);
    EXPECT_EQ(picture.width, 32);
    EXPECT_EQ(picture.height, 18);
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(run({"--shape", "mandelbrot", "--file", (folder / "none.txt").string(), "--output", file}), 1);
    EXPECT_NE(::testing::internal::GetCapturedStderr().find("none.txt: cannot be read"), std::string::npos);
}

}  // namespace
}  // namespace ingot::samples
