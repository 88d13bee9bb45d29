// The shell's tone curve, for pictures that a sample writes itself.
#pragma once

#include <ingot/media/picture.hpp>

namespace ingot {

/// Maps the linear light of a scene to the linear light of a display, 0 to 1, with the filmic curve of the shell:
/// bright colours lose some of their saturation, then the curve of Narkowicz ("ACES Filmic Tone Mapping Curve", 2015)
/// is applied to 0.8 times the light. The result is not encoded as sRGB. Alpha does not change.
media::pixel tone_map(const media::pixel& light);

}  // namespace ingot
