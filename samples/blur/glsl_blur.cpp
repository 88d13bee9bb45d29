#include "glsl_blur.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "coefficients.hpp"

namespace ingot::samples::blur {

namespace {

constexpr uint32_t group_width = 32;
constexpr uint32_t group_height = 4;

// The loop has a constant length and reads a constant array, so the driver's compiler can unroll it, as ingotc unrolls the
// loop of the kernels.
constexpr const char* body = R"(
layout(local_size_x = 32, local_size_y = 4) in;
layout(binding = 0) uniform samplerBuffer source;
layout(binding = 0, rgba32f) uniform writeonly imageBuffer target;
uniform ivec2 size;
uniform bool columns;

void main() {
    ivec2 here = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(here, size))) return;
    ivec2 direction = columns ? ivec2(0, 1) : ivec2(1, 0);
    vec4 sum = vec4(0.0);
    for (int i = 0; i < taps; ++i) {
        ivec2 at = clamp(here + direction * (i - taps / 2), ivec2(0), size - 1);
        sum += weights[i] * texelFetch(source, at.y * size.x + at.x);
    }
    imageStore(target, here.y * size.x + here.x, sum);
}
)";

std::string shader_of(uint32_t taps) {
    const std::vector<float> all = weights_of(taps);
    return fmt::format("#version 430 core\nconst int taps = {};\nconst float weights[taps] = float[taps]({:.9e});\n{}", taps,
                       fmt::join(all, ", "), body);
}

}  // namespace

glsl_blur::glsl_blur() {
    const int version = epoxy_gl_version();
    if (version < 43)
        throw std::runtime_error(
            fmt::format("compute shaders require OpenGL 4.3; this context has {}.{}", version / 10, version % 10));
}

const opengl::program& glsl_blur::program_of(uint32_t taps) {
    const auto found = programs_.find(taps);
    if (found != programs_.end()) return found->second;
    return programs_.emplace(taps, opengl::link_program("the blur in GLSL", {{GL_COMPUTE_SHADER, shader_of(taps)}}))
        .first->second;
}

void glsl_blur::resize(const picture_size& area) {
    if (area.width == sized_.width && area.height == sized_.height) return;
    const size_t count = static_cast<size_t>(area.width) * static_cast<size_t>(area.height);
    for (int i = 0; i < 2; ++i) {
        glBindBuffer(GL_TEXTURE_BUFFER, results_[i].get());
        glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(count * 4 * sizeof(float)), nullptr, GL_DYNAMIC_COPY);
        glBindBuffer(GL_TEXTURE_BUFFER, 0);
        attach_buffer(views_[i], results_[i].get(), buffer_pixels::floats, count);
    }
    sized_ = area;
}

void glsl_blur::pass(const opengl::program& program, const opengl::texture& source, const opengl::texture& target,
                     const picture_size& area, bool columns) {
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_BUFFER, source.get());
    glBindImageTexture(0, target.get(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA32F);
    glUniform2i(opengl::uniform_location(program, "size"), area.width, area.height);
    glUniform1i(opengl::uniform_location(program, "columns"), columns ? 1 : 0);
    const auto groups = [](int32_t count, uint32_t size) { return (static_cast<uint32_t>(count) + size - 1) / size; };
    glDispatchCompute(groups(area.width, group_width), groups(area.height, group_height), 1);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
}

void glsl_blur::run(const opengl::texture& source, const picture_size& area, uint32_t taps, uint32_t repeats) {
    resize(area);
    const opengl::program& program = program_of(taps);
    const bool timed = !timing_;
    if (timed) glBeginQuery(GL_TIME_ELAPSED, timer_.get());
    glUseProgram(program.get());
    for (uint32_t i = 0; i < repeats; ++i) {
        pass(program, i == 0 ? source : views_[1], views_[0], area, false);
        pass(program, views_[0], views_[1], area, true);
    }
    glUseProgram(0);
    glBindTexture(GL_TEXTURE_BUFFER, 0);
    if (timed) glEndQuery(GL_TIME_ELAPSED);
    timing_ = true;
}

std::optional<double> glsl_blur::milliseconds() {
    GLint is_available = GL_FALSE;
    if (timing_) glGetQueryObjectiv(timer_.get(), GL_QUERY_RESULT_AVAILABLE, &is_available);
    if (is_available == GL_TRUE) {
        GLuint64 nanoseconds = 0;
        glGetQueryObjectui64v(timer_.get(), GL_QUERY_RESULT, &nanoseconds);
        last_ = static_cast<double>(nanoseconds) * 1e-6;
        timing_ = false;
    }
    return last_;
}

}  // namespace ingot::samples::blur
