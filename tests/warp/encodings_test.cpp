// Compares the encodings of motion in the library and in the shaders with a plain reference in double precision.
#include <epoxy/gl.h>
#include <gtest/gtest.h>
#include <ingot_warp.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "window/window.hpp"

namespace {

using motion = std::array<float, 3>;

// Decodes one component in double precision, by the definition in the thesis that docs/host-library.md names: a sign bit, and
// log2(length + 1) as a number of steps. A step is log2(65) / 1024, or log2(65) / 512 for y.
double decoded_reference(uint32_t encoded, int component) {
    const std::array<uint32_t, 3> shifts {19, 10, 0};
    const std::array<double, 3> steps {1024.0, 512.0, 1024.0};
    const auto index = static_cast<size_t>(component);
    const auto step = static_cast<double>(encoded >> shifts[index] & (component == 1 ? 511u : 1023u));
    const double length = std::exp2(step * std::log2(65.0) / steps[index]) - 1.0;
    return (encoded >> (31 - component) & 1u) != 0 ? -length : length;
}

// Returns the allowed error: half a step of the logarithm, or a whole step near 64, because the last step, which means 64,
// cannot be encoded.
double allowed(float component, int index) {
    const double length = std::fmin(std::fabs(double(component)), 64.0) + 1.0;
    const double half = std::log(65.0) / (index == 1 ? 1024.0 : 2048.0);
    const bool at_the_end = length > 65.0 * std::exp(-2.0 * half);
    return length * std::expm1(half) * (at_the_end ? 2.0 : 1.0) + 1e-4;
}

std::vector<motion> many_motions() {
    std::vector<motion> all {{0, 0, 0}, {64, -64, 64}, {-64, 64, -64}, {100, -1e9f, 65}, {0.001f, -0.001f, 0.004f}};
    for (int i = 0; i < 600; ++i) {
        const auto t = static_cast<float>(i);
        all.push_back({std::exp2(std::fmod(t * 0.37f, 6.0f)) * (i % 2 ? -1.0f : 1.0f), std::fmod(t * 1.7f, 128.0f) - 64.0f,
                       std::sin(t) * std::fmod(t, 64.0f)});
    }
    return all;
}

TEST(warp_encodings, of_motion_in_space_keep_to_the_logarithm) {
    for (const motion& each : many_motions()) {
        const uint32_t encoded = ingot_warp_encode_motion_3d(each[0], each[1], each[2]);
        motion decoded {};
        ingot_warp_decode_motion_3d(encoded, &decoded[0], &decoded[1], &decoded[2]);
        for (int k = 0; k < 3; ++k) {
            const auto index = static_cast<size_t>(k);
            const float clamped_value = std::fmax(std::fmin(each[index], 64.0f), -64.0f);
            EXPECT_NEAR(decoded[index], decoded_reference(encoded, k), 2e-5 * (1.0 + std::fabs(decoded[index])));
            EXPECT_NEAR(decoded[index], clamped_value, allowed(each[index], k)) << each[index] << " as component " << k;
        }
    }
}

TEST(warp_encodings, of_motion_in_space_have_the_documented_bits) {
    EXPECT_EQ(ingot_warp_encode_motion_3d(0, 0, 0), 0u);
    EXPECT_EQ(ingot_warp_encode_motion_3d(64, 0, 0), 1023u << 19);
    EXPECT_EQ(ingot_warp_encode_motion_3d(0, 64, 0), 511u << 10);
    EXPECT_EQ(ingot_warp_encode_motion_3d(0, 0, 64), 1023u);
    EXPECT_EQ(ingot_warp_encode_motion_3d(-64, 0, 0), 1u << 31 | 1023u << 19);
    EXPECT_EQ(ingot_warp_encode_motion_3d(0, -64, 0), 1u << 30 | 511u << 10);
    EXPECT_EQ(ingot_warp_encode_motion_3d(0, 0, -64), 1u << 29 | 1023u);
    // log2(sqrt(65)) is half of log2(65).
    EXPECT_EQ(ingot_warp_encode_motion_3d(std::sqrt(65.0f) - 1.0f, 0, 0), 512u << 19);
    const float infinite = std::numeric_limits<float>::infinity();
    EXPECT_EQ(ingot_warp_encode_motion_3d(infinite, 0, 0), 1023u << 19);
}

TEST(warp_encodings, of_motion_on_the_screen_are_two_signed_numbers) {
    EXPECT_EQ(ingot_warp_encode_motion_2d(0, 0), 0u);
    EXPECT_EQ(ingot_warp_encode_motion_2d(1, 0), 0x00007fffu);
    EXPECT_EQ(ingot_warp_encode_motion_2d(-1, 0), 0x00008001u);
    EXPECT_EQ(ingot_warp_encode_motion_2d(0, -1), 0x80010000u);
    EXPECT_EQ(ingot_warp_encode_motion_2d(7, -7), 0x80017fffu);  // clamped to 1 and -1
    for (int i = -1000; i <= 1000; ++i) {
        const float x = static_cast<float>(i) / 1000.0f;
        const float y = std::sin(static_cast<float>(i));
        float back_x = 0;
        float back_y = 0;
        ingot_warp_decode_motion_2d(ingot_warp_encode_motion_2d(x, y), &back_x, &back_y);
        EXPECT_NEAR(back_x, x, 0.5001 / 32767.0);  // half a step
        EXPECT_NEAR(back_y, y, 0.5001 / 32767.0);
    }
}

// A shader that contains the library's functions. For each of the motions that run() receives, it computes one result with the
// code in `body`.
class shaded {
public:
    explicit shaded(const std::string& body) {
        const std::string vertex =
            "#version 330 core\nvoid main() { gl_Position = vec4(vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0, 0, "
            "1); }";
        const std::string fragment = "#version 330 core\n" + std::string(ingot_warp_glsl()) +
                                     "uniform sampler2D motions;\nout uvec4 result;\nvoid main() {\n"
                                     "  vec3 motion = texelFetch(motions, ivec2(gl_FragCoord.xy), 0).xyz;\n" +
                                     body + "}\n";
        program_ = glCreateProgram();
        for (const auto& [stage, text] : {std::pair {GL_VERTEX_SHADER, vertex}, std::pair {GL_FRAGMENT_SHADER, fragment}}) {
            const GLuint shader = glCreateShader(static_cast<GLenum>(stage));
            const char* source = text.c_str();
            glShaderSource(shader, 1, &source, nullptr);
            glCompileShader(shader);
            glAttachShader(program_, shader);
            glDeleteShader(shader);
        }
        glLinkProgram(program_);
        GLint good = GL_FALSE;
        glGetProgramiv(program_, GL_LINK_STATUS, &good);
        std::array<char, 2048> log {};
        glGetProgramInfoLog(program_, static_cast<GLsizei>(log.size()), nullptr, log.data());
        EXPECT_EQ(good, GL_TRUE) << log.data();
    }
    shaded(const shaded&) = delete;
    shaded& operator=(const shaded&) = delete;
    ~shaded() { glDeleteProgram(program_); }

