// The state of a sampler that a host passes to a Metal kernel. A kernel in C++ names the state in the source (image.hpp).
#pragma once

#include <cstdint>
#include <ingot/language/image_types.hpp>

namespace ingot {

/// Are coordinates numbers from 0 to 1, or pixels?
enum class sampler_coordinates : uint32_t { normalized, pixel };

/// How a sample is computed from the pixels of a level.
enum class sampler_filter : uint32_t {
    nearest,  ///< the nearest pixel
    linear    ///< the weighted mean of the pixels around the place
};

/// How a sample is computed from the levels of an image.
enum class sampler_mip_filter : uint32_t {
    none,     ///< only level 0
    nearest,  ///< the nearest level
    linear    ///< the weighted mean of two levels
};

/// The comparison of a reference with the values of a depth image.
enum class sampler_comparison : uint32_t { never, less, less_equal, greater, greater_equal, equal, not_equal, always };

/// The argument for a kernel's parameter `sampler s`.
struct sampler_state {
    sampler_coordinates coordinates = sampler_coordinates::normalized;  ///< pixels need `edge` or `border`, and no mip filter
    sampler_filter filter = sampler_filter::nearest;
    sampler_mip_filter mip_filter = sampler_mip_filter::none;
    address_mode address = address_mode::edge;
    sampler_comparison comparison = sampler_comparison::never;
    float least_level = 0;
    float greatest_level = 1000;
    friend bool operator==(const sampler_state&, const sampler_state&) = default;
};
static_assert(sizeof(sampler_state) == 28);  // archives hold this size

}  // namespace ingot
