// Draws the pictures of the sample onto the shell's canvas.
#pragma once

#include <ingot/opengl/shaders.hpp>
#include <ingot/sample/sample.hpp>
#include <string>
#include <vector>

namespace ingot::samples::warping {

/// What is displayed. The shader contains the same numbers.
enum class view_kind : int32_t { compare = 0, strips = 1, warped = 2, truth = 3, repeated = 4, difference = 5 };

/// Returns the names of the values of view_kind, in its order.
std::vector<std::string> view_names();

/// The shader that compares and displays pictures.
class picture_view {
public:
    picture_view();

    /// Names of OpenGL textures with sRGB colours.
    struct pictures {
        GLuint truth = 0;     ///< rendered for the time of the picture
        GLuint warped = 0;    ///< computed by the warp
        GLuint compared = 0;  ///< computed by the warp for the time of `truth`, for the difference
        GLuint repeated = 0;  ///< the last rendered frame
        /// Where these show what the camera sees now: transformations of places (places_seen_from()). `compared` has that of
        /// `truth`.
        glm::mat3 in_truth {1.0f};
        glm::mat3 in_warped {1.0f};
        glm::mat3 in_repeated {1.0f};
    };
    void draw(const canvas& canvas, view_kind kind, const pictures& textures) const;

private:
    opengl::program program_;
    opengl::vertex_array no_vertices_;
};

}  // namespace ingot::samples::warping
