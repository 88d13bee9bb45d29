// Tests of the class picture, the framebuffer into which samples draw, with SDL's video driver "offscreen": tone mapping,
// extreme brightness, and errors of OpenGL.
#include "picture/picture.hpp"

#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ingot/ingot.hpp>
#include <ingot/media/picture.hpp>
#include <ingot/opengl/objects.hpp>
#include <ingot/sample/picture_view.hpp>
#include <ingot/sample/tone_curve.hpp>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "camera/orbit_camera.hpp"

namespace ingot::shell {
namespace {

class offscreen : public testing::Test {
protected:
    std::vector<uint8_t> cleared_to(float red, float green, float blue, float exposure = 1.0f) {
        picture_.begin(glm::mat4(1.0f), glm::mat4(1.0f));
        glClearColor(red, green, blue, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
        return picture_.read(exposure);
    }
    void TearDown() override { EXPECT_EQ(window_.graphics_errors(), 0u); }

    window window_ {window::kind::offscreen, "test", {64, 48}};
    picture picture_ {{64, 48}};
};

TEST_F(offscreen, black_stays_black_and_white_becomes_white) {
    for (const uint8_t each : cleared_to(0.0f, 0.0f, 0.0f)) EXPECT_EQ(each, 0);
    for (const uint8_t each : cleared_to(60000.0f, 60000.0f, 60000.0f)) EXPECT_GE(each, 254);
}

TEST_F(offscreen, more_light_is_never_darker) {
    int before = -1;
    for (float light = 0.001f; light < 100.0f; light *= 1.5f) {
        const auto rgb = cleared_to(light, light, light);
        const int average = std::accumulate(rgb.begin(), rgb.end(), 0) / static_cast<int>(rgb.size());
        EXPECT_GE(average, before) << light;
        before = average;
    }
}

// tone_map(), for samples that write pictures themselves, must agree with the shader of the shell.
TEST_F(offscreen, has_the_tone_curve_that_samples_have) {
    const float brightnesses[] = {0.01f, 0.2f, 1.0f, 7.0f};
    for (const float bright : brightnesses) {
        const media::pixel light {bright, 0.5f * bright, 0.1f * bright, 1.0f};
        const media::pixel expected = tone_map(light);
        const auto rgb = cleared_to(light.red, light.green, light.blue);
        const float parts[] = {expected.red, expected.green, expected.blue};
        for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(rgb[i], media::encode_srgb8(parts[i]), 2) << bright << ", channel " << i;
    }
}

TEST_F(offscreen, exposure_is_a_factor_on_the_light) {
    EXPECT_EQ(cleared_to(0.1f, 0.2f, 0.3f, 4.0f), cleared_to(0.4f, 0.8f, 1.2f));
}

TEST_F(offscreen, dithers_by_one_step_at_most) {
    const auto rgb = cleared_to(0.2f, 0.2f, 0.2f);
    const std::set<uint8_t> found(rgb.begin(), rgb.end());
    EXPECT_LE(found.size(), 2u);
    EXPECT_LE(*found.rbegin() - *found.begin(), 1);
}

TEST_F(offscreen, light_that_is_no_number_is_black_and_negative_light_too) {
    const float nothing = std::numeric_limits<float>::quiet_NaN();
    for (const uint8_t each : cleared_to(nothing, -1.0f, nothing)) EXPECT_EQ(each, 0);
    // The product of infinite light and the exposure 0 is NaN.
    const float infinity = std::numeric_limits<float>::infinity();
    for (const uint8_t each : cleared_to(infinity, infinity, infinity, 0.0f)) EXPECT_EQ(each, 0);
}

TEST_F(offscreen, starts_each_frame_from_the_same_state) {
    const auto state_of = [] {
        std::array<GLboolean, 3> found {glIsEnabled(GL_BLEND), glIsEnabled(GL_DEPTH_TEST), glIsEnabled(GL_SCISSOR_TEST)};
        return found;
    };
    const canvas first = picture_.begin(glm::mat4(1.0f), glm::mat4(1.0f));
    EXPECT_EQ(first.width, 64);
    const auto before = state_of();
    glEnable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 1, 1);
    glDepthMask(GL_FALSE);
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    picture_.begin(glm::mat4(1.0f), glm::mat4(1.0f));
    EXPECT_EQ(state_of(), before);
    for (const uint8_t each : picture_.read(1.0f)) EXPECT_EQ(each, 0);
}

TEST_F(offscreen, without_a_tone_curve_every_value_of_8_bits_is_shown_as_it_is) {
    for (int value = 0; value < 256; ++value) {
        const float light = media::decode_srgb8(static_cast<uint8_t>(value));
        picture_.begin(glm::mat4(1.0f), glm::mat4(1.0f), tone_curve::none);
        glClearColor(light, 40.0f, 0.5f * light, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
        const auto rgb = picture_.read(1.0f);
        EXPECT_EQ(rgb[0], value);
        EXPECT_EQ(rgb[1], 255);
        EXPECT_EQ(picture_.read(2.0f)[2], rgb[0]);  // the exposure still applies
    }
}

// A sample that draws one view hands its texture over. The picture is the same as if the texture were drawn into the canvas.
TEST_F(offscreen, shows_the_texture_of_a_view) {
    const auto texture = std::make_shared<opengl::texture>();
    const auto hand_over = [&](int width, int height) {
        std::vector<float> pixels;
        for (int i = 0; i < width * height; ++i) pixels.insert(pixels.end(), {0.25f, 0.5f, 0.125f, 1.0f});
        const canvas drawn = picture_.begin(glm::mat4(1.0f), glm::mat4(1.0f), tone_curve::none, {}, true);
        glBindTexture(GL_TEXTURE_2D, texture->get());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, width, height, 0, GL_RGBA, GL_FLOAT, pixels.data());
        ASSERT_NE(drawn.view_texture, nullptr);
        *drawn.view_texture = {texture, texture->get(), width, height};
    };
    picture_.begin(glm::mat4(1.0f), glm::mat4(1.0f), tone_curve::none);
    glClearColor(0.25f, 0.5f, 0.125f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    const auto expected = picture_.read(1.0f);
    hand_over(64, 48);
    EXPECT_EQ(picture_.read(1.0f), expected);
    hand_over(20, 10);
    EXPECT_EQ(picture_.read(1.0f), expected) << "it has another size";
    EXPECT_GT(texture.use_count(), 1) << "the texture is kept while it is shown";
    // In the next frame nothing is handed over.
    picture_.begin(glm::mat4(1.0f), glm::mat4(1.0f), tone_curve::none, {}, true);
    EXPECT_EQ(texture.use_count(), 1);
    for (const uint8_t each : picture_.read(1.0f)) EXPECT_EQ(each, 0) << "a frame that draws nothing is black";
    EXPECT_EQ(picture_.begin(glm::mat4(1.0f), glm::mat4(1.0f)).view_texture, nullptr);
}

// A view that has not changed is kept tone-mapped. The window shows the same, and each change at once.
TEST_F(offscreen, shows_a_view_that_stays_as_it_shows_a_new_one) {
    const auto texture = std::make_shared<opengl::texture>();
    const auto show = [&](float light, uint64_t version, float exposure = 1.0f) {
        const std::vector<float> pixels(size_t {4} * 64 * 48, light);
        const canvas drawn = picture_.begin(glm::mat4(1.0f), glm::mat4(1.0f), tone_curve::filmic, {}, true);
        glBindTexture(GL_TEXTURE_2D, texture->get());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, 64, 48, 0, GL_RGBA, GL_FLOAT, pixels.data());
        *drawn.view_texture = {texture, texture->get(), 64, 48, version};
        picture_.show({64, 48}, exposure);
        return window_.read();
    };
    const auto dark = show(0.1f, 1);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(show(0.1f, 1), dark) << i;
    EXPECT_EQ(show(0.9f, 1), dark) << "the version says that the pixels are the same, so they are not looked at";
    const auto bright = show(0.9f, 2);
    EXPECT_NE(bright, dark);
    for (int i = 0; i < 2; ++i) EXPECT_EQ(show(0.9f, 2), bright) << i;
    EXPECT_NE(show(0.9f, 2, 0.5f), bright);
    EXPECT_EQ(show(0.9f, 2), bright);
    picture_.read(2.0f);  // for a file with another exposure
    EXPECT_EQ(show(0.9f, 2), bright);
    EXPECT_TRUE(picture_.shows_the_same({64, 48}, 1.0f));
    EXPECT_FALSE(picture_.shows_the_same({64, 48}, 2.0f));
    EXPECT_FALSE(picture_.shows_the_same({32, 48}, 1.0f)) << "the window has another size";
    picture_.begin(glm::mat4(1.0f), glm::mat4(1.0f), tone_curve::filmic, {}, true);
    EXPECT_FALSE(picture_.shows_the_same({64, 48}, 1.0f)) << "nothing was handed over";
    EXPECT_EQ(show(0.1f, 3), dark);
}

TEST_F(offscreen, shows_a_black_picture_once) {
    picture_.begin(glm::mat4(1.0f), glm::mat4(1.0f));
    glClearColor(1.0f, 1.0f, 1.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    picture_.show({64, 48}, 1.0f);
    picture_.make_black();
    EXPECT_FALSE(picture_.shows_the_same({64, 48}, 1.0f)) << "the window is white";
    picture_.show({64, 48}, 1.0f);
    EXPECT_TRUE(std::ranges::all_of(window_.read(), [](uint8_t value) { return value == 0; }));
    EXPECT_TRUE(std::ranges::all_of(picture_.read(1.0f), [](uint8_t value) { return value == 0; }));
    picture_.make_black();
    EXPECT_TRUE(picture_.shows_the_same({64, 48}, 1.0f));
    EXPECT_FALSE(picture_.shows_the_same({32, 48}, 1.0f)) << "the window has another size";
}

// The devices that map light to colours themselves: those that run on the processor of the host, and fast.
class mapping_by_devices : public offscreen {
protected:
    void SetUp() override {
        for (const device_listing& each : devices(backend::cpu_native))
            if (each.device) device_ = each.device;
        if (!device_) GTEST_SKIP() << "no device of cpu-native";
        queue_.emplace(*device_);
        view_.emplace(*device_);
    }

    /// Light from far below the darkest colour to far above the brightest, and what is no colour.
    static std::vector<float4> any_light(size_t pixels) {
        std::mt19937 numbers(7);
        std::uniform_real_distribution<float> exponent(-14.0f, 7.0f);
        std::vector<float4> light(pixels);
        const auto part = [&] { return std::exp2(exponent(numbers)); };
        for (float4& each : light) each = {part(), part(), part(), 1.0f};
        const float infinity = std::numeric_limits<float>::infinity();
        const float no_number = std::numeric_limits<float>::quiet_NaN();
        light[0] = {infinity, 0.5f, 0.0f, 1.0f};
        light[1] = {no_number, -1.0f, 0.2f, 1.0f};
        light[2] = {-infinity, 1.0e9f, 1.0f, 1.0f};
        return light;
    }

    canvas begin(tone_curve curve) { return picture_.begin(glm::mat4(1.0f), glm::mat4(1.0f), curve, {}, true); }
    void write(std::span<const float4> light, uint32_t width, uint32_t height) {
        auto pixels = view_->acquire(*queue_, width, height);
        pixels->write(*queue_, light);
        pixels.release();
    }
    std::vector<uint8_t> shown(float exposure) {
        picture_.show({64, 48}, exposure);
        return window_.read();
    }
    static int largest_difference(const std::vector<uint8_t>& a, const std::vector<uint8_t>& b) {
        int largest = a.size() == b.size() ? 0 : 256;
        for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) largest = std::max(largest, std::abs(int {a[i]} - int {b[i]}));
        return largest;
    }

    std::optional<device> device_;
    std::optional<queue> queue_;
    std::optional<picture_view> view_;
};

TEST_F(mapping_by_devices, shows_the_colours_that_the_shader_makes) {
    const auto sizes = {std::pair(64u, 48u), std::pair(20u, 10u), std::pair(150u, 97u), std::pair(1u, 1u)};
    for (const auto [width, height] : sizes)
        for (const tone_curve curve : {tone_curve::filmic, tone_curve::none})
            for (const float exposure : {1.0f, 2.5f, 0.25f}) {
                const bool is_exact = width == 64;
                // Between pixels whose light is no number or infinite, processors and OpenGL may differ.
                std::vector<float4> light = any_light(std::max(size_t {width} * height, size_t {3}));
                if (!is_exact) light[0] = light[1] = light[2] = {0.3f, 0.2f, 0.1f, 1.0f};
                light.resize(size_t {width} * height);
                write(light, width, height);
                const canvas drawn = begin(curve);
                view_->draw(drawn);
                ASSERT_TRUE(drawn.view_texture->mapped);
                const auto by_device = shown(exposure);
                const auto by_shader = picture_.read(exposure);
                EXPECT_LE(largest_difference(by_device, by_shader), 1) << width << " x " << height << ", exposure " << exposure;
                EXPECT_GT(largest_difference(by_device, std::vector<uint8_t>(by_device.size(), by_device[0])),
                          width == 1 ? -1 : 20);
            }
}

TEST_F(mapping_by_devices, shows_each_change_at_once) {
    const auto show = [&](float light, bool is_new, float exposure = 1.0f) {
        const canvas drawn = begin(tone_curve::filmic);
        if (is_new) write(std::vector<float4>(size_t {64} * 48, float4(light)), 64, 48);
        view_->draw(drawn);
        return shown(exposure);
    };
    const auto dark = show(0.1f, true);
    EXPECT_EQ(show(0.1f, false), dark);
    const auto bright = show(0.9f, true);
    EXPECT_NE(bright, dark);
    EXPECT_EQ(show(0.9f, false), bright);
    EXPECT_NE(show(0.9f, false, 0.5f), bright);
    EXPECT_EQ(show(0.9f, false), bright);
    EXPECT_EQ(show(0.1f, true), dark);
}

// The picture outlives a view that is gone, for example because its sample was closed.
TEST_F(mapping_by_devices, maps_nothing_for_a_view_that_is_gone) {
    write(std::vector<float4>(size_t {64} * 48, float4(0.5f)), 64, 48);
    const canvas drawn = begin(tone_curve::none);
    view_->draw(drawn);
    const auto before = picture_.read(1.0f);
    const shared_texture kept = *drawn.view_texture;
    view_.reset();
    EXPECT_EQ(kept.mapped({}, 64, 48), 0u);
    kept.upload();
    EXPECT_EQ(picture_.read(1.0f), before) << "the texture still exists";
}

TEST_F(offscreen, changes_its_size) {
    picture_.resize({10, 7});
    EXPECT_EQ(cleared_to(1.0f, 1.0f, 1.0f).size(), 3u * 10u * 7u);
    picture_.resize({0, 0});  // the size of a minimised window
    EXPECT_EQ(picture_.size(), (extent {1, 1}));
}

TEST(rays_of_a_canvas, meet_the_points_that_opengl_draws_at_a_pixel) {
    const orbit_camera view({.target = {0.3f, -0.2f, 0.5f}, .distance = 4.0f, .yaw = 0.7f, .pitch = 0.4f});
    // As beside a panel, the axis of the camera does not meet the middle.
    glm::mat4 projection = view.projection(160, 90);
    projection[2][0] = 0.25f;
    const canvas drawn {.width = 160, .height = 90, .view = view.view(), .projection = projection};
    const ray_camera rays = rays_of(drawn);
    EXPECT_EQ(rays.width, 160u);
    EXPECT_EQ(rays.height, 90u);
    for (const glm::vec3 point : {glm::vec3(0.3f, -0.2f, 0.5f), glm::vec3(1.0f, 0.7f, 0.2f), glm::vec3(-0.6f, 0.1f, 1.1f)}) {
        const glm::vec4 in_view = drawn.view * glm::vec4(point, 1.0f);
        const glm::vec4 clip = drawn.projection * in_view;
        const float3 ray = ray_through(80.0f * (1.0f + clip.x / clip.w), 45.0f * (1.0f + clip.y / clip.w), rays);
        const float3 met = rays.eye + ray * -in_view.z;
        EXPECT_NEAR(met.x, point.x, 1e-4f);
        EXPECT_NEAR(met.y, point.y, 1e-4f);
        EXPECT_NEAR(met.z, point.z, 1e-4f);
    }
}

TEST(window_errors, are_counted) {
    const window window(window::kind::offscreen, "test", {16, 16});
    EXPECT_EQ(window.graphics_errors(), 0u);
    testing::internal::CaptureStderr();
    glEnable(GL_COLOR_BUFFER_BIT);  // an error: this is not a capability that can be enabled
    const auto counted = window.graphics_errors();
    EXPECT_NE(testing::internal::GetCapturedStderr().find("OpenGL"), std::string::npos);
    EXPECT_GT(counted, 0u);
}

}  // namespace
}  // namespace ingot::shell
