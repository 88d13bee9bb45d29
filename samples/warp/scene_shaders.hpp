// The shaders of the scene, without their #version: it comes first; in fragment shaders then `const int painted`, a number of
// enum paint, so that each surface has a program of its own; ingot_warp.h's functions where they are needed; then these.
#pragma once

namespace ingot::samples::warping {

extern const char* const scene_vertex;
/// Noise that is the same on every machine, and the sky.
extern const char* const sky_functions;
/// Colours, motion and change of depth, as frame_target keeps them: of scene_fragment and resolve_fragment.
extern const char* const frame_outputs;
extern const char* const scene_fragment;
/// What casts shadows, seen from the sun.
extern const char* const shadow_vertex;
extern const char* const shadow_fragment;
/// Leaves: where cards are cut out. Of both of the above.
extern const char* const leaf_functions;
/// Several samples of a pixel become one.
extern const char* const resolve_fragment;

}  // namespace ingot::samples::warping
