// The same two passes as compute shaders of OpenGL, for comparison.
#pragma once

#include <cstdint>
#include <ingot/opengl/shaders.hpp>
#include <map>
#include <optional>

#include "blur_area.hpp"
#include "buffer_texture.hpp"

namespace ingot::samples::blur {

/// The newest time is known a frame later: nobody waits for it.
class glsl_blur {
public:
    /// Throws std::runtime_error where the current context has no compute shaders (OpenGL 4.3).
    glsl_blur();

    /// Blurs pixels of `source`, a buffer texture, into a buffer of floats, `repeats` times.
    void run(const opengl::texture& source, const blur_area& area, uint32_t taps, uint32_t repeats);
    GLuint result_name() const { return results[1].get(); }
    /// What the last run took whose time is known, in milliseconds, by OpenGL's own clock.
    std::optional<double> milliseconds();

private:
    void resize(const blur_area& area);
    void pass(const opengl::program& with, const opengl::texture& from, const opengl::texture& to, const blur_area& area,
              bool columns);
    const opengl::program& program_of(uint32_t taps);

    std::map<uint32_t, opengl::program> programs;
    opengl::buffer results[2];  ///< between the passes, and after them
    opengl::texture views[2];
    blur_area sized;
    opengl::query timer;
    bool timing = false;
    std::optional<double> last;
};

}  // namespace ingot::samples::blur
