// The plain two passes as OpenGL compute shaders, for comparison with the kernels.
#pragma once

#include <cstdint>
#include <ingot/opengl/shaders.hpp>
#include <map>
#include <optional>

#include "buffer_texture.hpp"
#include "picture_size.hpp"

namespace ingot::samples::blur {

/// Runs the shaders and measures their time. A time becomes known a frame later, so that nothing waits for it.
class glsl_blur {
public:
    /// Throws std::runtime_error if the current context does not support compute shaders (OpenGL 4.3).
    glsl_blur();

    /// Blurs `source`, a buffer texture, `repeats` times into a buffer of floats.
    void run(const opengl::texture& source, const picture_size& area, uint32_t taps, uint32_t repeats);
    GLuint result_buffer_name() const { return results_[1].get(); }
    /// Returns the duration of the latest run whose time is known, in milliseconds, by OpenGL's timer.
    std::optional<double> milliseconds();

private:
    void resize(const picture_size& area);
    void pass(const opengl::program& program, const opengl::texture& source, const opengl::texture& target,
              const picture_size& area, bool columns);
    const opengl::program& program_of(uint32_t taps);

    std::map<uint32_t, opengl::program> programs_;
    opengl::buffer results_[2];  ///< result between the passes, and after them
    opengl::texture views_[2];
    picture_size sized_;
    opengl::query timer_;
    bool timing_ = false;
    std::optional<double> last_;
};

}  // namespace ingot::samples::blur
