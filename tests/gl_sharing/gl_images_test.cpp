// Tests shared_image on every device. OpenGL runs in SDL's offscreen driver.
#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <ingot/gl_sharing.hpp>
#include <ingot/language/image_names.hpp>
#include <numeric>
#include <optional>
#include <vector>

#include "environment_value.hpp"
#include "every_device.hpp"
#include "paint.kernels.hpp"
#include "same_software.hpp"
#include "window/window.hpp"

namespace {

using namespace ingot;
using ingot::testing::contains;
using ingot::testing::error_message;

constexpr pixel_format bytes_of_colours {channel_type::unorm_8, 4};
constexpr pixel_format words {channel_type::unsigned_32, 4};

// A texture that the test creates by OpenGL functions, without the library.
class plain_texture {
public:
    plain_texture(GLint internal, GLsizei width, GLsizei height, GLenum format, GLenum type, const void* pixels) {
        glGenTextures(1, &object_);
        glBindTexture(GL_TEXTURE_2D, object_);
        glTexImage2D(GL_TEXTURE_2D, 0, internal, width, height, 0, format, type, pixels);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glBindTexture(GL_TEXTURE_2D, 0);
    }
    plain_texture(const plain_texture&) = delete;
    plain_texture& operator=(const plain_texture&) = delete;
    ~plain_texture() { glDeleteTextures(1, &object_); }

    GLuint name() const { return object_; }

private:
    GLuint object_ = 0;
};

class gl_images : public ingot::testing::every_device {
protected:
    // Reads the pixels of a texture through a framebuffer. The test does not use the OpenGL functions by which the library
    // copies pixels for devices that cannot share textures.
    static std::vector<float4> drawn_by_gl(const shared_image& image) {
        const auto width = static_cast<GLint>(image.description().width);
        const auto height = static_cast<GLint>(image.description().height);
        GLuint framebuffer = 0;
        glGenFramebuffers(1, &framebuffer);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
        glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, image.gl_name(), 0);
        EXPECT_EQ(glCheckFramebufferStatus(GL_READ_FRAMEBUFFER), static_cast<GLenum>(GL_FRAMEBUFFER_COMPLETE));
        std::vector<float4> pixels(static_cast<size_t>(width) * static_cast<size_t>(height));
        if (detail::sample_of(image.description().format.channel) == sample_kind::floating) {
            glReadPixels(0, 0, width, height, GL_RGBA, GL_FLOAT, pixels.data());
        } else {
            std::vector<uint4> integers(pixels.size());
            glReadPixels(0, 0, width, height, GL_RGBA_INTEGER, GL_UNSIGNED_INT, integers.data());
            for (size_t i = 0; i < pixels.size(); ++i)
                for (uint32_t k = 0; k < 4; ++k) pixels[i][k] = static_cast<float>(integers[i][k]);
        }
        glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
        glDeleteFramebuffers(1, &framebuffer);
        return pixels;
    }

    void paint(shared_image& target, uint32_t shift) {
        const range items(target.description().width, target.description().height);
        auto acquired = target.acquire(queue_);
        if (detail::sample_of(target.description().format.channel) == sample_kind::floating)
            queue_.run(program_.paint, items, *acquired, shift);
        else
            queue_.run(program_.paint_integers, items, *acquired, shift);
    }

    // Returns the pixel that paint() writes, as the format stores it.
    static float4 painted(uint32_t x, uint32_t y, uint32_t shift, pixel_format format) {
        const auto red = static_cast<float>((x * 3 + y + shift) % 256);
        const bool is_integer = detail::sample_of(format.channel) != sample_kind::floating;
        const float4 all(is_integer ? red : red / 255.0f, static_cast<float>(y % 2), static_cast<float>(x % 2), 1.0f);
        return format.channels == 1   ? float4(all.x, 0.0f, 0.0f, 1.0f)
               : format.channels == 2 ? float4(all.x, all.y, 0.0f, 1.0f)
                                      : all;
    }

    static void expect_painted(const shared_image& image, uint32_t shift) {
        const image_description& description = image.description();
        const std::vector<float4> pixels = drawn_by_gl(image);
        const float allowed = description.format.channel == channel_type::float_16 ? 0.001f : 1e-4f;
        for (uint32_t y = 0; y < description.height; ++y)
            for (uint32_t x = 0; x < description.width; ++x) {
                const float4 expected = painted(x, y, shift, description.format);
                for (uint32_t k = 0; k < 4; ++k)
                    ASSERT_NEAR(pixels[y * description.width + x][k], expected[k], allowed)
                        << to_string(description) << " at " << x << ", " << y << ", channel " << k;
            }
    }

