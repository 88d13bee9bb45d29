// All readers that are fuzzed. The files of the folder `readers` define them.
#pragma once

#include "target.hpp"

namespace ingot::reader_fuzzing {

extern const target archive_target;
extern const target archive_index_target;
extern const target bodies_target;
extern const target fractal_place_target;
extern const target glb_target;
extern const target gltf_target;
extern const target golden_target;
extern const target kernel_source_target;
extern const target metal_source_target;
extern const target obj_target;
extern const target object_target;
extern const target picture_target;
extern const target presets_target;
extern const target regression_cases_target;
extern const target settings_target;
extern const target state_target;
extern const target strokes_target;
extern const target y4m_target;

}  // namespace ingot::reader_fuzzing
