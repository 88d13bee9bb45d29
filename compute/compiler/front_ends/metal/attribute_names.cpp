#include "attribute_names.hpp"

#include <algorithm>

namespace ingot::compiler::metal {

namespace {

using enum attribute_kind;

constexpr attribute_name all_attributes[] = {
    {"kernel", function},
    {"host_name", function},
    {"visible", function},
    {"stitchable", function},
    {"max_total_threads_per_threadgroup", function},

    {"buffer", location},
    {"texture", location},
    {"sampler", location},
    {"threadgroup", location},
    {"id", location},

    {"thread_position_in_grid", position},
    {"thread_position_in_threadgroup", position},
    {"threadgroup_position_in_grid", position},
    {"threads_per_grid", position},
    {"threadgroups_per_grid", position},
    {"threads_per_threadgroup", position},
    {"dispatch_threads_per_threadgroup", position},
    {"grid_origin", position},
    {"grid_size", position},

    {"thread_index_in_threadgroup", index},
    {"thread_index_in_simdgroup", index},
    {"threads_per_simdgroup", index},
    {"thread_execution_width", index},
    {"simdgroup_index_in_threadgroup", index},
    {"simdgroups_per_threadgroup", index},
    {"dispatch_simdgroups_per_threadgroup", index},
    {"thread_index_in_quadgroup", index},
    {"quadgroup_index_in_threadgroup", index},
    {"quadgroups_per_threadgroup", index},
    {"dispatch_quadgroups_per_threadgroup", index},

    {"function_constant", function_constant},

    {"function_group", hint},

    {"amplification_count", graphics},
    {"amplification_id", graphics},
    {"attribute", graphics},
    {"barycentric_coord", graphics},
    {"base_instance", graphics},
    {"base_vertex", graphics},
    {"center_no_perspective", graphics},
    {"center_perspective", graphics},
    {"centroid_no_perspective", graphics},
    {"centroid_perspective", graphics},
    {"clip_distance", graphics},
    {"color", graphics},
    {"depth", graphics},
    {"early_fragment_tests", graphics},
    {"flat", graphics},
    {"front_facing", graphics},
    {"instance_id", graphics},
    {"invariant", graphics},
    {"patch", graphics},
    {"patch_id", graphics},
    {"point_coord", graphics},
    {"point_size", graphics},
    {"position", graphics},
    {"position_in_patch", graphics},
    {"primitive_id", graphics},
    {"raster_order_group", graphics},
    {"render_target_array_index", graphics},
    {"sample_id", graphics},
    {"sample_mask", graphics},
    {"sample_no_perspective", graphics},
    {"sample_perspective", graphics},
    {"shared", graphics},
    {"stage_in", graphics},
    {"stencil", graphics},
    {"user", graphics},
    {"vertex_id", graphics},
    {"viewport_array_index", graphics},
};

}  // namespace

const attribute_name* find_attribute(llvm::StringRef name) {
    const auto* const found = std::ranges::find(all_attributes, name, &attribute_name::name);
    return found == std::end(all_attributes) ? nullptr : found;
}

}  // namespace ingot::compiler::metal
