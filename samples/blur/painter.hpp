// Draws shapes with smooth edges into a picture, in linear light.
#pragma once

#include <functional>
#include <ingot/media/picture.hpp>
#include <string_view>

#include "lettering.hpp"

namespace ingot::samples::blur {

struct rectangle {
    float left = 0.0f;
    float top = 0.0f;
    float width = 0.0f;
    float height = 0.0f;
};

/// Returns a colour of the colour space OKLCH from lightness (0 to 1), chroma, and hue in degrees. Equal differences of
/// these numbers look about equally large (B. Ottosson, "A perceptual color space for image processing", 2020). Red, green or
/// blue of a colour outside of sRGB may be negative; then it is set to 0.
media::pixel oklch(float lightness, float chroma, float hue);
/// Returns the colour multiplied by a factor; alpha stays the same.
media::pixel scaled(const media::pixel& pixel, float factor);
/// Returns the mix of two colours, with an alpha of 1.
media::pixel mixed(const media::pixel& a, const media::pixel& b, float share_of_b);

/// Draws into one picture.
class painter {
public:
    explicit painter(media::picture& picture) : picture_(picture) {}

    /// Sets every pixel of an area to the colour at its centre.
    void fill(const rectangle& area, const std::function<media::pixel(float x, float y)>& colour);
    /// Adds to every pixel of an area the light at its centre.
    void add(const rectangle& area, const std::function<media::pixel(float x, float y)>& light);
    /// Covers the pixels where `covered` is true with a colour. Edges are smooth: `covered` is evaluated at 16
    /// positions in each pixel.
    void cover(const rectangle& area, const media::pixel& colour, const std::function<bool(float x, float y)>& covered);
    void rounded_rectangle(const rectangle& area, float radius, const media::pixel& colour);
    /// Draws text; `position` is the upper left corner of its capitals.
    void text(std::string_view words, point position, float height, const media::pixel& colour);

private:
    template <typename Each>
    void for_each(const rectangle& area, Each each);
    void blend(int x, int y, const media::pixel& colour, float coverage);

    media::picture& picture_;
};

}  // namespace ingot::samples::blur
