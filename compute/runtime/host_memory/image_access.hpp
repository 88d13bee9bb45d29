// How kernels on the processor read and write images. Sampling uses the formulas of OpenCL 1.2, section 8.2, in double
// precision. `Values` is images::floats, images::signed_integers or images::unsigned_integers. The other parameters are those of
// the language's image functions (language/image_functions.hpp).
#pragma once

#include <cstdint>
#include <ingot/language/image_functions.hpp>

#include "../images/pixels.hpp"
#include "image.hpp"

namespace ingot::backends::host_memory {

/// Reads the pixel at integer coordinates.
template <typename Values>
Values fetch(const image& image, uint32_t mode, int32_t x, int32_t y, int32_t z, int32_t layer, uint32_t level_index);

/// Reads at normalised coordinates. For integers, `sampler` must not contain linear_filter.
template <typename Values>
Values sample(const image& image, uint32_t sampler, float x, float y, float z, int32_t layer, uint32_t level_index);

/// Writes a pixel at coordinates inside of the image.
template <typename Values>
void write(const image& image, int32_t x, int32_t y, int32_t z, int32_t layer, const Values& value);

/// Several work-items access an image at once: those whose bit of `active` is set. For `count` work-items, `operands` has what
/// differs between them: the first argument of all, then the next one. Texels are stored likewise, channel by channel.
struct work_items {
    uint32_t count;  ///< at most most_lanes
    uint32_t active;
    const uint32_t* operands;
};
inline constexpr uint32_t most_lanes = 16;

/// fetch() for several work-items; their operands are x, y, z, the layer and the level. `Channel` has 32 bits.
template <typename Values, typename Channel>
void fetch_each(const image& image, uint32_t mode, const work_items& items, Channel* texels);

/// sample() for several work-items; their operands are x, y and z as floats, the layer and the level.
template <typename Values, typename Channel>
void sample_each(const image& image, uint32_t sampler, const work_items& items, Channel* texels);

/// write() for several work-items; their operands are x, y, z, the layer and four channels.
template <typename Values, typename Channel>
void write_each(const image& image, const work_items& items);

/// Returns a property of the image: `query` is a value of detail::image_query.
uint32_t query(const image& image, uint32_t query, uint32_t level_index);

}  // namespace ingot::backends::host_memory
