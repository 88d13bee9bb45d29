#include <algorithm>
#include <cmath>
#include <ingot/sample/tone_curve.hpp>

namespace ingot {

namespace {

float curve(float x) { return std::clamp((x * (2.51f * x + 0.03f)) / (x * (2.43f * x + 0.59f) + 0.14f), 0.0f, 1.0f); }

// Replaces NaN by 0, and clamps to 0 … 60,000, which a 16-bit float can represent.
float bounded(float light) { return std::isnan(light) ? 0.0f : std::clamp(light, 0.0f, 6.0e4f); }

}  // namespace

// The fragment shader in app_shell/picture/picture.cpp uses the same constants; picture_test.cpp compares both.
media::pixel tone_map(const media::pixel& light) {
    const float red = bounded(light.red);
    const float green = bounded(light.green);
    const float blue = bounded(light.blue);
    const float brightest = std::max({red, green, blue});
    const float luminance = 0.2126f * red + 0.7152f * green + 0.0722f * blue;
    const float desaturation = 0.6f * brightest / (brightest + 6.0f);
    const auto map_part = [&](float part) { return curve(0.8f * (part + (luminance - part) * desaturation)); };
    return {map_part(red), map_part(green), map_part(blue), light.alpha};
}

}  // namespace ingot
