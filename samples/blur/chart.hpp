// The built-in test chart, on which the effects of a blur are easy to see.
#pragma once

#include <ingot/media/picture.hpp>

namespace ingot::samples::blur {

/// Returns the chart: 1280 · 720 pixels, the same on every machine. It contains a Siemens star, a zone plate, line
/// pairs of 1 to 8 pixels, text down to 5 pixels, colours of equal chroma around the hue circle, grey steps, an evening
/// landscape with lights much brighter than white, and points of light.
media::picture make_chart();

}  // namespace ingot::samples::blur
