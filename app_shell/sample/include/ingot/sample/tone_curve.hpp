// How the shell brings light to a display, for pictures that a sample writes itself.
#pragma once

#include <ingot/media/picture.hpp>

namespace ingot {

/// The light that a display shows for a scene's light, 0 to 1: the same filmic curve that the shell draws with (Narkowicz, "ACES
/// Filmic Tone Mapping Curve", 2015, after bright colours lost some of their saturation). Not encoded; alpha stays.
media::pixel on_display(const media::pixel& light);

}  // namespace ingot
