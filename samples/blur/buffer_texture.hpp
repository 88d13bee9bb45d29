// Buffer textures: through them, shaders read pictures in OpenGL buffers.
#pragma once

#include <cstddef>
#include <ingot/opengl/objects.hpp>

namespace ingot::samples::blur {

/// The type of pixels in a buffer: four floats, or four 16-bit integers that stand for 0 to 1.
enum class buffer_pixels { floats, integers };

/// Makes `texture` a buffer texture of this buffer, which contains `pixels` pixels. Throws std::runtime_error if these are
/// more than OpenGL can address in a buffer texture.
void attach_buffer(const opengl::texture& texture, GLuint buffer, buffer_pixels kind, size_t pixels);

}  // namespace ingot::samples::blur