    // Returns the formats that the device and OpenGL both support and that can store the pixels of paint().
    std::vector<pixel_format> formats() const {
        std::vector<pixel_format> found;
        for (const pixel_format format : device_.image_formats(image_shape::image_2d)) {
            const bool holds_it = format.channel == channel_type::unorm_8 || format.channel == channel_type::unorm_16 ||
                                  format.channel == channel_type::float_16 || format.channel == channel_type::float_32 ||
                                  format.channel == channel_type::unsigned_8 || format.channel == channel_type::unsigned_16 ||
                                  format.channel == channel_type::unsigned_32;
            if (holds_it && format.channels != 3) found.push_back(format);
        }
        return found;
    }

    void TearDown() override { EXPECT_EQ(window_.graphics_errors(), expected_errors_); }

    shell::window window_ {shell::window::kind::offscreen, "test", {16, 16}};
    paint_program program_ {device_};
    uint64_t expected_errors_ = 0;
};

TEST_P(gl_images, hold_what_kernels_wrote) {
    ASSERT_FALSE(formats().empty());
    for (const pixel_format format : formats())
        for (const auto& [width, height] : {std::array {17u, 5u}, std::array {1u, 1u}, std::array {64u, 64u}}) {
            shared_image image(device_, {.format = format, .width = width, .height = height}, gl_access::write);
            if (is_same_software(device_) && !std::getenv("INGOT_GL_SHARING")) {
                EXPECT_EQ(image.copy_reason(), "");
            }
            for (const uint32_t shift : {0u, 40u, 90u}) {
                paint(image, shift);
                expect_painted(image, shift);
                if (HasFailure()) return;
            }
        }
}

TEST_P(gl_images, give_the_same_pixels_in_place_and_copied) {
    const image_description description {.format = bytes_of_colours, .width = 33, .height = 21};
    shared_image first(device_, description, gl_access::write);
    if (is_same_software(device_) && !std::getenv("INGOT_GL_SHARING")) {
        EXPECT_EQ(first.copy_reason(), "");
    }
    const ingot::tests::environment_value sharing_off("INGOT_GL_SHARING", "off");
    shared_image second(device_, description, gl_access::write);
    EXPECT_EQ(second.copy_reason(), "INGOT_GL_SHARING=off requests copies");
    paint(first, 11);
    paint(second, 11);
    const std::vector<float4> pixels = drawn_by_gl(first);
    const std::vector<float4> other = drawn_by_gl(second);
    ASSERT_EQ(pixels.size(), other.size());
    EXPECT_EQ(std::memcmp(pixels.data(), other.data(), pixels.size() * sizeof(float4)), 0);
}

TEST_P(gl_images, are_read_by_kernels_and_go_back_and_forth) {
    std::vector<uint32_t> numbers(6 * 4 * 4);
    std::iota(numbers.begin(), numbers.end(), 5u);
    const plain_texture gl_object(GL_RGBA32UI, 6, 4, GL_RGBA_INTEGER, GL_UNSIGNED_INT, numbers.data());
    auto image = shared_image::of(device_, {gl_object.name()}, gl_access::read_write);
    EXPECT_EQ(image.gl_name(), gl_object.name());
    EXPECT_EQ(image.description(), (image_description {.format = words, .width = 6, .height = 4}));
    if (device_.backend() == backend::vulkan && copy_reason(device_).empty()) {
        EXPECT_EQ(image.copy_reason(), "OpenGL has made the texture, not the device; it is copied in OpenGL");
    }
    for (int turn = 0; turn < 3; ++turn) {
        auto acquired = image.acquire(queue_);
        queue_.run(program_.add_one, range(6, 4), *acquired);
    }
    const std::vector<float4> pixels = drawn_by_gl(image);
    for (size_t i = 0; i < pixels.size(); ++i) EXPECT_EQ(pixels[i].x, static_cast<float>(numbers[i * 4] + 3)) << i;

    auto reading = shared_image::of(device_, {gl_object.name()}, gl_access::read);
    auto reds = device_.create_buffer<uint32_t>(24);
    {
        auto acquired = reading.acquire(queue_);
        queue_.run(program_.read_red, range(6, 4), std::as_const(*acquired), reds);
    }
    const std::vector<uint32_t> read = reds.read(queue_);
    for (size_t i = 0; i < read.size(); ++i) EXPECT_EQ(read[i], numbers[i * 4] + 3) << i;
}

