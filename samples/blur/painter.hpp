// Shapes with soft edges into a picture, in linear light.
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

/// A colour by lightness (0 to 1), chroma and hue in degrees: equal steps look equal (B. Ottosson, "A perceptual color space for
/// image processing", 2020: OKLCH). What sRGB has not is cut at 0.
media::pixel oklch(float lightness, float chroma, float hue);
/// The same light, more or less of it.
media::pixel times(const media::pixel& of, float factor);
media::pixel mixed(const media::pixel& a, const media::pixel& b, float share_of_b);

class painter {
public:
    explicit painter(media::picture& on) : into(on) {}

    /// Every pixel of an area by its middle.
    void fill(const rectangle& area, const std::function<media::pixel(float x, float y)>& colour);
    /// Adds light.
    void add(const rectangle& area, const std::function<media::pixel(float x, float y)>& light);
    /// `coverage` is 0 to 1, asked for at 16 places of each pixel.
    void cover(const rectangle& area, const media::pixel& colour, const std::function<bool(float x, float y)>& covered);
    void rounded_rectangle(const rectangle& area, float radius, const media::pixel& colour);
    /// Text from the upper left of its capitals.
    void text(std::string_view words, place at, float height, const media::pixel& colour);

private:
    template <typename Each>
    void for_each(const rectangle& area, Each each);
    void blend(int x, int y, const media::pixel& colour, float coverage);

    media::picture& into;
};

}  // namespace ingot::samples::blur
