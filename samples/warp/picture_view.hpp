// Draws the pictures of the sample onto the shell's canvas.
#pragma once

#include <ingot/opengl/shaders.hpp>
#include <ingot/sample/sample.hpp>
#include <memory>
#include <string>
#include <vector>

namespace ingot::samples::warping {

/// What is displayed.
enum class view_kind : int32_t { compare, strips, warped, truth, repeated, difference };

/// Returns the names of the values of view_kind, in its order.
std::vector<std::string> view_names();

/// The shaders that compare and display pictures.
class picture_view {
public:
    picture_view();
    picture_view(const picture_view&) = delete;
    picture_view& operator=(const picture_view&) = delete;
    ~picture_view();

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
    /// Draws into the canvas. If the canvas takes a texture (canvas::view_texture), hands over one that is drawn when the shell
    /// shows it, with the exposure and as 8 bits: the pictures have display colours, which need no other tone mapping.
    void draw(const canvas& canvas, view_kind kind, const pictures& textures);

private:
    /// What the colours are that a shader writes.
    enum class output { light, display, exposed_display };
    /// The shaders for one kind of output: for a picture and for the difference of two.
    struct shaders {
        explicit shaders(output colours);
        opengl::program plain;
        opengl::program difference;
    };
    /// What is drawn: the pictures, and where.
    struct drawing {
        view_kind kind;
        pictures textures;
        uncovered_part uncovered;
    };
    struct handed_textures;

    /// The part of the viewport that shows one picture, in shares of its size, from the lower left corner.
    struct part {
        view_kind shown;  ///< one picture
        glm::vec2 low;
        glm::vec2 high;
    };
    /// How a view is divided into pictures.
    struct layout {
        std::vector<part> parts;
        float repeats = 1.0f;     ///< each picture is shown whole, so many times smaller; 1: they are parts of the same picture
        glm::vec3 lines {-1.0f};  ///< shares of the width (x, y) and the height (z) at which lines divide the pictures
        float line_colour = 0.0f;
    };
    static layout layout_of(view_kind kind);
    static const opengl::program& use_program_for(const shaders& chosen, view_kind shown, const pictures& textures);
    void draw_over(glm::ivec2 size, const drawing& drawn, const shaders& chosen, float exposure, bool has_upper_row_first) const;
    void hand_over(const canvas& canvas, const drawing& drawn);

    shaders light_ {output::light};
    std::unique_ptr<shaders> display_;  ///< created when first used, as the next ones
    std::unique_ptr<shaders> exposed_display_;
    std::shared_ptr<handed_textures> handed_;
    opengl::vertex_array no_vertices_;
};

}  // namespace ingot::samples::warping
