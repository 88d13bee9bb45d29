// Shows pictures of the warp in the shell's picture.
#pragma once

#include <ingot/opengl/shaders.hpp>
#include <ingot/sample/sample.hpp>
#include <string>
#include <vector>

namespace ingot::samples::warping {

/// What is seen; the same numbers in the shader.
enum class shown : int32_t { compare = 0, strips = 1, warped = 2, truth = 3, repeated = 4, difference = 5 };

/// The names of `shown`, in its order.
std::vector<std::string> shown_names();

class picture_view {
public:
    picture_view();

    struct pictures {
        GLuint truth = 0;  ///< textures of display colours (sRGB)
        GLuint warped = 0;
        GLuint repeated = 0;
    };
    void draw(const canvas& into, shown what, const pictures& of) const;

private:
    opengl::program program;
    opengl::vertex_array no_vertices;
};

}  // namespace ingot::samples::warping
