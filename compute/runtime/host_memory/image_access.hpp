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

/// Returns a property of the image: `query` is a value of detail::image_query.
uint32_t query(const image& image, uint32_t query, uint32_t level_index);

}  // namespace ingot::backends::host_memory
