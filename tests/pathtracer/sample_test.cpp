// The sample, run as the shell runs it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <ingot/media/picture_file.hpp>
#include <map>

#include "camera/orbit_camera.hpp"
#include "every_device.hpp"
#include "picture/picture.hpp"
#include "presets/presets.hpp"
#include "running_sample.hpp"
#include "scene_layout.hpp"
#include "session/session.hpp"
#include "temporary_folder.hpp"
#include "window/window.hpp"

namespace ingot::samples {

std::unique_ptr<sample> create_pathtracer();

namespace {

using shell::parameter_settings;
using shell::session;
using tests::has_opencl;

class pathtracer_sample : public ::testing::Test {
protected:
    static session open(const parameter_settings& values, backend tested_backend = backend::cpu_debug) {
        const sample_description description {"pathtracer", "Path tracer", "", INGOT_PRESETS, &create_pathtracer};
        return {description, find_device(tested_backend), values, 1, shell::clock::pace::fixed};
    }

    // Runs one frame as the shell does, from `distance` times the scene's initial camera distance.
    void frame(session& session, float distance = 1.0f) const {
        session.advance(shell::clock::fixed_step);
        show(session, distance);
    }
    void show(session& session, float distance = 1.0f) const {
        orbit position = session.loaded_sample().initial_camera();
        position.distance *= distance;
        const shell::orbit_camera camera(position);
        shell::picture picture({32, 24});
        session.draw(picture.begin(camera.view(), camera.projection(32, 24)));
    }

    // Returns the pixels of the picture that the sample draws.
    static std::vector<uint8_t> shown_by(session& session) { return tests::shown_by(session, {32, 24}); }

