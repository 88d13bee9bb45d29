// The two passes of the blur as an OpenGL compute shader with one pixel per invocation, for comparison with the kernels.
#pragma once

#include <cstdint>
#include <ingot/opengl/shaders.hpp>
#include <map>
#include <optional>

#include "buffer_texture.hpp"
#include "picture_size.hpp"

namespace ingot::samples::blur {

/// Runs the shader and measures its time. The program does not wait for the time of a run: milliseconds() reads it when the
/// GPU has finished, usually in a later frame.
class glsl_blur {
public:
    /// Throws std::runtime_error if the current context does not support compute shaders (OpenGL 4.3).
    glsl_blur();

    /// Blurs `source`, a buffer texture, `repeats` times into a buffer of floats.
    void run(const opengl::texture& source, const picture_size& area, uint32_t taps, uint32_t repeats);
    GLuint result_buffer_name() const { return results_[1].get(); }
    /// Returns the duration of the latest run whose time is known, in milliseconds, as an OpenGL timer query measured it.
    std::optional<double> milliseconds();

private:
    void resize(const picture_size& area);
    void pass(const opengl::program& program, const opengl::texture& source, const opengl::texture& target,
              const picture_size& area, bool columns);
    const opengl::program& program_of(uint32_t taps);

    std::map<uint32_t, opengl::program> programs_;
    opengl::buffer results_[2];  ///< the result of the first pass, and that of the second
    opengl::texture views_[2];
    picture_size sized_;
    opengl::query timer_;
    bool timing_ = false;  ///< whether the timer query has a result that was not read yet
    std::optional<double> last_;
};

}  // namespace ingot::samples::blur
