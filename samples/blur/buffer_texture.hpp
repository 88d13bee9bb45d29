// A picture in a buffer of OpenGL, as shaders read it.
#pragma once

#include <cstddef>
#include <ingot/opengl/objects.hpp>

namespace ingot::samples::blur {

/// How shaders read its pixels, by number: four floats, or four numbers of 16 bits for 0 to 1.
enum class buffer_pixels { floats, whole };

/// A view of the buffer `of` as a buffer texture. Throws std::runtime_error where it has more pixels than OpenGL can address.
void view_as_texture(const opengl::texture& texture, GLuint of, buffer_pixels kind, size_t pixels);

}  // namespace ingot::samples::blur