    shell::window hidden_ {shell::window::kind::offscreen, "pathtracer", {32, 24}};
};

uint32_t samples_of(const session& session) { return session.save().get_value<uint32_t>("samples"); }

TEST_F(pathtracer_sample, gathers_samples_and_then_rests) {
    session session = open({{"spp", int64_t {3}}});
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(*session.loaded_sample().progress(), i < 3 ? i / 3.0 : 1.0);
        frame(session);
    }
    EXPECT_EQ(samples_of(session), 3u);
    session.set_parameter(*shell::find_parameter(session.parameters(), "spp"), int64_t {4});
    frame(session);
    EXPECT_EQ(samples_of(session), 4u) << "a larger spp continues from the samples so far";
}

TEST_F(pathtracer_sample, begins_anew_when_the_camera_moves) {
    session session = open({});
    frame(session);
    frame(session);
    EXPECT_EQ(samples_of(session), 2u);
    frame(session, 1.1f);
    frame(session, 1.1f);
    EXPECT_EQ(samples_of(session), 2u) << "one picture while the camera moves, then the samples of the new view";
}

TEST_F(pathtracer_sample, traces_in_pieces_where_a_frame_has_no_time_for_more) {
    session whole = open({{"spp", int64_t {2}}});
    frame(whole);
    frame(whole);
    session pieces = open({{"spp", int64_t {2}}});
    int frames = 0;
    for (; frames < 1000 && samples_of(pieces) < 2; ++frames) {
        pieces.loaded_sample().step({.budget = 1e-6});
        show(pieces);
        pieces.take_timings();
    }
    EXPECT_EQ(samples_of(pieces), 2u);
    EXPECT_GT(frames, 8) << "a row at a time, or a few";
    const auto expected = whole.save().get<float4>("means");
    const auto actual = pieces.save().get<float4>("means");
    ASSERT_EQ(actual.size(), expected.size());
    for (size_t i = 0; i < actual.size(); ++i) ASSERT_TRUE(all(actual[i] == expected[i])) << i;
}

/// Runs one frame with a budget that is too small for anything. Returns the number of launches of each kernel.
std::map<std::string, int> launches_of_a_hurried_frame(session& session, const std::function<void()>& show) {
    session.loaded_sample().step({.budget = 1e-6});
    show();
    std::map<std::string, int> launches;
    for (const launch_timing& each : session.take_timings()) ++launches[each.kernel];
    return launches;
}

TEST_F(pathtracer_sample, denoises_once_for_a_finished_sample_where_a_frame_has_no_time_for_more) {
    session pieces = open({{"spp", int64_t {2}}, {"denoise", true}});
    int filters = 0;
    for (int frames = 0; frames < 2000 && filters < 5; ++frames) {
        auto launches = launches_of_a_hurried_frame(pieces, [&] { show(pieces); });
        const bool is_first_preview = frames == 0;
        EXPECT_TRUE(is_first_preview || launches["trace"] == 0 || launches["blur_between_edges"] == 0) << frames;
        filters += launches["put_colour_on"];
        // Besides the previews of 8, 4 and 2 pixels, each filter belongs to a finished sample.
        EXPECT_LE(filters, 3 + static_cast<int>(samples_of(pieces))) << frames;
    }
    EXPECT_EQ(filters, 5);
    EXPECT_EQ(samples_of(pieces), 2u);
    // The picture is the same as that of a run that filters at once.
    session whole = open({{"spp", int64_t {2}}, {"denoise", true}});
    frame(whole);
    frame(whole);
    EXPECT_EQ(shown_by(pieces), shown_by(whole));
}

TEST_F(pathtracer_sample, refines_the_preview_from_8_pixels_to_1) {
    session session = open({{"spp", int64_t {1}}});
    // The widths of the images that are shown one after the other. The canvas is 32 pixels wide.
    std::vector<int> widths;
    for (int frames = 0; frames < 1000 && *session.loaded_sample().progress() < 1.0; ++frames) {
        launches_of_a_hurried_frame(session, [&] { show(session); });
        const int width = session.loaded_sample().result().width;
        if (widths.empty() || widths.back() != width) widths.push_back(width);
    }
    EXPECT_EQ(widths, (std::vector {4, 8, 16, 32}));
}

TEST_F(pathtracer_sample, says_which_sample_is_traced) {
    session session = open({{"spp", int64_t {3}}});
    EXPECT_EQ(session.loaded_sample().progress_text(), "sample 1 of 3");
    frame(session);
    frame(session);
    EXPECT_EQ(session.loaded_sample().progress_text(), "sample 3 of 3");
    frame(session);
    EXPECT_EQ(session.loaded_sample().progress_text(), "sample 3 of 3");
}

TEST_F(pathtracer_sample, limits_indirect_light_only_with_a_firefly_limit) {
    const auto means_with = [this](double limit) {
        session session = open({{"scene", std::string("spheres")},
                                {"spp", int64_t {8}},
                                {"samples-per-frame", int64_t {8}},
                                {"firefly-limit", limit}});
        frame(session);
        return session.save().get<float4>("means");
    };
    const auto unlimited = means_with(0.0);
    const auto generous = means_with(1000.0);
    const auto strict = means_with(0.05);
    double before = 0.0;
    double after = 0.0;
    for (size_t i = 0; i < unlimited.size(); ++i) {
        EXPECT_TRUE(all(unlimited[i] == generous[i])) << "no path of this scene is that bright";
        EXPECT_LE(strict[i].y, unlimited[i].y * 1.0001f + 1e-6f);
        before += static_cast<double>(unlimited[i].y);
        after += static_cast<double>(strict[i].y);
    }
    EXPECT_LT(after, 0.9 * before);
    EXPECT_GT(after, 0.2 * before) << "light of the lamp itself and on the first surface stays";
}

TEST_F(pathtracer_sample, goes_on_in_the_middle_of_a_sample_after_a_switch_of_the_device) {
    session session = open({{"spp", int64_t {2}}});
    frame(session);
    session.take_timings();
    session.loaded_sample().step({.budget = 1e-6});
    show(session);
    ASSERT_GT(session.save().get_value<uint32_t>("rows ahead"), 0u);
    session.switch_device(find_device(backend::cpu_debug));
    frame(session);
    EXPECT_EQ(samples_of(session), 2u);
    auto whole = open({{"spp", int64_t {2}}});
    frame(whole);
    frame(whole);
    const auto expected = whole.save().get<float4>("means");
    const auto actual = session.save().get<float4>("means");
    for (size_t i = 0; i < actual.size(); ++i) ASSERT_TRUE(all(actual[i] == expected[i])) << i;
}

TEST_F(pathtracer_sample, shows_a_picture_while_the_clock_is_paused) {
    session session = open({});
    show(session);
    EXPECT_EQ(samples_of(session), 1u);
    show(session);
    EXPECT_EQ(samples_of(session), 1u);
}

TEST_F(pathtracer_sample, keeps_its_samples_over_a_switch_of_the_device) {
    if (!has_opencl()) GTEST_SKIP() << devices(backend::opencl).front().unavailable_reason;
    session reference = open({});
    session switched = open({});
    for (int i = 0; i < 4; ++i) frame(reference);
    for (int i = 0; i < 2; ++i) frame(switched);
    switched.switch_device(find_device(backend::opencl));
    for (int i = 0; i < 2; ++i) frame(switched);
    EXPECT_EQ(samples_of(switched), 4u);
    const auto expected = reference.save().get<float4>("means");
    const auto actual = switched.save().get<float4>("means");
    ASSERT_EQ(actual.size(), expected.size());
    size_t same = 0;
    for (size_t i = 0; i < actual.size(); ++i)
        same += std::abs(actual[i].x - expected[i].x) <= 1e-3f * (0.01f + expected[i].x) ? 1 : 0;
    EXPECT_GT(same, actual.size() * 9 / 10) << "the result must be that of a run on one device";
}

TEST_F(pathtracer_sample, gives_its_picture_in_linear_light_and_for_a_display) {
    session session = open({{"scene", std::string("furnace")},
                            {"bounces", int64_t {1000}},
                            {"spp", int64_t {32}},
                            {"samples-per-frame", int64_t {32}}});
    frame(session);
    const media::picture light = session.loaded_sample().result();
    EXPECT_EQ(light.width, 32);
    EXPECT_EQ(light.height, 24);
    double mean = 0.0;
    for (const media::pixel& each : light.pixels)
        mean += static_cast<double>(each.green) / static_cast<double>(light.pixels.size());
    EXPECT_NEAR(mean, 0.5, 0.02);  // the walls emit 0.25 and reflect half: 0.25 / (1 - 0.5)
    // The filmic tone curve maps 0.5 to about 0.55.
    EXPECT_NEAR(session.loaded_sample().result_for_display().at(16, 12).green, 0.556f, 0.1f);
}

TEST_F(pathtracer_sample, loads_a_file_and_keeps_its_scene_if_the_file_is_broken) {
    const std::filesystem::path models = "/usr/share/assimp/models";  // from Debian's package assimp-testmodels
    if (!exists(models)) GTEST_SKIP() << "Debian's package assimp-testmodels is not installed";
    session session = open({});
    frame(session);
    parameter_base& file = *shell::find_parameter(session.parameters(), "file");
    const parameter_base& scene = *shell::find_parameter(session.parameters(), "scene");
    for (const char* broken :
         {"glTF2/RecursiveNodes/RecursiveNodes.gltf", "glTF2/BoxWithInfinites-glTF-Binary/BoxWithInfinites.glb",
          "glTF2/IndexOutOfRange/IndexOutOfRange.gltf", "invalid/empty.obj", "nowhere.obj"}) {
        EXPECT_THROW(session.set_parameter(file, (models / broken).string()), std::exception) << broken;
        EXPECT_EQ(scene.text(), "cornell");
        EXPECT_EQ(file.text(), "");
        frame(session);
    }
    EXPECT_EQ(samples_of(session), 6u) << "the earlier samples must be kept";
    for (const char* good : {"OBJ/spider.obj", "glTF2/BoxTextured-glTF-Binary/BoxTextured.glb"}) {
        session.set_parameter(file, (models / good).string());
        EXPECT_EQ(scene.text(), "file");
        frame(session);
        EXPECT_EQ(samples_of(session), 1u) << good;
        double seen = 0.0;
        for (const media::pixel& each : session.loaded_sample().result().pixels) seen += static_cast<double>(each.green);
        EXPECT_GT(seen, 0.0) << good;
    }
}

TEST_F(pathtracer_sample, loads_an_environment_and_rejects_a_file_that_is_no_picture) {
    const tests::temporary_folder folder;
    media::picture sky(8, 4);
    for (media::pixel& each : sky.pixels) each = {0.0f, 0.0f, 2.0f, 1.0f};
    media::write_picture(folder / "blue.hdr", sky);
    const auto text = folder.write("text.hdr", "no picture");
    session session = open({{"scene", std::string("still-life")}, {"bounces", int64_t {0}}});
    parameter_base& environment = *shell::find_parameter(session.parameters(), "environment");
    EXPECT_THROW(session.set_parameter(environment, text.string()), std::exception);
    session.set_parameter(environment, (folder / "blue.hdr").string());
    frame(session);
    const media::picture picture = session.loaded_sample().result();
    EXPECT_NEAR(picture.at(16, 0).blue, 2.0f, 0.02f);
    EXPECT_EQ(picture.at(16, 0).red, 0.0f);
}

TEST_F(pathtracer_sample, every_preset_gives_a_picture) {
    session session = open({});
    const auto presets = shell::read_presets(INGOT_PRESETS, session.parameters());
    EXPECT_GE(presets.size(), 3u);
    for (const shell::preset& each : presets) {
        auto opened_session = open(each.parameters);
        frame(opened_session);
        double brightest = 0.0;
        for (const media::pixel& pixel : opened_session.loaded_sample().result().pixels) {
            EXPECT_TRUE(std::isfinite(pixel.red) && pixel.red >= 0.0f) << each.name;
            brightest = std::max(brightest, static_cast<double>(pixel.green));
        }
        EXPECT_GT(brightest, 0.0) << each.name;
    }
}

}  // namespace
}  // namespace ingot::samples
