// The picture that a sample draws: linear colours in 16-bit floats, and their way to the screen or into 8 bits.
#pragma once

#include <glm/glm.hpp>
#include <ingot/sample/sample.hpp>
#include <memory>
#include <vector>

#include "window/window.hpp"

namespace ingot::shell {

class picture {
public:
    explicit picture(extent size);
    picture(const picture&) = delete;
    picture& operator=(const picture&) = delete;
    ~picture();

    extent size() const { return pixels; }
    /// Does nothing where the size is the same.
    void resize(extent size);

    /// Clears, puts OpenGL into its initial state where samples rely on it, and gives what a sample draws into. `tone` is how it
    /// is shown and read.
    canvas begin(const glm::mat4& view, const glm::mat4& projection, tone_curve tone = tone_curve::filmic);

    /// Tone-maps onto the window's own framebuffer of `size` pixels.
    void show(extent window_size, float exposure) const;
    /// Tone-maps into a texture of OpenGL of the same size, 8-bit sRGB; its name. What it holds lasts until the next such call,
    /// or the next read().
    uint32_t tone_mapped(float exposure) const;
    /// Tone-maps into 8-bit sRGB, RGB, the top row first.
    std::vector<uint8_t> read(float exposure) const;

private:
    struct objects;

    void draw_tone_mapped(extent size, float exposure) const;

    extent pixels;
    tone_curve curve = tone_curve::filmic;
    std::unique_ptr<objects> graphics;
};

}  // namespace ingot::shell
