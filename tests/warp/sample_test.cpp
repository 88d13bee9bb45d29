// Tests the sample as the shell runs it, and warps of its frames with the library on every device.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <ingot/metrics/pixel_difference.hpp>
#include <ingot/sample/kernel_work.hpp>
#include <ingot/warp/warper.hpp>
#include <map>
#include <set>

#include "camera/orbit_camera.hpp"
#include "every_device.hpp"
#include "frame_renderer.hpp"
#include "picture/picture.hpp"
#include "pixels.hpp"
#include "presets/presets.hpp"
#include "running_sample.hpp"
#include "session/session.hpp"
#include "timeline.hpp"
#include "warp_inputs.hpp"
#include "window/window.hpp"
#include "world.hpp"

namespace ingot::samples {

std::unique_ptr<sample> create_warp();

namespace warping {
namespace {

using shell::parameter_settings;
using shell::session;
using tests::has_opencl;
using tests::parameter_of;
using tests::quick_backend;
using tests::shown_by;
using tests::statistics_of;

const sample_description described {"warp", "Image-space warping", "", INGOT_PRESETS, &create_warp};

std::vector<uint8_t> frame(session& session, shell::extent size) {
    session.advance(shell::clock::fixed_step);
    return shown_by(session, size);
}

class warp_sample_test : public ::testing::Test {
protected:
    static session open(const parameter_settings& values, backend backend = quick_backend()) {
        return {described, find_device(backend), values, 1, shell::clock::pace::fixed};
    }

