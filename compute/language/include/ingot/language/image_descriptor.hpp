// The descriptors that CUDA kernels receive for an image: the kernel's argument is the address of an array of descriptors, one
// for each mip level. The CUDA backend writes the descriptors, and the PTX code that ingotc generates reads them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ingot/language/image_functions.hpp>

namespace ingot::detail {

// A CUDA texture object includes its sampler, so there is one texture object for each combination of address mode and
// filter.
inline constexpr uint32_t fetch_edge = 0;     ///< integer coordinates; outside of the image the nearest pixel is read
inline constexpr uint32_t fetch_border = 1;   ///< integer coordinates; outside of the image the border is read
inline constexpr uint32_t first_sampled = 2;  ///< the first of the textures for normalised coordinates
inline constexpr uint32_t texture_count = first_sampled + 8;
/// Returns the index of the texture for a sampler, which is an address mode, plus linear_filter if it filters.
constexpr uint32_t sampled_texture(uint32_t sampler) { return first_sampled + sampler; }

struct image_descriptor {
    uint64_t textures[texture_count];
    uint64_t surface;
    uint32_t queries[6];  ///< indexed by image_query: width, height, depth, layers, levels, format
};
inline constexpr uint32_t surface_at = offsetof(image_descriptor, surface);
inline constexpr uint32_t queries_at = offsetof(image_descriptor, queries);
inline constexpr uint32_t descriptor_size = sizeof(image_descriptor);
static_assert(queries_at == surface_at + 8 && descriptor_size == queries_at + 24);

}  // namespace ingot::detail
