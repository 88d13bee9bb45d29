// The built-in night scene: a blur of lights that are much brighter than white.
#pragma once

#include <ingot/media/picture.hpp>

namespace ingot::samples::blur {

/// Returns a city by a river at night, 1280 · 720 pixels, the same on every machine. Lamps and windows have up to 90 times the
/// light of white: where they are blurred, they stay bright, and each of them shows the shape of the filter.
media::picture make_night();

}  // namespace ingot::samples::blur
