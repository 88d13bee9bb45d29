// The sample, run as the shell runs it: switched between devices, with good and bad files, and as a command-line tool.
#include <epoxy/gl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ingot/media/picture_file.hpp>
#include <map>
#include <set>
#include <thread>

#include "camera/orbit_camera.hpp"
#include "device_picture.hpp"
#include "glsl_blur.hpp"
#include "picture/picture.hpp"
#include "presets/presets.hpp"
#include "run/program.hpp"
#include "running_sample.hpp"
#include "session/session.hpp"
#include "stage/stage.hpp"
#include "temporary_folder.hpp"
#include "window/window.hpp"

namespace ingot::samples {

std::unique_ptr<sample> create_blur();

namespace blur {
namespace {

using shell::parameter_settings;
using shell::session;
using tests::has_opencl;
using tests::parameter_of;
using tests::quick_backend;

const sample_description described {"blur", "Gaussian blur", "", INGOT_PRESETS, &create_blur};

media::picture small_picture(int width, int height) {
    media::picture picture(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            picture.at(x, y) = {media::decode_srgb8(static_cast<uint8_t>(37 * x + 11 * y)),
                                media::decode_srgb8(static_cast<uint8_t>(5 * x * y)), (x / 3 + y / 2) % 2 == 0 ? 1.0f : 0.0f,
                                1.0f};
    return picture;
}

class blur_sample_test : public testing::Test {
protected:
    session open(const parameter_settings& values, backend tested_backend = backend::cpu_debug) const {
        return {described, find_device(tested_backend), values, 1, shell::clock::pace::fixed};
    }
    std::string write_picture(const std::string& name, const media::picture& picture) const {
        media::write_picture(folder_ / name, picture);
        return (folder_ / name).string();
    }

    ingot::tests::temporary_folder folder_;
    shell::window hidden_ {shell::window::kind::offscreen, "blur", {64, 64}};
};

float largest_difference(const media::picture& a, const media::picture& b) {
    EXPECT_EQ(a.width, b.width);
    EXPECT_EQ(a.height, b.height);
    float largest = 0.0f;
    for (size_t i = 0; i < std::min(a.pixels.size(), b.pixels.size()); ++i)
        for (const auto channel : {&media::pixel::red, &media::pixel::green, &media::pixel::blue, &media::pixel::alpha})
            largest = std::max(largest, std::abs(a.pixels[i].*channel - b.pixels[i].*channel));
    return largest;
}

TEST_F(blur_sample_test, fits_into_what_panels_leave_free) {
    shell::stage stage({200, 100});
    ASSERT_TRUE(
        stage.open({.sample = described, .device = {backend::cpu_debug, 0}, .parameters = {{"labels", false}}, .preset = {}}));
    stage.set_uncovered({0.4f, 0.9f});
    EXPECT_FLOAT_EQ(stage.picture_scale(), 0.5f);
    const auto lit_columns = [&] {
        stage.draw();
        const auto pixels = stage.drawn_picture().read(1.0f);
        std::set<int> columns;
        for (size_t i = 0; i < pixels.size(); ++i)
            if (pixels[i] != 0) columns.insert(static_cast<int>(i / 3 % 200));
        return columns;
    };
    const auto beside_panels = lit_columns();
    ASSERT_FALSE(beside_panels.empty());
    EXPECT_GE(*beside_panels.begin(), 80);
    EXPECT_LT(*beside_panels.rbegin(), 180);
    EXPECT_GT(*beside_panels.rbegin() - *beside_panels.begin(), 70);
    stage.draw_for_file();
    const auto whole = lit_columns();
    EXPECT_GT(*whole.rbegin() - *whole.begin(), 140);
}

TEST_F(blur_sample_test, fills_its_column_side_by_side) {
    shell::stage stage({400, 200});
    ASSERT_TRUE(
        stage.open({.sample = described, .device = {backend::cpu_debug, 0}, .parameters = {{"labels", false}}, .preset = {}}));
    stage.compare_with(stage.running()->current_device());
    for (int i = 0; i < 1000 && (i == 0 || stage.pending_compilation()); ++i) {
        stage.run_deferred_actions();
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ASSERT_TRUE(stage.comparison().is_active());
    stage.comparison().layout().view = shell::comparison_view::side_by_side;
    stage.set_uncovered({0.5f, 1.0f});
    stage.resize_picture({400, 200});
    stage.draw();
    const auto [width, height] = stage.drawn_picture().size();
    EXPECT_NEAR(width, 100, 2);
    const auto pixels = stage.drawn_picture().read(1.0f);
    std::set<int> columns;
    for (size_t i = 0; i < pixels.size(); ++i)
        if (pixels[i] != 0) columns.insert(static_cast<int>(i / 3 % static_cast<size_t>(width)));
    EXPECT_GT(columns.size(), 95u) << "of " << width;
}

TEST_F(blur_sample_test, has_its_labels_beside_and_above_what_panels_cover) {
    shell::stage stage({400, 200});
    ASSERT_TRUE(stage.open({.sample = described, .device = {backend::cpu_debug, 0}, .parameters = {}, .preset = {}}));
    const auto shown = [&](bool labels) {
        shell::find_parameter(stage.running()->parameters(), "labels")->set(labels);
        stage.draw();
        return stage.drawn_picture().read(1.0f);
    };
    for (const uncovered_part part : {uncovered_part {}, uncovered_part {0.4f, 0.9f}}) {
        stage.set_uncovered(part);
        const auto bare = shown(false);
        const auto labelled = shown(true);
        std::set<int> columns;
        std::set<int> rows;
        for (size_t i = 0; i < bare.size(); ++i)
            if (bare[i] != labelled[i]) {
                columns.insert(static_cast<int>(i / 3 % 400));
                rows.insert(static_cast<int>(i / 3 / 400));
            }
        ASSERT_FALSE(columns.empty());
        EXPECT_GE(*columns.begin(), static_cast<int>(400.0f * part.left));
        EXPECT_LT(*columns.begin(), static_cast<int>(400.0f * part.left) + 20);
        EXPECT_LE(*columns.rbegin(), static_cast<int>(400.0f * part.right));
        EXPECT_GT(*columns.rbegin(), static_cast<int>(400.0f * part.right) - 20);
        if (part == uncovered_part {})
            EXPECT_GT(*rows.rbegin(), 185);
        else
            EXPECT_LE(*rows.rbegin(), 160) << "the control bar is below";
    }
}

TEST_F(blur_sample_test, has_a_line_that_the_mouse_drags_where_two_sides_are_shown) {
    session session = open({{"file", write_picture("small.png", small_picture(40, 20))}, {"split", 0.25}});
    const auto draw = [&](const orbit& position) {
        const shell::orbit_camera camera(position);
        shell::picture picture({160, 90});
        session.draw(picture.begin(camera.view(), camera.projection(160, 90)));
    };
    const auto position_of_line = [&] {
        const divider line = session.loaded_sample().picture_divider().value();
        EXPECT_EQ(line.parameter, "split");
        return (0.25f - line.at_left) / (line.at_right - line.at_left);
    };
    EXPECT_TRUE(session.loaded_sample().is_flat_picture());
    orbit position = session.loaded_sample().initial_camera();
    draw(position);
    EXPECT_NEAR(position_of_line(), 0.25f, 1e-3f) << "the picture fills the canvas's width";
    position.distance *= 0.5f;
    draw(position);
    EXPECT_NEAR(position_of_line(), 0.0f, 1e-3f) << "of a picture twice as wide as the canvas, half to the left of the middle";
    session.set_parameter(parameter_of(session, "view"), std::string("blurred"));
    draw(position);
    EXPECT_FALSE(session.loaded_sample().picture_divider());
}

TEST_F(blur_sample_test, whole_numbers_give_the_same_bits_on_every_device) {
    if (!has_opencl()) GTEST_SKIP() << devices(backend::opencl).front().unavailable_reason;
    const auto file = write_picture("a.png", small_picture(61, 47));
    for (const char* method : {"two-pass", "reuse-2", "reuse-4", "tiled"}) {
        const parameter_settings values {{"file", file}, {"arithmetic", std::string("whole")}, {"method", std::string(method)}};
        session cpu = open(values);
        session opencl = open(values, backend::opencl);
        cpu.advance(shell::clock::fixed_step);
        opencl.advance(shell::clock::fixed_step);
        EXPECT_EQ(cpu.loaded_sample().result(), opencl.loaded_sample().result()) << method;
    }
}

TEST_F(blur_sample_test, rejects_whole_numbers_with_images) {
    const std::pair<std::string, parameter_value> whole {"arithmetic", std::string("whole")};
    EXPECT_THROW(open({whole, {"method", std::string("images")}}), parameter_error);
    session running = open({whole, {"method", std::string("tiled")}});
    EXPECT_THROW(running.set_parameter(parameter_of(running, "method"), std::string("images")), parameter_error);
    EXPECT_EQ(parameter_of(running, "method").text(), "tiled");
    EXPECT_NO_THROW(running.advance(shell::clock::fixed_step));
}

TEST_F(blur_sample_test, goes_on_on_another_device_with_the_same_picture) {
    const auto file = write_picture("a.exr", small_picture(33, 21));
    session running = open({{"file", file}});
    running.advance(shell::clock::fixed_step);
    const media::picture before = running.loaded_sample().result();
    std::filesystem::remove(file);  // the picture is part of the state, so the file is no longer needed
    running.switch_device(find_device(quick_backend()));
    running.advance(shell::clock::fixed_step);
    EXPECT_LT(largest_difference(running.loaded_sample().result(), before), 1e-6f);
}

// After a switch of the device the next frame computes the blur. A result that is read before that frame, for example
// while paused, must be blurred too.
TEST_F(blur_sample_test, a_switch_shows_the_blurred_picture_without_a_step) {
    session running = open({{"file", write_picture("a.png", small_picture(33, 21))}, {"arithmetic", std::string("whole")}});
    running.advance(shell::clock::fixed_step);
    const media::picture before = running.loaded_sample().result();
    running.switch_device(find_device(quick_backend()));
    EXPECT_EQ(running.loaded_sample().result(), before);
    running.switch_device(find_device(backend::cpu_debug));
    shell::picture canvas({64, 36});
    running.draw(canvas.begin(glm::mat4(1.0f), glm::mat4(1.0f)));
    EXPECT_EQ(running.loaded_sample().result(), before);
    EXPECT_EQ(hidden_.graphics_errors(), 0u);
}

TEST_F(blur_sample_test, every_parameter_changes_while_it_runs) {
    session running = open({{"file", write_picture("a.png", small_picture(40, 30))}});
    media::picture before = running.loaded_sample().result();
    const auto set = [&](const char* name, const parameter_value& value) {
        running.set_parameter(parameter_of(running, name), value);
        running.advance(shell::clock::fixed_step);
        return running.loaded_sample().result();
    };
    EXPECT_GT(largest_difference(set("taps", std::string("3")), before), 0.01f);
    before = running.loaded_sample().result();
    for (const char* method : {"reuse-2", "reuse-4", "tiled", "images", "two-pass"})
        EXPECT_LT(largest_difference(set("method", std::string(method)), before), 1e-6f) << method;
    EXPECT_LT(largest_difference(set("arithmetic", std::string("whole")), before), 1e-4f);
    EXPECT_GT(largest_difference(set("repeats", int64_t {5}), before), 0.01f);
    // The method 'images' does not support integers: the change is rejected, and the previous method continues.
    before = running.loaded_sample().result();
    EXPECT_THROW(running.set_parameter(parameter_of(running, "method"), std::string("images")), std::exception);
    EXPECT_EQ(parameter_of(running, "method").text(), "two-pass");
    running.advance(shell::clock::fixed_step);
    EXPECT_EQ(running.loaded_sample().result(), before);
}

TEST_F(blur_sample_test, a_file_that_cannot_be_read_leaves_the_previous_picture) {
    session running = open({{"file", write_picture("a.png", small_picture(20, 10))}});
    const state before = running.save();
    const media::picture blurred = running.loaded_sample().result();
    const auto png = folder_.read("a.png");
    folder_.write("half.png", png.substr(0, png.size() / 2));
    folder_.write("text.jpg", "no picture");
    for (const char* name : {"half.png", "text.jpg", "missing.exr"}) {
        try {
            running.set_parameter(parameter_of(running, "file"), (folder_ / name).string());
            FAIL() << name << ": no error";
        } catch (const media::picture_error& caught) {
            EXPECT_NE(std::string(caught.what()).find((folder_ / name).string()), std::string::npos) << caught.what();
        }
        EXPECT_EQ(running.save(), before);
        EXPECT_EQ(running.loaded_sample().result(), blurred);
        EXPECT_EQ(parameter_of(running, "file").text(), (folder_ / "a.png").string());
    }
    EXPECT_NO_THROW(
        running.set_parameter(parameter_of(running, "file"), std::string()));  // an empty path selects the built-in scene
    EXPECT_EQ(running.loaded_sample().result().width, 1280);
}

TEST_F(blur_sample_test, the_other_scene_is_shown_unless_a_file_is) {
    session running = open({});
    const media::picture night = running.loaded_sample().result();
    running.set_parameter(parameter_of(running, "scene"), std::string("chart"));
    const media::picture chart = running.loaded_sample().result();
    EXPECT_NE(night, chart);
    running.set_parameter(parameter_of(running, "file"), write_picture("a.png", small_picture(20, 10)));
    running.set_parameter(parameter_of(running, "scene"), std::string("night"));
    EXPECT_EQ(running.loaded_sample().result().width, 20);
    running.set_parameter(parameter_of(running, "file"), std::string());
    EXPECT_EQ(running.loaded_sample().result(), night);
}

TEST_F(blur_sample_test, unusual_sizes_are_blurred_drawn_and_read_back) {
    shell::picture canvas({64, 36});
    for (const auto& [width, height] : {std::pair {1, 1}, {1, 9}, {16'384, 3}, {100'000, 1}, {3, 701}}) {
        session running = open({{"file", write_picture("a.exr", small_picture(width, height))}, {"taps", std::string("21")}});
        running.advance(shell::clock::fixed_step);
        running.draw(canvas.begin(glm::mat4(1.0f), glm::mat4(1.0f)));
        const media::picture result = running.loaded_sample().result();
        EXPECT_EQ(result.width, width);
        EXPECT_EQ(result.height, height);
        EXPECT_EQ(hidden_.graphics_errors(), 0u);
    }
}

// The blur does not mix the colours of transparent pixels into visible pixels: no red remains of a transparent red.
TEST_F(blur_sample_test, transparent_colours_do_not_spread) {
    media::picture half(20, 10);
    for (int y = 0; y < 10; ++y)
        for (int x = 0; x < 20; ++x)
            half.at(x, y) = x < 10 ? media::pixel {1.0f, 0.0f, 0.0f, 0.0f} : media::pixel {0.0f, 1.0f, 0.0f, 1.0f};
    session running = open({{"file", write_picture("a.png", half)}, {"taps", std::string("9")}});
    running.advance(shell::clock::fixed_step);
    for (const media::pixel& each : running.loaded_sample().result().pixels) {
        EXPECT_LT(each.red, 1e-6f);
        if (each.alpha > 0.0f) {
            EXPECT_NEAR(each.green, 1.0f, 1e-5f);
        }
    }
}

TEST_F(blur_sample_test, glsl_gives_the_same_picture_as_the_kernels) {
    const media::picture source = small_picture(53, 31);
    const device device = find_device(backend::cpu_debug);
    queue queue = device.create_queue();
    for (const auto kind : {buffer_pixels::floats, buffer_pixels::integers}) {
        const auto pictures = upload(source, kind, device, queue);
        glsl_blur shaders;
        for (const uint32_t taps : {3u, 17u, 21u}) {
            pictures->run(queue, {blur_method::two_pass, taps, 2});
            const opengl::texture view;
            attach_buffer(view, pictures->original_buffer_name(), kind, source.pixels.size());
            shaders.run(view, pictures->area(), taps, 2);
            media::picture shaded(source.width, source.height);
            glBindBuffer(GL_TEXTURE_BUFFER, shaders.result_buffer_name());
            glGetBufferSubData(GL_TEXTURE_BUFFER, 0, static_cast<GLsizeiptr>(16 * shaded.pixels.size()), shaded.pixels.data());
            glBindBuffer(GL_TEXTURE_BUFFER, 0);
            EXPECT_LT(largest_difference(shaded, pictures->result(queue)), kind == buffer_pixels::floats ? 1e-5f : 1e-4f) << taps;
        }
        EXPECT_GT(shaders.milliseconds().value_or(0.0), 0.0);
    }
    EXPECT_EQ(hidden_.graphics_errors(), 0u);
}

TEST_F(blur_sample_test, every_preset_draws_without_an_error_of_opengl) {
    shell::picture canvas({320, 180});
    const auto file = write_picture("a.png", small_picture(64, 36));
    session running = open({{"file", file}});
    const auto all = running.parameters();
    for (const shell::preset& each : shell::read_presets(INGOT_PRESETS, all)) {
        parameter_settings values = each.parameters;
        values.emplace_back("file", file);
        running.apply(values);
        running.advance(shell::clock::fixed_step);
        const shell::orbit_camera camera(running.loaded_sample().initial_camera());
        running.draw(canvas.begin(camera.view(), camera.projection(320, 180)));
        std::map<uint8_t, int> value_counts;  // how often each channel value occurs
        for (const uint8_t value : canvas.read(1.0f)) ++value_counts[value];
        EXPECT_GT(value_counts.size(), 16u) << each.name;  // more than one colour was drawn
        EXPECT_EQ(hidden_.graphics_errors(), 0u) << each.name;
    }
}

// Devices on the processor of the host draw the view by kernels. The sizes need each way to read the picture, and no
// place is exactly between two of its pixels, where both may round.
TEST_F(blur_sample_test, draws_the_same_view_by_kernels_as_by_opengl) {
    media::picture picture = small_picture(61, 37);
    for (int x = 0; x < 61; ++x) picture.at(x, 20).alpha = static_cast<float>(x) / 61.0f;  // squares show through
    const std::string file = write_picture("a.png", picture);
    for (const std::string arithmetic : {"float", "whole"})
        for (const std::string view : {"split", "blurred", "original"}) {
            session running =
                open({{"file", file}, {"arithmetic", arithmetic}, {"view", view}, {"split", 0.4f}}, backend::cpu_native);
            running.advance(shell::clock::fixed_step);
            for (const shell::extent size : {shell::extent {61, 37}, shell::extent {150, 90}, shell::extent {500, 300},
                                             shell::extent {40, 30}, shell::extent {21, 16}}) {
                SCOPED_TRACE(fmt::format("{}, {}, {} x {}", arithmetic, view, size.width, size.height));
                tests::expect_that_the_view_is_the_picture(running, size);
            }
        }
    EXPECT_EQ(hidden_.graphics_errors(), 0u);
}

TEST_F(blur_sample_test, a_view_by_kernels_shows_each_change) {
    session running = open({{"file", write_picture("a.png", small_picture(64, 36))}, {"labels", false}}, backend::cpu_native);
    shell::picture picture({64, 36});
    const auto shown = [&](const glm::mat4& view) {
        const shell::orbit_camera camera(running.loaded_sample().initial_camera());
        running.advance(shell::clock::fixed_step);
        running.draw(picture.begin(view * camera.view(), camera.projection(64, 36), tone_curve::none, {}, true));
        return picture.read(1.0f);
    };
    const auto first = shown(glm::mat4(1.0f));
    EXPECT_EQ(shown(glm::mat4(1.0f)), first);
    running.set_parameter(parameter_of(running, "taps"), std::string("3"));
    const auto less = shown(glm::mat4(1.0f));
    EXPECT_NE(less, first);
    running.set_parameter(parameter_of(running, "labels"), true);
    EXPECT_NE(shown(glm::mat4(1.0f)), less);
    running.set_parameter(parameter_of(running, "labels"), false);
    EXPECT_EQ(shown(glm::mat4(1.0f)), less);
    glm::mat4 moved(1.0f);
    moved[3][0] = 0.3f;
    EXPECT_NE(shown(moved), less);
    running.set_parameter(parameter_of(running, "view"), std::string("glsl"));
    EXPECT_FALSE(running.loaded_sample().draws_one_view()) << "OpenGL's blur is drawn by OpenGL";
}

TEST_F(blur_sample_test, reports_times_of_whole_blurs) {
    session running = open({{"file", write_picture("a.png", small_picture(64, 36))}, {"repeats", int64_t {2}}});
    running.advance(shell::clock::fixed_step);
    running.take_timings();
    const launch_timing timings[] = {{"rows<float4, 17, 1>", std::chrono::milliseconds(1)},
                                     {"columns<float4, 17, 1>", std::chrono::milliseconds(2)},
                                     {"rows<float4, 17, 1>", std::chrono::milliseconds(1)},
                                     {"columns<float4, 17, 1>", std::chrono::milliseconds(4)},
                                     {"show_floats", std::chrono::milliseconds(100)}};  // draws the view
    running.set_parameter(parameter_of(running, "taps"), std::string("15"));            // discards earlier measurements
    running.loaded_sample().kernels_timed(std::span(timings).first(3));                 // not a complete blur
    running.loaded_sample().kernels_timed(timings);
    double milliseconds = 0.0;
    double rate = 0.0;
    for (const statistic& each : running.loaded_sample().statistics()) {
        if (each.name == "kernels") milliseconds = each.value;
        if (each.name == "moved") rate = each.value;
    }
    EXPECT_DOUBLE_EQ(milliseconds, 8.0);  // 1 + 2 + 1 + 4
    // In GB/s: two repetitions of two passes, each of which reads and writes 64 x 36 pixels of 16 bytes, in 8 ms.
    EXPECT_NEAR(rate, 2.0 * 4.0 * 16.0 * 64.0 * 36.0 / 8e-3 * 1e-9, 1e-12);
}

TEST(blur_tool, blurs_a_file_into_a_file) {
    const ingot::tests::temporary_folder folder;
    media::write_picture(folder / "a.png", small_picture(50, 40));
    const auto path = [&](const char* name) { return (folder / name).string(); };
    const auto run = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"run", "blur", "--backend", "cpu-debug"});
        return shell::run_program(arguments, std::span(&described, 1));
    };
    ASSERT_EQ(run({path("a.png"), "--taps", "5", "--output", path("b.exr")}), 0);
    const media::picture result = media::read_picture(folder / "b.exr");
    EXPECT_EQ(result.width, 50);
    EXPECT_EQ(result.height, 40);
    const float row[] = {1.0f / 16, 4.0f / 16, 6.0f / 16, 4.0f / 16, 1.0f / 16};
    const media::picture source = small_picture(50, 40);
    float expected = 0.0f;
    for (int y = 0; y < 5; ++y)
        for (int x = 0; x < 5; ++x)
            expected += row[x] * row[y] * media::decode_srgb8(media::encode_srgb8(source.at(18 + x, 8 + y).red));
    EXPECT_NEAR(result.at(20, 10).red, expected, 1e-5f);

    testing::internal::CaptureStderr();
    EXPECT_EQ(run({path("missing.png"), "--output", path("c.png")}), 1);
    EXPECT_NE(testing::internal::GetCapturedStderr().find("missing.png: cannot be read: No such file"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(folder / "c.png"));
}

}  // namespace
}  // namespace blur
}  // namespace ingot::samples
