// The sources of the scene's shaders. frame_renderer puts these parts in front of them: the #version line; in fragment
// shaders `const int painted`, a value of surface_kind, so that each kind of surface has its own program; and the
// functions of ingot_warp_glsl() where a shader needs them.
#pragma once

namespace ingot::samples::warping {

/// Transforms vertices for the frame, the frame before and the frame after.
extern const char* const scene_vertex;
/// Functions: noise that is the same on every machine, and the colour of the sky.
extern const char* const sky_functions;
/// The outputs of scene_fragment and resolve_fragment: colours, motion and change of depth, in the order of
/// frame_target.
extern const char* const frame_outputs;
/// Computes the colour, the motion and the change of depth of a surface.
extern const char* const scene_fragment;
/// Render the shadow map.
extern const char* const shadow_vertex;
extern const char* const shadow_fragment;
/// A function that cuts leaves out of cards, for scene_fragment and shadow_fragment.
extern const char* const leaf_functions;
/// Combines the samples of a pixel.
extern const char* const resolve_fragment;

}  // namespace ingot::samples::warping