    shell::window hidden_ {shell::window::kind::offscreen, "warp", {64, 64}};
};

// Compares the PSNR of warped pictures with that of the last frame repeated: gather must gain at least 5 dB, scatter at least
// 3 dB and forward more than 2 dB. If INGOT_LONG_FLIGHT is set, the test uses 61 pictures (one second) of 1280 x 720.
TEST_F(warp_sample_test, warped_pictures_are_nearer_to_the_truth_than_repeated_ones) {
    const bool is_long = std::getenv("INGOT_LONG_FLIGHT") != nullptr;
    const shell::extent size = is_long ? shell::extent {1280, 720} : shell::extent {640, 360};
    const int pictures = is_long ? 61 : 4;
    session session = open({{"measure", std::string("all")}, {"view", std::string("warped")}});
    for (int i = 0; i < pictures; ++i) frame(session, size);
    auto found = statistics_of(session);
    EXPECT_EQ(found.at("pictures compared"), is_long ? 45 : 3) << "the others are at the time of a rendered frame";
    EXPECT_GE(found.at("gather: over repeating"), 5.0);
    EXPECT_GE(found.at("scatter: over repeating"), 3.0);
    EXPECT_GT(found.at("forward: over repeating"), 2.0);
    EXPECT_GT(found.at("gather: SSIM"), found.at("repeating: SSIM") + 0.05);
    EXPECT_GT(found.at("scatter: SSIM"), found.at("repeating: SSIM") + 0.05);
    EXPECT_LT(found.at("gather: holes"), found.at("scatter: holes"));
    for (const auto& [name, value] : found) RecordProperty(name, std::to_string(value));
}

TEST_F(warp_sample_test, reports_the_bytes_of_each_of_its_kernels) {
    session session = open({{"measure", std::string("all")}, {"view", std::string("warped")}});
    for (int i = 0; i < 2; ++i) frame(session, {64, 36});
    std::set<std::string> launched;
    for (const launch_timing& each : session.take_timings()) launched.insert(each.kernel);
    EXPECT_GE(launched.size(), 5u);
    const auto* const estimator = dynamic_cast<const kernel_work_estimator*>(&session.loaded_sample());
    ASSERT_NE(estimator, nullptr);
    // Each kernel moves at least three values of 4 bytes and one byte of the mask of holes for each pixel.
    constexpr double fewest_bytes = 13.0 * 64 * 36;
    for (const std::string& each : launched) {
        const auto work = estimator->estimate_work(each);
        ASSERT_TRUE(work) << each;
        EXPECT_GE(work->bytes, fewest_bytes) << each;
    }
    EXPECT_FALSE(estimator->estimate_work("another"));
}

// A tree that the camera passes too closely fills the picture. Leaves are the widest part of a tree, so their distance is
// checked. A unit is a decimetre.
TEST(flight, keeps_away_from_the_trees) {
    constexpr float smallest_distance = 12.0f;
    const world temple = make_temple();
    const glm::mat4 view = shell::orbit_camera(initial_view()).view();
    for (double time = 0.0; time < 300.0; time += 0.25) {
        const glm::vec3 eye(glm::inverse(view * flight_transform(time))[3]);
        float nearest = INFINITY;
        for (const instance& each : temple.instances_at(time)) {
            if (temple.materials[each.material].kind != surface_kind::leaves) continue;
            for (const auto& vertex : temple.meshes[each.mesh].vertices)
                nearest = std::min(nearest, glm::distance(eye, glm::vec3(each.transform * glm::vec4(vertex.position, 1.0f))));
        }
        ASSERT_GT(nearest, smallest_distance) << "at " << time << " s";
    }
}

// In a window, frames that take long are rendered in parts, and the time waits for them. Its pictures are those that whole frames
// give.
TEST_F(warp_sample_test, gives_the_same_pictures_when_frames_are_rendered_in_parts) {
    constexpr shell::extent size {96, 54};
    struct columns {
        const char* view;
        size_t first, last;  // of what is warped for the current time
    };
    for (const auto& [view, first, last] : {columns {"warped", 0, 95}, columns {"strips", 34, 61}}) {
        const parameter_settings values {{"view", std::string(view)}, {"measure", std::string("off")}, {"rate", 30.0}};
        session whole = open(values);
        session in_parts = open(values);
        sample& sample = in_parts.loaded_sample();
        const orbit camera = sample.initial_camera();
        const auto time = [&] { return sample.save().get_value<double>("time"); };
        constexpr double step = 1.0 / 60.0;
        constexpr int most_pictures = 3000;
        std::vector<uint8_t> picture;
        int pictures = 0;
        // 2.5 frames later, all frames that are used were rendered in parts.
        for (double clock = 0.0; time() < 2.5 / 30.0 && pictures < most_pictures; clock += step, ++pictures) {
            sample.step({.frame = static_cast<uint64_t>(pictures), .time = clock, .step = step, .budget = 0.02});
            picture = shown_by(in_parts, size, camera);
        }
        ASSERT_LT(pictures, most_pictures) << view << ": the time stands still at " << time();
        whole.loaded_sample().restore(sample.save());
        const auto expected = shown_by(whole, size, camera);
        for (size_t y = 0; y < 54; ++y) {
            const auto row = [&](const std::vector<uint8_t>& rows) {
                const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(3 * 96 * y);
                return std::vector<uint8_t>(begin + static_cast<std::ptrdiff_t>(3 * first),
                                            begin + static_cast<std::ptrdiff_t>(3 * last + 3));
            };
            ASSERT_EQ(row(picture), row(expected)) << view << ", row " << y;
        }
    }
}

TEST_F(warp_sample_test, answers_the_camera_in_the_next_picture_while_frames_are_rendered_in_parts) {
    constexpr shell::extent size {96, 54};
    session session = open({{"view", std::string("warped")}, {"measure", std::string("off")}});
    for (int i = 0; i < 2; ++i) frame(session, size);
    sample& sample = session.loaded_sample();
    sample.step({.frame = 2, .time = 2.0 / 60.0, .step = 1.0 / 60.0, .budget = 1e-9});
    const orbit first = sample.initial_camera();
    orbit other = first;
    other.yaw += 0.1f;
    const auto before = shown_by(session, size, first);
    const auto turned = shown_by(session, size, other);
    EXPECT_LT(metrics::compare_pixels({before, 96, 54}, {turned, 96, 54}).psnr, 25.0);
    EXPECT_EQ(shown_by(session, size, first), before);
}

// A frame that is rendered in parts has the same pixels in all textures.
TEST_F(warp_sample_test, a_frame_in_parts_equals_a_whole_one) {
    constexpr uint32_t width = 160;
    constexpr uint32_t height = 90;
    frame_renderer renderer(make_temple());
    frame_target whole(width, height);
    frame_target in_parts(width, height);
    timeline frames;
    const displayed_moment moment = frames.moment_at(0.3, 5.0, 1.0, shell::orbit_camera(initial_view()).view());
    renderer.render(whole, moment.previous_frame);
    renderer.begin(in_parts, moment.previous_frame);
    int parts = 0;
    for (; renderer.work_left() > 0; ++parts) renderer.draw_part(renderer.work_of_frame() / 50);
    EXPECT_GT(parts, 20);
    const auto words = [](const opengl::texture& texture, GLenum format, GLenum type) {
        std::vector<uint32_t> all(size_t {2} * width * height);
        glBindTexture(GL_TEXTURE_2D, texture.get());
        glGetTexImage(GL_TEXTURE_2D, 0, format, type, all.data());
        glBindTexture(GL_TEXTURE_2D, 0);
        return all;
    };
    for (size_t i = 0; i < whole.all().size(); ++i) {
        const bool is_colour = i == 0;
        const bool is_float = i == 3 || i == 5;
        const GLenum format = is_colour ? GL_RGBA : is_float ? GL_RG : GL_RED_INTEGER;
        const GLenum type = is_colour ? GL_UNSIGNED_BYTE : is_float ? GL_FLOAT : GL_UNSIGNED_INT;
        EXPECT_EQ(words(whole.all()[i], format, type), words(in_parts.all()[i], format, type)) << "texture " << i;
    }
}

TEST(warp_view, leaves_out_only_what_cannot_be_seen) {
    const float edge = std::tan(0.5f * glm::radians(field_of_view));  // of the picture's height, at the distance 1
    EXPECT_TRUE(is_in_view({0.0f, 0.0f, -100.0f}, 1.0f, 1.0f));
    EXPECT_FALSE(is_in_view({0.0f, 0.0f, 100.0f}, 50.0f, 1.0f)) << "it is behind the camera";
    EXPECT_TRUE(is_in_view({0.0f, 0.0f, 40.0f}, 50.0f, 1.0f)) << "the camera is in it";
    EXPECT_FALSE(is_in_view({0.0f, 0.0f, -far_plane - 2.0f}, 1.0f, 1.0f));
    for (const float side : {-1.0f, 1.0f}) {
        EXPECT_TRUE(is_in_view({side * (100.0f * edge + 1.0f), 0.0f, -100.0f}, 1.0f, 1.0f)) << "it touches the picture";
        EXPECT_FALSE(is_in_view({side * (100.0f * edge + 2.0f), 0.0f, -100.0f}, 1.0f, 1.0f));
        EXPECT_TRUE(is_in_view({side * (100.0f * edge + 2.0f), 0.0f, -100.0f}, 1.0f, 1.5f)) << "the picture is wider";
        EXPECT_FALSE(is_in_view({0.0f, side * (100.0f * edge + 2.0f), -100.0f}, 1.0f, 1.5f));
    }
}

TEST_F(warp_sample_test, names_each_of_the_pictures_with_its_measurement) {
    session session = open({{"measure", std::string("all")}});
    for (int i = 0; i < 2; ++i) frame(session, {96, 54});
    const auto captions = session.loaded_sample().captions();
    ASSERT_EQ(captions.size(), 4u);
    EXPECT_EQ(captions[0].text, "rendered");
    EXPECT_TRUE(captions[1].text.starts_with("warped from 15 frames a second, ")) << captions[1].text;
    EXPECT_TRUE(captions[1].text.ends_with(" dB")) << captions[1].text;
    EXPECT_TRUE(captions[2].text.starts_with("last frame repeated, ")) << captions[2].text;
    EXPECT_EQ(captions[3].text, "difference × 4");
    const auto views = parameter_of(session, "view").choices();
    for (const std::string& view : views) {
        session.set_parameter(parameter_of(session, "view"), view);
        frame(session, {96, 54});
        EXPECT_EQ(session.loaded_sample().captions().size(), view == "compare" ? 4u : view == "strips" ? 3u : 1u) << view;
    }
}

TEST_F(warp_sample_test, fills_what_panels_leave_free) {
    session session = open({{"view", std::string("compare")}, {"measure", std::string("off")}});
    session.advance(shell::clock::fixed_step);
    const shell::orbit_camera camera(session.loaded_sample().initial_camera());
    shell::picture picture({100, 50});
    session.draw(picture.begin(camera.view(), camera.projection(100, 50), tone_curve::none, {0.2f, 0.9f}));
    const auto pixels = picture.read(1.0f);
    const auto is_black = [&](size_t x, size_t y) {
        const uint8_t* const pixel = &pixels[3 * (100 * y + x)];
        return pixel[0] == 0 && pixel[1] == 0 && pixel[2] == 0;
    };
    // The upper row has the sky of two pictures, from 20 to 90.
    EXPECT_TRUE(is_black(5, 3) && is_black(19, 3) && is_black(90, 3) && is_black(97, 3));
    EXPECT_FALSE(is_black(20, 3) || is_black(40, 3) || is_black(70, 3) || is_black(89, 3));
    EXPECT_NEAR(session.loaded_sample().captions().at(0).place.x, 0.55f, 1e-5f) << "in the middle of the pictures";
}

// Where the device shares a processor with OpenGL, the window shows colours that the sample has drawn as 8 bits.
TEST_F(warp_sample_test, shows_in_a_window_what_it_draws_for_files) {
    for (const std::string view : {"compare", "strips", "warped", "difference"}) {
        session session = open({{"view", view}, {"measure", std::string("off")}}, backend::cpu_native);
        ASSERT_TRUE(session.loaded_sample().draws_one_view());
        for (int i = 0; i < 3; ++i) session.advance(shell::clock::fixed_step);
        const shell::orbit_camera camera(session.loaded_sample().initial_camera());
        shell::picture picture({64, 64});
        const glm::mat4 projection = camera.projection(64, 64);
        session.draw(picture.begin(camera.view(), projection, tone_curve::none, {0.2f, 0.9f}, true));
        for (const float exposure : {1.0f, 2.0f, 0.5f}) {
            picture.show({64, 64}, exposure);
            const auto shown = hidden_.read();
            const auto for_file = picture.read(exposure);
            ASSERT_EQ(shown.size(), for_file.size());
            int furthest = 0;
            for (size_t i = 0; i < shown.size(); ++i) furthest = std::max(furthest, std::abs(int {shown[i]} - int {for_file[i]}));
            EXPECT_LE(furthest, 1) << view << ", exposure " << exposure;
            EXPECT_NE(shown, std::vector<uint8_t>(shown.size(), 0)) << view;
        }
        // Drawn into the canvas, it is the same.
        session.draw(picture.begin(camera.view(), projection, tone_curve::none, {0.2f, 0.9f}, false));
        const auto drawn = picture.read(1.0f);
        session.draw(picture.begin(camera.view(), projection, tone_curve::none, {0.2f, 0.9f}, true));
        EXPECT_EQ(picture.read(1.0f), drawn) << view;
    }
    EXPECT_EQ(hidden_.graphics_errors(), 0u);
}

TEST_F(warp_sample_test, frames_at_the_rate_of_the_display_need_no_warp) {
    session session = open({{"rate", 60.0}, {"measure", std::string("all")}, {"view", std::string("warped")}});
    for (int i = 0; i < 2; ++i) frame(session, {64, 36});
    EXPECT_EQ(statistics_of(session).at("pictures compared"), 0.0);
}

TEST_F(warp_sample_test, by_default_compares_the_displayed_picture_when_statistics_are_read) {
    session session = open({{"view", std::string("warped")}});
    frame(session, {96, 54});
    EXPECT_FALSE(statistics_of(session).contains("gather: PSNR")) << "the first picture is at the time of a rendered frame";
    frame(session, {96, 54});
    EXPECT_GT(statistics_of(session).at("gather: PSNR"), 20.0);
    EXPECT_EQ(statistics_of(session).at("pictures compared"), 1.0);
    session.set_parameter(parameter_of(session, "method"), std::string("scatter"));
    frame(session, {96, 54});
    EXPECT_TRUE(statistics_of(session).contains("scatter: PSNR"));
    EXPECT_FALSE(statistics_of(session).contains("gather: PSNR"));
}

TEST_F(warp_sample_test, keeps_its_time_when_the_device_is_switched) {
    if (!has_opencl()) GTEST_SKIP() << devices(backend::opencl).front().unavailable_reason;
    const parameter_settings values {{"view", std::string("warped")}, {"measure", std::string("off")}};
    session reference = open(values, backend::opencl);
    session switched = open(values, backend::cpu_debug);
    for (int i = 0; i < 2; ++i) {
        frame(reference, {160, 90});
        frame(switched, {160, 90});
    }
    EXPECT_EQ(reference.save(), switched.save());
    switched.switch_device(find_device(backend::opencl));
    const auto expected = frame(reference, {160, 90});
    const auto actual = frame(switched, {160, 90});
    EXPECT_GE(metrics::compare_pixels({expected, 160, 90}, {actual, 160, 90}).psnr, 50.0);
    EXPECT_EQ(reference.save(), switched.save());
}

// A file replaces the scene, and a broken file leaves the scene as it was. The camera moves from frame to frame. Therefore two
// pictures of the same scene differ too; their PSNR is above 15 dB, and that of the files' scenes is below 25 dB.
TEST_F(warp_sample_test, loads_a_file_and_keeps_the_scene_if_the_file_is_broken) {
    const std::filesystem::path models = "/usr/share/assimp/models";  // Debian's assimp-testmodels
    if (!exists(models)) GTEST_SKIP() << "Debian's package assimp-testmodels is not installed";
    session session = open({{"view", std::string("true")}, {"measure", std::string("off")}});
    const auto before = frame(session, {96, 54});
    const parameter_base& scene = parameter_of(session, "scene");
    parameter_base& file = parameter_of(session, "file");
    for (const char* broken :
         {"glTF2/RecursiveNodes/RecursiveNodes.gltf", "glTF2/BoxWithInfinites-glTF-Binary/BoxWithInfinites.glb",
          "glTF2/IndexOutOfRange/IndexOutOfRange.gltf", "invalid/empty.obj", "nowhere.obj"}) {
        std::string message;
        try {
            session.set_parameter(file, (models / broken).string());
        } catch (const std::exception& problem) {
            message = problem.what();
        }
        EXPECT_NE(message.find(std::filesystem::path(broken).filename().string()), std::string::npos)
            << broken << ": " << message;
        EXPECT_EQ(scene.text(), "temple");
        EXPECT_EQ(file.text(), "");
        EXPECT_GT(metrics::compare_pixels({before, 96, 54}, {frame(session, {96, 54}), 96, 54}).psnr, 15.0)
            << "the temple is gone";
    }
    for (const char* good : {"OBJ/spider.obj", "glTF2/BoxTextured-glTF-Binary/BoxTextured.glb"}) {
        session.set_parameter(file, (models / good).string());
        EXPECT_EQ(scene.text(), "file");
        const auto picture = frame(session, {96, 54});
        EXPECT_LT(metrics::compare_pixels({before, 96, 54}, {picture, 96, 54}).psnr, 25.0) << good << " must replace the temple";
    }
    session.set_parameter(parameter_of(session, "scene"), std::string("temple"));
    EXPECT_GT(metrics::compare_pixels({before, 96, 54}, {frame(session, {96, 54}), 96, 54}).psnr, 15.0);
    session.reset();
    EXPECT_EQ(scene.text(), "temple") << "a reset keeps the chosen scene, although there is a file";
}

TEST_F(warp_sample_test, every_preset_gives_a_picture) {
    session session = open({});
    const auto presets = shell::read_presets(INGOT_PRESETS, session.parameters());
    EXPECT_GE(presets.size(), 4u);
    for (const shell::preset& each : presets) {
        session.apply(each.parameters);
        const auto picture = frame(session, {64, 36});
        size_t bright = 0;
        for (const uint8_t value : picture) bright += value > 40 ? 1 : 0;
        EXPECT_GT(bright, picture.size() / 2) << each.name;
    }
}

// Warps frames of the flight with each method on every device. Pictures and holes must be nearly the same as on the CPU debug
// device.
class warped_frames : public ::testing::TestWithParam<ingot::testing::device_choice> {
protected:
    shell::window hidden_ {shell::window::kind::offscreen, "warp", {64, 64}};
};

TEST_P(warped_frames, are_those_of_the_cpu) {
    constexpr uint32_t width = 160;
    constexpr uint32_t height = 90;
    frame_renderer renderer(make_temple());
    frame_target before(width, height);
    frame_target after(width, height);
    const output_texture output(width, height);
    timeline frames;
    const shell::orbit_camera camera(initial_view());
    const displayed_moment moment = frames.moment_at(0.3, 5.0, 1.0, camera.view());
    renderer.render(before, moment.previous_frame);
    renderer.render(after, moment.next_frame);
    const ingot_warp_camera warp_camera = camera_of(before);
    ingot_warp_parameters parameters {};
    ingot_warp_default_parameters(&parameters);
    struct result {
        picture_copy picture;
        std::vector<uint8_t> holes;
    };
    const auto warp_all = [&](const device& device) {
        queue queue = device.create_queue();
        ingot::warp::warper warps(device, queue);
        std::vector<result> all;
        const auto keep = [&] { all.push_back({picture_copy(output.name(), width, height), warps.holes()}); };
        warps.gather(warp_camera, parameters, 0.5f, gather_input(before, after, output.name()));
        keep();
        warps.scatter(warp_camera, parameters, 0.5f, scatter_input(before, output.name()));
        keep();
        warps.gather_forward(warp_camera, parameters, 0.5f, forward_input(before, output.name()));
        keep();
        return all;
    };
    const auto expected = warp_all(find_device(backend::cpu_debug));
    const auto actual = warp_all(find_device(GetParam().backend, GetParam().index));
    for (size_t i = 0; i < expected.size(); ++i) {
        EXPECT_GE(metrics::compare_pixels(expected[i].picture.view(), actual[i].picture.view()).psnr, 50.0) << i;
        size_t differ = 0;
        size_t holes = 0;
        for (size_t pixel = 0; pixel < actual[i].holes.size(); ++pixel) {
            differ += expected[i].holes[pixel] != actual[i].holes[pixel] ? 1 : 0;
            holes += expected[i].holes[pixel];
        }
        EXPECT_LE(differ, actual[i].holes.size() / 1000) << i;
        EXPECT_GT(holes, 0u) << i;
        EXPECT_LT(holes, actual[i].holes.size() / 4) << i;
    }
}

INGOT_TEST_ON_EVERY_DEVICE(warped_frames);

// A picture between two frames has a view between those that the mouse gave the frames. A new view of the mouse changes the
// frames that are rendered later, never one that has been rendered.
TEST(warp_timeline, interpolates_the_view_of_the_mouse_and_keeps_rendered_frames) {
    timeline frames;
    const glm::mat4 first = shell::orbit_camera(initial_view()).view();
    orbit other = initial_view();
    other.yaw += 0.3f;
    const glm::mat4 second = shell::orbit_camera(other).view();

    const displayed_moment start = frames.moment_at(0.05, 10.0, 0.0, first);
    EXPECT_NEAR(start.fraction, 0.5, 1e-9);
    EXPECT_EQ(start.previous_frame.views[0], first);
    const displayed_moment still = frames.moment_at(0.08, 10.0, 0.0, second);
    EXPECT_EQ(still.next_frame.views[0], first) << "that frame has been rendered already";
    EXPECT_TRUE(is_usable_as_previous(start.previous_frame, still.previous_frame) &&
                is_usable_as_next(start.next_frame, still.next_frame));
    const displayed_moment moved_moment = frames.moment_at(0.15, 10.0, 0.0, second);
    EXPECT_EQ(moved_moment.previous_frame.views[0], first);
    EXPECT_EQ(moved_moment.previous_frame.views[2], second) << "its motion must lead to the view of the next frame";
    EXPECT_EQ(moved_moment.next_frame.views[0], second);
    EXPECT_EQ(moved_moment.next_frame.views[1], first);
    EXPECT_FALSE(is_usable_as_previous(still.next_frame, moved_moment.previous_frame)) << "it was rendered with another motion";
    const glm::vec3 eye(glm::inverse(moved_moment.displayed.views[0])[3]);
    EXPECT_NEAR(glm::length(eye - 0.5f * (glm::vec3(glm::inverse(first)[3]) + glm::vec3(glm::inverse(second)[3]))), 0.0f, 1e-3f);
    const displayed_moment later = frames.moment_at(0.25, 10.0, 0.0, second);
    EXPECT_TRUE(is_usable_as_previous(moved_moment.next_frame, later.previous_frame));
    const displayed_moment leap = frames.moment_at(9.05, 10.0, 0.0, first);
    EXPECT_EQ(leap.previous_frame.views[0], first);
}

// A frame that is rendered ahead is used as the frame after and then as the frame before, although the mouse moves.
TEST(warp_timeline, frames_ahead_are_used_while_the_mouse_moves) {
    timeline frames;
    const auto turned = [](float yaw) {
        orbit moved = initial_view();
        moved.yaw += yaw;
        return shell::orbit_camera(moved).view();
    };
    const auto at = [&](double time, float yaw) { return frames.moment_at(time, 10.0, 1.0, turned(yaw)); };
    const displayed_moment start = at(0.05, 0.0f);
    const moments second = frames.frame_ahead(turned(0.1f));
    EXPECT_EQ(frames.frame_ahead(turned(0.2f)), second) << "its view is kept";
    const displayed_moment next = at(0.1, 0.3f);
    EXPECT_TRUE(is_usable_as_previous(start.next_frame, next.previous_frame));
    EXPECT_TRUE(is_usable_as_next(second, next.next_frame));
    const moments third = frames.frame_ahead(turned(0.4f));
    EXPECT_EQ(third.views[0], turned(0.1f) * flight_transform(0.3))
        << "the view that the mouse had set when the one before began";
    const displayed_moment last = at(0.25, 0.5f);
    EXPECT_TRUE(is_usable_as_previous(second, last.previous_frame));
    EXPECT_TRUE(is_usable_as_next(third, last.next_frame));
    const displayed_moment leap = at(9.05, 0.7f);
    EXPECT_EQ(leap.next_frame.views[2], turned(0.7f) * flight_transform(9.2)) << "a jump in time forgets the views of the mouse";
}

// Pictures are moved to the view of the camera: exactly where all is at the distance of the temple, and in all directions if the
// camera only turns.
TEST(warp_timeline, moves_pictures_to_the_view_of_the_camera) {
    constexpr float aspect = 1.6f;
    const glm::mat4 projection = glm::perspective(glm::radians(field_of_view), aspect, near_plane, far_plane);
    const auto place = [&](const glm::mat4& view, const glm::vec3& point) {
        const glm::vec4 clip = projection * view * glm::vec4(point, 1.0f);
        return 0.5f * glm::vec2(clip) / clip.w + 0.5f;
    };
    const auto moved_place = [&](const glm::mat4& wanted, const glm::mat4& of_picture, const glm::vec3& point) {
        const glm::vec3 there = places_seen_from(wanted, of_picture, aspect) * glm::vec3(place(wanted, point), 1.0f);
        return glm::vec2(there) / there.z;
    };
    const glm::mat4 view = shell::orbit_camera(initial_view()).view();
    EXPECT_EQ(places_seen_from(view, view, aspect), glm::mat3(1.0f));
    const glm::mat4 turned = glm::rotate(glm::mat4(1.0f), 0.1f, glm::vec3(0.3f, 1.0f, 0.2f)) * view;
    orbit other = initial_view();
    other.yaw += 0.15f;
    other.distance += 20.0f;
    const glm::mat4 orbited = shell::orbit_camera(other).view();
    const glm::vec3 middle = initial_view().target;
    const glm::vec3 right(glm::inverse(orbited)[0]);
    const glm::vec3 up(glm::inverse(orbited)[1]);
    for (const glm::vec2 offset : {glm::vec2(0.0f), glm::vec2(40.0f, 10.0f), glm::vec2(-30.0f, 25.0f)}) {
        const glm::vec3 in_plane = middle + offset.x * right + offset.y * up;
        EXPECT_LT(glm::distance(moved_place(orbited, view, in_plane), place(view, in_plane)), 1e-4f);
    }
    // A camera that turns in its place sees all distances alike.
    for (const glm::vec3 point : {middle, glm::vec3(50.0f, 0.0f, 20.0f), glm::vec3(-30.0f, 60.0f, 90.0f)})
        EXPECT_LT(glm::distance(moved_place(turned, view, point), place(view, point)), 1e-4f);
}

}  // namespace
}  // namespace warping
}  // namespace ingot::samples
