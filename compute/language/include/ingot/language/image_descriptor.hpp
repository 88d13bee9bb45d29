// An image in PTX is the address of an array of descriptors, one for each mip level. ingotc generates code that reads
// them, and the CUDA backend writes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ingot/language/image_functions.hpp>

namespace ingot::detail {

// A CUDA texture object includes its sampler, so there is one texture object for each combination of address mode and
// filter.
inline constexpr uint32_t fetch_edge = 0;    ///< at pixels, not filtered
inline constexpr uint32_t fetch_border = 1;  ///< the same; what is outside is border
inline constexpr uint32_t first_sampled = 2;
inline constexpr uint32_t texture_count = first_sampled + 8;
/// The texture for a sampler: an address mode, and linear_filter.
constexpr uint32_t sampled_texture(uint32_t sampler) { return first_sampled + sampler; }

struct image_descriptor {
    uint64_t textures[texture_count];
    uint64_t surface;
    uint32_t queries[6];  ///< by image_query: width, height, depth, layers, levels, format
};
inline constexpr uint32_t surface_at = offsetof(image_descriptor, surface);
inline constexpr uint32_t queries_at = offsetof(image_descriptor, queries);
inline constexpr uint32_t descriptor_size = sizeof(image_descriptor);
static_assert(queries_at == surface_at + 8 && descriptor_size == queries_at + 24);

}  // namespace ingot::detail