// OpenGL's own copies need textures whose levels are complete. This one lacks all levels but the first, and its filter uses them.
TEST_P(gl_images, without_their_smaller_levels_are_shared) {
    const std::array<uint8_t, 4> pixels {10, 20, 30, 40};
    GLuint object = 0;
    glGenTextures(1, &object);
    glBindTexture(GL_TEXTURE_2D, object);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8UI, 2, 2, 0, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, nullptr);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, pixels.data());
    {
        auto image = shared_image::of(device_, {object}, gl_access::read);
        auto reds = device_.create_buffer<uint32_t>(4);
        {
            auto acquired = image.acquire(queue_);
            queue_.run(program_.read_red, range(2, 2), std::as_const(*acquired), reds);
        }
        EXPECT_EQ(reds.read(queue_).front(), 10u) << image.copy_reason();
    }
    glDeleteTextures(1, &object);
}

TEST_P(gl_images, that_cannot_be_shared_are_rejected) {
    const auto rejection = [&](GLuint name) {
        return error_message([&] { shared_image::of(device_, {name}, gl_access::read); });
    };
    EXPECT_TRUE(contains(rejection(54'321), "54321 is not a texture of the current OpenGL context")) << rejection(54'321);
    const plain_texture depth(GL_DEPTH_COMPONENT24, 4, 4, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, nullptr);
    EXPECT_TRUE(contains(rejection(depth.name()), "internal format 0x81a6, which cannot be shared")) << rejection(depth.name());
    GLuint box = 0;
    glGenTextures(1, &box);
    glBindTexture(GL_TEXTURE_3D, box);
    EXPECT_TRUE(contains(rejection(box), "is not a GL_TEXTURE_2D")) << rejection(box);
    glDeleteTextures(1, &box);
    const auto creation_error = [&](const image_description& description) {
        return error_message([&] { shared_image(device_, description, gl_access::write); });
    };
    EXPECT_TRUE(contains(creation_error({.shape = image_shape::image_3d, .format = bytes_of_colours}),
                         "only two-dimensional images with one mip level"));
    EXPECT_TRUE(contains(creation_error({.format = {channel_type::unsigned_64, 1}}), "1, 2 or 4 channels of 8, 16 or 32 bits"));
    EXPECT_TRUE(contains(creation_error({.format = bytes_of_colours, .width = 1'000'000, .height = 2}), "textures have at most"));
    expected_errors_ = 1;  // OpenGL detects that `box` has another target, and reports an error
}

TEST_P(gl_images, cannot_be_acquired_while_they_are_acquired_and_report_timings) {
    shared_image image(device_, {.format = bytes_of_colours, .width = 8, .height = 8}, gl_access::write);
    {
        auto acquired = image.acquire(queue_);
        const std::string rejected = error_message([&] { auto again = image.acquire(queue_); });
        EXPECT_TRUE(contains(rejected, "is already acquired")) << rejected;
        queue_.run(program_.paint, range(8, 8), *acquired, 0u);
    }
    const std::vector<sharing_timing> timings = queue_.take_sharing_timings();
    ASSERT_EQ(timings.size(), 1u);
    EXPECT_EQ(timings[0].copy_reason, image.copy_reason());
    if (device_.backend() == backend::cpu_debug && !std::getenv("INGOT_GL_SHARING")) {
        EXPECT_EQ(image.copy_reason(), "OpenGL cannot map textures");
    }
    if (device_.backend() == backend::cuda) {
        EXPECT_EQ(image.copy_reason(), copy_reason(device_));  // the same as for buffers
    }
}

// Sharing must not change the bindings and packing parameters that a sample has set.
TEST_P(gl_images, leave_opengl_as_it_was) {
    const plain_texture bound(GL_R8, 1, 1, GL_RED, GL_UNSIGNED_BYTE, nullptr);
    glBindTexture(GL_TEXTURE_2D, bound.name());
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 77);
    glPixelStorei(GL_PACK_ALIGNMENT, 8);
    shared_image image(device_, {.format = bytes_of_colours, .width = 5, .height = 3}, gl_access::read_write);
    paint(image, 1);
    GLint found = 0;
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &found);
    EXPECT_EQ(static_cast<GLuint>(found), bound.name());
    glGetIntegerv(GL_UNPACK_ROW_LENGTH, &found);
    EXPECT_EQ(found, 77);
    glGetIntegerv(GL_PACK_ALIGNMENT, &found);
    EXPECT_EQ(found, 8);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    expect_painted(image, 1);
}

INGOT_TEST_ON_EVERY_DEVICE(gl_images);

}  // namespace
