// The picture that is there without a file: what a blur does shows on it at once.
#pragma once

#include <ingot/media/picture.hpp>

namespace ingot::samples::blur {

/// 1280 · 720 pixels, the same on every machine: a Siemens star, a zone plate, line pairs of 1 to 8 pixels, text down to 5
/// pixels, colours of equal chroma around the hue circle, grey steps, an evening with lights that are much brighter than white,
/// and points of light.
media::picture drawn_chart();

}  // namespace ingot::samples::blur
