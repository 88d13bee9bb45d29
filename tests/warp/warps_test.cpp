// Tests each warp method through the C interface, with frames whose warped picture is known. ingot_warp_create() gets the name of
// a backend and chooses its fastest device.
#include <epoxy/gl.h>
#include <gtest/gtest.h>
#include <ingot_warp.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "every_device.hpp"
#include "synthetic_frame.hpp"
#include "window/window.hpp"

namespace {

using namespace warp_test;

struct picture {
    std::vector<colour> colours;
    std::vector<uint8_t> holes;
    size_t hole_count() const { return static_cast<size_t>(std::ranges::count(holes, 1)); }
};

// Owns a context on one device.
class warp_context {
public:
    explicit warp_context(const char* device) {
        EXPECT_EQ(ingot_warp_create(device, &context_), INGOT_WARP_SUCCESS);
        ingot_warp_default_parameters(&parameters);
    }
    warp_context(const warp_context&) = delete;
    warp_context& operator=(const warp_context&) = delete;
    ~warp_context() { ingot_warp_destroy(context_); }
    ingot_warp_context* get() const { return context_; }

    picture scatter(const frame& frame, float delta) const {
        const frame_textures textures(frame);
        picture warped_picture = scatter(textures, textures.depths, delta, camera());
        forget(textures);
        return warped_picture;
    }
    picture scatter(const frame_textures& textures, const texture& depths, float delta,
                    const ingot_warp_camera& warp_camera) const {
        const texture output(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        const auto status = ingot_warp_scatter(context_, &warp_camera, &parameters, delta, textures.colours.name(), depths.name(),
                                               textures.motion_3d.name(), output.name());
        EXPECT_EQ(ingot_warp_forget(context_, depths.name()), INGOT_WARP_SUCCESS);
        return result(status, output);
    }
    picture gather(const frame& before, const frame& after, float delta) const {
        const frame_textures previous(before);
        const frame_textures current(after);
        const texture target(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        const ingot_warp_camera warp_camera = camera();
        const auto status =
            ingot_warp_gather(context_, &warp_camera, &parameters, delta, current.colours.name(), current.depths.name(),
                              previous.colours.name(), previous.depths.name(), previous.forward.name(), current.backward.name(),
                              previous.changes.name(), current.changes.name(), target.name());
        picture warped_picture = result(status, target);
        forget(previous);
        forget(current);
        return warped_picture;
    }
    picture gather_forward(const frame& frame, float delta) const {
        const frame_textures textures(frame);
        const texture output(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        const ingot_warp_camera warp_camera = camera();
        const auto status = ingot_warp_gather_forward_only(context_, &warp_camera, &parameters, delta, textures.colours.name(),
                                                           textures.forward.name(), output.name());
        picture warped_picture = result(status, output);
        forget(textures);
        return warped_picture;
    }

    ingot_warp_parameters parameters {};

    /// To be called before the textures are deleted, because OpenGL reuses their names for the next textures.
    void forget(const frame_textures& textures) const {
        for (const texture* each :
             {&textures.colours, &textures.depths, &textures.motion_3d, &textures.forward, &textures.backward, &textures.changes})
            EXPECT_EQ(ingot_warp_forget(context_, each->name()), INGOT_WARP_SUCCESS);
    }

private:
    picture result(ingot_warp_status status, const texture& texture) const {
        EXPECT_EQ(status, INGOT_WARP_SUCCESS) << ingot_warp_status_text(status) << ": " << ingot_warp_message(context_);
        picture warped_picture {texture.read(), std::vector<uint8_t>(width * height)};
        EXPECT_EQ(ingot_warp_read_holes(context_, warped_picture.holes.data(), warped_picture.holes.size()), INGOT_WARP_SUCCESS);
        EXPECT_EQ(ingot_warp_forget(context_, texture.name()), INGOT_WARP_SUCCESS);
        return warped_picture;
    }
    ingot_warp_context* context_ = nullptr;
};

class warp : public ::testing::TestWithParam<ingot::testing::device_choice> {
protected:
    void TearDown() override { EXPECT_EQ(window_.graphics_errors(), 0u); }
    ingot::shell::window window_ {ingot::shell::window::kind::offscreen, "test", {16, 16}};
    warp_context library_ {std::string(to_string(GetParam().backend)).c_str()};
};

const std::vector<rectangle> plane {{.move_x = 8, .move_y = -4, .paint = chart}};
const std::vector<rectangle> occluder {{.distance = 20.0f, .paint = red},
                                       {.left = 30, .bottom = 20, .wide = 20, .high = 16, .move_x = 12, .paint = blue}};

// At delta 0.5, a motion by 7 pixels moves the picture by 3.5 pixels. Each result must be the mean of two neighbours, because
// scatter does not round motions to whole pixels.
TEST_P(warp, scatter_reads_colours_between_pixels) {
    const std::vector<rectangle> scene {
        {.left = -16, .bottom = -16, .wide = width + 32, .high = height + 32, .move_x = 7, .move_y = 0, .paint = waves}};
    const frame source = draw(scene, 0.0f);
    const picture picture = library_.scatter(source, 0.5f);
    for (int x = 8; x < width - 8; ++x) {
        const auto mean = [&](size_t channel) {
            const auto index = static_cast<size_t>(32 * width + x - 4);
            return 0.5 * (source.colours[index][channel] + source.colours[index + 1][channel]);
        };
        for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(picture.colours[static_cast<size_t>(32 * width + x)][i], mean(i), 1.5) << x;
    }
}

// Compares colours with a tolerance: motion is quantised, so scatter reads colours some hundredths of a pixel beside
// the right place.
bool alike(const colour& pixel, const colour& other) {
    constexpr int steps = 16;
    for (size_t i = 0; i < pixel.size(); ++i)
        if (std::abs(pixel[i] - other[i]) > steps) return false;
    return true;
}
size_t count_unlike(const std::vector<colour>& colours, const std::vector<colour>& other) {
    size_t count = 0;
    for (size_t i = 0; i < colours.size(); ++i) count += alike(colours[i], other[i]) ? 0 : 1;
    return count;
}

TEST_P(warp, scatter_moves_a_plane_pixel_by_pixel) {
    const frame source = draw(plane, 0.0f);
    for (const float delta : {0.0f, 0.25f, 0.5f, 1.0f}) {
        const frame expected = draw(plane, delta);
        const picture picture = library_.scatter(source, delta);
        size_t wrong = 0;
        size_t wrong_holes = 0;
        for (size_t i = 0; i < expected.colours.size(); ++i) {
            const bool is_visible = expected.depths[i] < 100.0f;
            wrong += is_visible && !alike(picture.colours[i], expected.colours[i]) ? 1 : 0;
            wrong_holes += is_visible == (picture.holes[i] != 0) ? 1 : 0;
        }
        EXPECT_EQ(wrong, 0u) << delta;
        EXPECT_EQ(wrong_holes, 0u) << delta;
    }
}

TEST_P(warp, scatter_leaves_holes_at_the_trailing_edge_and_fills_them_with_the_background) {
    const picture picture = library_.scatter(draw(occluder, 0.0f), 0.5f);
    const frame expected = draw(occluder, 0.5f);
    EXPECT_EQ(picture.hole_count(), 6u * 16u);  // six columns, as high as the rectangle that moved
    EXPECT_EQ(count_unlike(picture.colours, expected.colours), 0u);
    library_.parameters.hole_radius = 0;  // holes keep the colour of the frame
    EXPECT_EQ(library_.scatter(draw(occluder, 0.0f), 0.5f).colours[24 * width + 31], blue(0, 0));
}

TEST_P(warp, scatter_leaves_the_nearest_of_those_that_meet) {
    for (const bool near_first : {true, false})
        for (const int direction : {1, -1}) {
            rectangle close {
                .left = 40 - 10 * direction, .bottom = 20, .wide = 16, .high = 16, .move_x = 20 * direction, .paint = blue};
            rectangle far {.left = 40 + 10 * direction,
                           .bottom = 24,
                           .wide = 16,
                           .high = 16,
                           .distance = 15.0f,
                           .move_x = -20 * direction,
                           .paint = green};
            std::vector<rectangle> scene {{.distance = 20.0f, .paint = red}, close, far};
            if (!near_first) std::swap(scene[1], scene[2]);
            const frame expected = draw(scene, 0.5f);
            const picture picture = library_.scatter(draw(scene, 0.0f), 0.5f);
            EXPECT_EQ(count_unlike(picture.colours, expected.colours), 0u);
            EXPECT_TRUE(alike(picture.colours[28 * width + 48], blue(0, 0)));
            EXPECT_TRUE(alike(picture.colours[38 * width + 48], green(0, 0)));
        }
}

// Writes the distances as every kind of depth; the result must be the same for all of them.
TEST_P(warp, scatter_reads_every_kind_of_depth) {
    const frame source = draw(occluder, 0.0f);
    const frame_textures textures(source);
    const std::vector<colour> expected = draw(occluder, 0.5f).colours;
    constexpr float n = 1.0f;
    constexpr float f = 100.0f;
    const auto z_over_w = [](float z) { return (f + n) / (f - n) - 2.0f * f * n / ((f - n) * z); };  // gluPerspective
    struct kind {
        ingot_warp_depth_type type;
        bool reversed;
        float far_plane;
        std::function<float(float)> depth;
    };
    const std::vector<kind> kinds {
        {INGOT_WARP_DEPTH_NORMALIZED, false, f, [&](float z) { return 0.5f * z_over_w(z) + 0.5f; }},
        {INGOT_WARP_DEPTH_NORMALIZED, true, f, [&](float z) { return 0.5f - 0.5f * z_over_w(z); }},
        {INGOT_WARP_DEPTH_NORMALIZED, true, INFINITY, [](float z) { return n / z; }},
        {INGOT_WARP_DEPTH_Z_DIV_W, false, f, z_over_w},
        {INGOT_WARP_DEPTH_Z_DIV_W, true, f, [&](float z) { return -z_over_w(z); }},
        {INGOT_WARP_DEPTH_LINEAR, false, f, [](float z) { return z; }},
    };
    for (const kind& each : kinds) {
        ingot_warp_camera warp_camera = camera();
        warp_camera.depth_type = each.type;
        warp_camera.reversed_depth = each.reversed ? 1 : 0;
        warp_camera.far_plane = each.far_plane;
        std::vector<float> depths;
        for (const float z : source.depths) depths.push_back(each.depth(z));
        const texture numbers(GL_R32F, GL_RED, GL_FLOAT, depths.data());
        EXPECT_EQ(count_unlike(library_.scatter(textures, numbers, 0.5f, warp_camera).colours, expected), 0u)
            << each.type << " " << each.reversed;
        if (each.type != INGOT_WARP_DEPTH_NORMALIZED) continue;
        for (const GLint format : {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT24}) {
            const texture buffer(format, GL_DEPTH_COMPONENT, GL_FLOAT, depths.data());
            EXPECT_EQ(count_unlike(library_.scatter(textures, buffer, 0.5f, warp_camera).colours, expected), 0u)
                << format << " " << each.reversed;
        }
    }
}

TEST_P(warp, pictures_from_the_top_are_those_from_the_bottom_upside_down) {
    const std::vector<rectangle> scene {
        {.distance = 20.0f, .move_y = 2, .paint = waves},
        {.left = 30, .bottom = 20, .wide = 20, .high = 16, .move_x = 6, .move_y = 10, .paint = blue}};
    const frame source = draw(scene, 0.0f);
    frame turned = source;
    const auto turn = [](auto& rows) {
        for (int y = 0; y < height / 2; ++y)
            std::swap_ranges(rows.begin() + y * width, rows.begin() + (y + 1) * width, rows.begin() + (height - 1 - y) * width);
    };
    turn(turned.colours);
    turn(turned.depths);
    turn(turned.motion_3d);
    turn(turned.forward);
    ingot_warp_camera from_top = camera();
    from_top.origin = INGOT_WARP_ORIGIN_LEFT_TOP;

    const picture below = library_.scatter(source, 0.5f);
    const frame_textures textures(turned);
    picture above = library_.scatter(textures, textures.depths, 0.5f, from_top);
    turn(above.colours);
    EXPECT_GT(psnr(above.colours, below.colours), 50.0);  // the colours of holes are summed in another order
    turn(above.holes);
    EXPECT_EQ(above.holes, below.holes);

    const picture gathered_below = library_.gather_forward(source, 0.5f);
    const texture target(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    ASSERT_EQ(ingot_warp_gather_forward_only(library_.get(), &from_top, &library_.parameters, 0.5f, textures.colours.name(),
                                             textures.forward.name(), target.name()),
              INGOT_WARP_SUCCESS);
    std::vector<colour> gathered_above = target.read();
    turn(gathered_above);
    EXPECT_GT(psnr(gathered_above, gathered_below.colours), 45.0);
}

TEST_P(warp, gather_moves_a_plane) {
    const std::vector<rectangle> scene {
        {.left = -16, .bottom = -16, .wide = width + 32, .high = height + 32, .move_x = 8, .move_y = -4, .paint = waves}};
    for (const float delta : {0.0f, 0.25f, 0.5f, 1.0f}) {
        const std::vector<colour> expected = draw(scene, delta).colours;
        const picture both = library_.gather(draw(scene, 0.0f), draw(scene, 1.0f), delta);
        EXPECT_GT(psnr(both.colours, expected), 45.0) << delta;
        // The holes are two corners that are visible in neither frame.
        EXPECT_EQ(both.hole_count(), static_cast<size_t>(2.0f * 8.0f * delta * 4.0f * (1.0f - delta))) << delta;
    }
}

TEST_P(warp, gather_finds_what_an_occluder_hides_in_one_of_the_frames) {
    const std::vector<colour> expected = draw(occluder, 0.5f).colours;
    const frame before = draw(occluder, 0.0f);
    const picture picture = library_.gather(before, draw(occluder, 1.0f), 0.5f);
    EXPECT_EQ(picture.colours, expected);
    EXPECT_EQ(picture.hole_count(), 0u);
    EXPECT_LT(psnr(before.colours, expected), 25.0);
}

TEST_P(warp, forward_gather_is_exact_away_from_the_moving_rectangle_and_blurs_holes) {
    const frame source = draw(occluder, 0.0f);
    const std::vector<colour> expected = draw(occluder, 0.5f).colours;
    library_.parameters.blur_taps = 1;
    const picture sharp = library_.gather_forward(source, 0.5f);
    // The picture is correct except where the moving rectangle uncovered the background, and at the front of the rectangle.
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const bool uncovered = y >= 20 && y < 36 && x >= 30 && x < 36;
            // The rectangle moved over this background. A search that starts on the background does not find the rectangle.
            const bool near_its_front = y >= 20 && y < 36 && x >= 50 && x < 56;
            const auto index = static_cast<size_t>(y) * width + static_cast<size_t>(x);
            if (!uncovered && !near_its_front) {
                ASSERT_EQ(sharp.colours[index], expected[index]) << x << ", " << y;
            }
            if (!uncovered) {
                ASSERT_EQ(sharp.holes[index], 0) << x << ", " << y;
            }
        }
    EXPECT_GT(sharp.hole_count(), 0u);
    library_.parameters.blur_taps = 21;
    const picture blurred = library_.gather_forward(source, 0.5f);
    size_t changed_pixels = 0;
    for (size_t i = 0; i < expected.size(); ++i) {
        if (blurred.holes[i] == 0) {
            ASSERT_EQ(blurred.colours[i], sharp.colours[i]);
        }
        changed_pixels += blurred.colours[i] != sharp.colours[i] ? 1 : 0;
    }
    EXPECT_GT(changed_pixels, 0u);
}

TEST_P(warp, pictures_are_those_of_the_cpu) {
    const std::vector<rectangle> scene {
        {.left = -16, .wide = width + 32, .distance = 30.0f, .move_x = 3, .paint = waves},
        {.left = 10, .bottom = 8, .wide = 24, .high = 40, .distance = 20.0f, .move_x = 9, .move_y = 3, .paint = chart},
        {.left = 60, .bottom = 20, .wide = 13, .high = 17, .move_x = -21, .move_y = -6, .paint = waves}};
    const frame before = draw(scene, 0.0f);
    const frame after = draw(scene, 1.0f);
    const warp_context reference("cpu-debug");
    const auto compare = [&](const picture& actual, const picture& other, const char* description) {
        EXPECT_GE(psnr(actual.colours, other.colours), 50.0) << description;
        size_t differ = 0;
        for (size_t i = 0; i < actual.holes.size(); ++i) differ += actual.holes[i] != other.holes[i] ? 1 : 0;
        EXPECT_LE(differ, actual.holes.size() / 1000) << description;
    };
    for (const float delta : {0.3f, 0.77f}) {
        compare(library_.scatter(before, delta), reference.scatter(before, delta), "scatter");
        compare(library_.gather(before, after, delta), reference.gather(before, after, delta), "gather");
        compare(library_.gather_forward(before, delta), reference.gather_forward(before, delta), "forward");
    }
}

TEST_P(warp, rejections_say_what_is_wrong) {
    const frame_textures textures(draw(plane, 0.0f));
    const texture target(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    const texture small(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, nullptr, 5, 3);
    ingot_warp_camera warp_camera = camera();
    const auto scatter = [&](GLuint colours, GLuint output) {
        return ingot_warp_scatter(library_.get(), &warp_camera, &library_.parameters, 0.5f, colours, textures.depths.name(),
                                  textures.motion_3d.name(), output);
    };
    const auto reports = [&](const char* part) {
        return std::string(ingot_warp_message(library_.get())).find(part) != std::string::npos;
    };
    EXPECT_EQ(scatter(98'765, target.name()), INGOT_WARP_INVALID_TEXTURE);
    EXPECT_TRUE(reports("color_texture: 98765 is not a texture")) << ingot_warp_message(library_.get());
    EXPECT_EQ(scatter(textures.colours.name(), small.name()), INGOT_WARP_INVALID_TEXTURE);
    EXPECT_TRUE(reports("5 x 3 pixels, but the camera's screen has 96 x 64")) << ingot_warp_message(library_.get());
    EXPECT_EQ(scatter(textures.forward.name(), target.name()), INGOT_WARP_INVALID_TEXTURE);
    EXPECT_TRUE(reports("valid formats are GL_RGBA8")) << ingot_warp_message(library_.get());
    EXPECT_EQ(scatter(target.name(), target.name()), INGOT_WARP_INVALID_TEXTURE);
    EXPECT_TRUE(reports("given twice")) << ingot_warp_message(library_.get());
    warp_camera.near_plane = 0.0f;
    EXPECT_EQ(scatter(textures.colours.name(), target.name()), INGOT_WARP_INVALID_CAMERA);
    EXPECT_TRUE(reports("near_plane")) << ingot_warp_message(library_.get());
    warp_camera = camera();
    library_.parameters.blur_taps = 4;
    EXPECT_EQ(scatter(textures.colours.name(), target.name()), INGOT_WARP_INVALID_ARGUMENT);
    EXPECT_TRUE(reports("blur_taps is 4")) << ingot_warp_message(library_.get());
    ingot_warp_default_parameters(&library_.parameters);
    EXPECT_EQ(scatter(textures.colours.name(), target.name()), INGOT_WARP_SUCCESS);
    EXPECT_STREQ(ingot_warp_message(library_.get()), "");
    std::vector<uint8_t> mask(3);
    EXPECT_EQ(ingot_warp_read_holes(library_.get(), mask.data(), mask.size()), INGOT_WARP_INVALID_ARGUMENT);
    EXPECT_EQ(ingot_warp_scatter(nullptr, &warp_camera, nullptr, 0.5f, 1, 2, 3, 4), INGOT_WARP_INVALID_ARGUMENT);
    EXPECT_EQ(ingot_warp_scatter(library_.get(), nullptr, nullptr, 0.5f, 1, 2, 3, 4), INGOT_WARP_INVALID_ARGUMENT);
}

// The library draws to copy a depth texture. Afterwards the state of OpenGL must be as the program set it.
TEST_P(warp, openGL_is_left_as_it_was) {
    const frame source = draw(plane, 0.0f);
    const frame_textures textures(source);
    const texture depths(GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_FLOAT, source.depths.data());
    glEnable(GL_BLEND);
    glEnable(GL_SCISSOR_TEST);
    glScissor(1, 2, 3, 4);
    glViewport(5, 6, 7, 8);
    glActiveTexture(GL_TEXTURE3);
    glBindTexture(GL_TEXTURE_2D, textures.colours.name());
    glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
    // Other draw buffers and viewports have other settings.
    glDisablei(GL_BLEND, 1);
    glDisablei(GL_SCISSOR_TEST, 1);
    glViewportIndexedf(1, 9.0f, 10.0f, 11.0f, 12.0f);
    glColorMaski(1, GL_FALSE, GL_TRUE, GL_TRUE, GL_TRUE);
    ingot_warp_camera warp_camera = camera();
    warp_camera.depth_type = INGOT_WARP_DEPTH_NORMALIZED;
    library_.scatter(textures, depths, 0.0f, warp_camera);
    const auto integer = [](GLenum name) {
        std::array<GLint, 4> values {};
        glGetIntegerv(name, values.data());
        return values;
    };
    EXPECT_TRUE(glIsEnabled(GL_BLEND) && glIsEnabled(GL_SCISSOR_TEST) && !glIsEnabled(GL_DEPTH_TEST));
    EXPECT_EQ(integer(GL_VIEWPORT), (std::array<GLint, 4> {5, 6, 7, 8}));
    EXPECT_EQ(integer(GL_SCISSOR_BOX), (std::array<GLint, 4> {1, 2, 3, 4}));
    EXPECT_EQ(integer(GL_ACTIVE_TEXTURE)[0], GL_TEXTURE3);
    EXPECT_EQ(integer(GL_CURRENT_PROGRAM)[0], 0);
    EXPECT_EQ(integer(GL_DRAW_FRAMEBUFFER_BINDING)[0], 0);
    EXPECT_EQ(integer(GL_COLOR_WRITEMASK), (std::array<GLint, 4> {1, 0, 1, 0}));
    EXPECT_FALSE(glIsEnabledi(GL_BLEND, 1) || glIsEnabledi(GL_SCISSOR_TEST, 1));
    std::array<GLfloat, 4> viewport {};
    glGetFloati_v(GL_VIEWPORT, 1, viewport.data());
    EXPECT_EQ(viewport, (std::array<GLfloat, 4> {9.0f, 10.0f, 11.0f, 12.0f}));
    std::array<GLboolean, 4> mask {};
    glGetBooleani_v(GL_COLOR_WRITEMASK, 1, mask.data());
    EXPECT_EQ(mask, (std::array<GLboolean, 4> {0, 1, 1, 1}));
}

TEST(warp_contexts, are_not_created_without_a_result_an_opengl_context_or_a_device) {
    ingot_warp_context* context = nullptr;
    EXPECT_EQ(ingot_warp_create(nullptr, nullptr), INGOT_WARP_INVALID_ARGUMENT);
    EXPECT_EQ(ingot_warp_create(nullptr, &context), INGOT_WARP_NO_OPENGL);
    EXPECT_EQ(context, nullptr);
    const ingot::shell::window window(ingot::shell::window::kind::offscreen, "test", {16, 16});
    EXPECT_EQ(ingot_warp_create("no such device at all", &context), INGOT_WARP_NO_DEVICE);
    EXPECT_EQ(context, nullptr);
}

TEST(warp_contexts, have_a_text_for_each_status) {
    for (int status = INGOT_WARP_SUCCESS; status <= INGOT_WARP_DEVICE_FAILED; ++status)
        EXPECT_GT(std::string(ingot_warp_status_text(static_cast<ingot_warp_status>(status))).size(), 4u);
}

INGOT_TEST_ON_EVERY_DEVICE(warp);

}  // namespace
