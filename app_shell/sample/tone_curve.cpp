#include <algorithm>
#include <cmath>
#include <ingot/sample/tone_curve.hpp>

namespace ingot {

namespace {

float curve(float x) { return std::clamp((x * (2.51f * x + 0.03f)) / (x * (2.43f * x + 0.59f) + 0.14f), 0.0f, 1.0f); }

// What is no number is black; what is brighter than a 16-bit float holds is cut.
float sound(float light) { return std::isnan(light) ? 0.0f : std::clamp(light, 0.0f, 6.0e4f); }

}  // namespace

// The shell's shader (app_shell/picture/picture.cpp) has the same numbers; tests/shell compares both.
media::pixel on_display(const media::pixel& light) {
    const float red = sound(light.red);
    const float green = sound(light.green);
    const float blue = sound(light.blue);
    const float brightest = std::max({red, green, blue});
    const float luminance = 0.2126f * red + 0.7152f * green + 0.0722f * blue;
    const float paled = 0.6f * brightest / (brightest + 6.0f);
    const auto shown = [&](float part) { return curve(0.8f * (part + (luminance - part) * paled)); };
    return {shown(red), shown(green), shown(blue), light.alpha};
}

}  // namespace ingot
