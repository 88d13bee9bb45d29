// The picture that a sample draws, in linear colours, and its tone mapping to the screen or to 8 bits.
#pragma once

#include <glm/glm.hpp>
#include <ingot/opengl/objects.hpp>
#include <ingot/sample/sample.hpp>
#include <memory>
#include <vector>

#include "window/window.hpp"

namespace ingot::shell {

/// A framebuffer with linear colours in 16-bit floats, and a second one for the tone-mapped picture. Requires a current
/// OpenGL context. The parameter `exposure` is a factor of the brightness: 2 is one stop.
class picture {
public:
    explicit picture(extent size);
    picture(const picture&) = delete;
    picture& operator=(const picture&) = delete;
    ~picture();

    extent size() const { return size_; }
    /// Changes the size; the contents are lost. Does nothing if the size is the same.
    void resize(extent size);

    /// Clears the picture, resets the OpenGL state that samples rely on, and returns the canvas for sample::draw().
    /// `tone` selects the tone curve for showing and reading the picture. If `has_one_view` is true (sample::draws_one_view()),
    /// the picture is the one that a picture_view leaves in the canvas, or black.
    canvas begin(const glm::mat4& view, const glm::mat4& projection, tone_curve tone = tone_curve::filmic,
                 const uncovered_part& uncovered = {}, bool has_one_view = false);

    /// Makes the picture black, instead of begin() and sample::draw(), where there is no sample. A window that shows it already
    /// need not be drawn again.
    void make_black();

    /// Tone-maps the picture to the framebuffer of the window, which has `window_size` pixels. A picture that has been shown
    /// before, because its sample has not changed it since, is kept tone-mapped. Where the sample's device maps the picture
    /// (shared_texture::mapped), throws error if the device fails.
    void show(extent window_size, float exposure);
    /// Would show() show what it has shown last? Only known for a view and for a black picture.
    bool shows_the_same(extent window_size, float exposure) const;
    /// Tone-maps the picture to a texture of the same size, in 8-bit sRGB, and returns the OpenGL name of the texture.
    /// The texture keeps this picture until the next call of this function, of read() or of resize().
    uint32_t tone_mapped(float exposure) const;
    /// Tone-maps the picture and returns its pixels as 8-bit sRGB: three bytes per pixel, the top row first.
    std::vector<uint8_t> read(float exposure) const;

private:
    struct objects;

    /// What a tone-mapped picture depends on.
    struct mapped_view {
        uint64_t version = 0;  ///< of the view; 0: no view
        float exposure = 1.0f;
        tone_curve tone = tone_curve::filmic;
        friend bool operator==(const mapped_view&, const mapped_view&) = default;
    };

    void clear() const;
    bool show_mapped(extent window_size, float exposure) const;
    void draw(const opengl::program& program, const shared_texture& source, extent size, float exposure) const;
    void draw_tone_mapped(extent size, float exposure) const;
    mapped_view view_mapped_with(float exposure) const;

    extent size_;
    mapped_view shown_;         ///< by the latest show()
    extent shown_size_;         ///< of the window then
    mutable mapped_view kept_;  ///< in the second framebuffer
    bool has_one_view_ = false;
    shared_texture view_texture_;
    tone_curve tone_curve_ = tone_curve::filmic;
    std::unique_ptr<objects> objects_;
};

}  // namespace ingot::shell