    std::vector<std::array<uint32_t, 4>> run(const std::vector<motion>& motions) const {
        const auto count = static_cast<GLsizei>(motions.size());
        std::array<GLuint, 2> textures {};
        GLuint framebuffer = 0;
        GLuint vertices = 0;
        glGenTextures(2, textures.data());
        glGenFramebuffers(1, &framebuffer);
        glGenVertexArrays(1, &vertices);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glBindTexture(GL_TEXTURE_2D, textures[1]);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32UI, count, 1, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT, nullptr);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, textures[1], 0);
        glBindTexture(GL_TEXTURE_2D, textures[0]);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB32F, count, 1, 0, GL_RGB, GL_FLOAT, motions.data());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glViewport(0, 0, count, 1);
        glUseProgram(program_);
        glBindVertexArray(vertices);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        std::vector<std::array<uint32_t, 4>> results(motions.size());
        glReadPixels(0, 0, count, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, results.data());
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glDeleteTextures(2, textures.data());
        glDeleteFramebuffers(1, &framebuffer);
        glDeleteVertexArrays(1, &vertices);
        return results;
    }

private:
    GLuint program_ = 0;
};

// The steps may differ by one: a GPU's logarithm may round a length between two steps to the other step.
void expect_same_steps(uint32_t encoding, uint32_t other, const motion& motion) {
    EXPECT_EQ(encoding >> 29, other >> 29) << motion[0] << ", " << motion[1] << ", " << motion[2];
    for (const auto& [shift, mask] : {std::pair {19u, 1023u}, std::pair {10u, 511u}, std::pair {0u, 1023u}})
        EXPECT_LE(std::abs(static_cast<int>(encoding >> shift & mask) - static_cast<int>(other >> shift & mask)), 1)
            << motion[0] << ", " << motion[1] << ", " << motion[2];
}

TEST(warp_encodings, of_shaders_are_those_of_the_library) {
    const ingot::shell::window window(ingot::shell::window::kind::offscreen, "test", {16, 16});
    const std::vector<motion> motions = many_motions();
    const auto results = shaded(
                             "  uint space = ingot_warp_encode_motion_3d(motion);\n"
                             "  uint screen = ingot_warp_encode_motion_2d(motion.xy / 64.0);\n"
                             "  vec3 back = ingot_warp_decode_motion_3d(space);\n"
                             "  vec2 flat_back = ingot_warp_decode_motion_2d(screen);\n"
                             "  result = uvec4(space, screen, floatBitsToUint(back.z), floatBitsToUint(flat_back.y));\n")
                             .run(motions);
    size_t same = 0;
    for (size_t i = 0; i < motions.size(); ++i) {
        const auto [x, y, z] = motions[i];
        const uint32_t space = ingot_warp_encode_motion_3d(x, y, z);
        expect_same_steps(results[i][0], space, motions[i]);
        same += results[i][0] == space ? 1 : 0;
        EXPECT_EQ(results[i][1], ingot_warp_encode_motion_2d(x / 64.0f, y / 64.0f)) << x << ", " << y;
        float back = 0;
        ingot_warp_decode_motion_3d(results[i][0], nullptr, nullptr, &back);
        EXPECT_NEAR(std::bit_cast<float>(results[i][2]), back, 1e-4 * (1.0 + std::fabs(back)));
        ingot_warp_decode_motion_2d(results[i][1], nullptr, &back);
        EXPECT_NEAR(std::bit_cast<float>(results[i][3]), back, 1e-6);
    }
    EXPECT_GT(same, motions.size() * 95 / 100);
    EXPECT_EQ(window.graphics_errors(), 0u);
}

}  // namespace
