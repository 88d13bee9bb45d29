// The interface between images and the devices. The first argument of each function is the image that the kernel
// received. ingotc replaces each call by functions or instructions of the target. For the CPU debug device, the runtime defines
// the functions.
#pragma once

#include <cstdint>
#include <ingot/language/image_types.hpp>

namespace ingot::detail {

// Channels have 32 bits on devices. On the CPU debug device they can also have 64.
#if defined(INGOT_DEVICE)
using image_float = float;
using image_int = int32_t;
using image_uint = uint32_t;
#else
using image_float = double;
using image_int = int64_t;
using image_uint = uint64_t;
#endif

/// The properties that ingot_device_image_query returns.
enum class image_query : uint32_t { width, height, depth, layers, levels, format };

/// A sampler is an address mode, plus this bit if it filters.
inline constexpr uint32_t linear_filter = 4;

/// A format as one number: the channel type, and the number of channels in the second byte.
constexpr uint32_t number_of(pixel_format format) { return static_cast<uint32_t>(format.channel) | format.channels << 8; }
constexpr pixel_format format_of(uint32_t number) { return {static_cast<channel_type>(number & 0xffu), number >> 8}; }

extern "C" {

// Reads the pixel at integer coordinates into four channels. Outside of the image this is the nearest pixel, or the
// border if `mode` is address_mode::border. A `layer` (for a cube: layer * 6 + face) or `level` that does not exist is
// replaced by the nearest one. `mode` is a compile-time constant, and so is `sampler` in the functions below.
[[gnu::nothrow]] void ingot_device_image_fetch_float(const void* image, uint32_t mode, int32_t x, int32_t y, int32_t z,
                                                     int32_t layer, uint32_t level, image_float* texel);
[[gnu::nothrow]] void ingot_device_image_fetch_int(const void* image, uint32_t mode, int32_t x, int32_t y, int32_t z,
                                                   int32_t layer, uint32_t level, image_int* texel);
[[gnu::nothrow]] void ingot_device_image_fetch_uint(const void* image, uint32_t mode, int32_t x, int32_t y, int32_t z,
                                                    int32_t layer, uint32_t level, image_uint* texel);

// Reads at normalised coordinates, which must not be NaN, with or without filtering. The functions for integers do not filter.
[[gnu::nothrow]] void ingot_device_image_sample_float(const void* image, uint32_t sampler, float x, float y, float z,
                                                      int32_t layer, uint32_t level, image_float* texel);
[[gnu::nothrow]] void ingot_device_image_sample_int(const void* image, uint32_t sampler, float x, float y, float z, int32_t layer,
                                                    uint32_t level, image_int* texel);
[[gnu::nothrow]] void ingot_device_image_sample_uint(const void* image, uint32_t sampler, float x, float y, float z,
                                                     int32_t layer, uint32_t level, image_uint* texel);

#if defined(INGOT_DEVICE)
// Writes a pixel of `bytes` bytes (1 to 16, a constant) at coordinates inside of the image. Only targets with
// target_feature::stores_image_bytes have this function: CUDA's surfaces store bytes.
[[gnu::nothrow]] void ingot_device_image_store(const void* image, uint32_t bytes, int32_t x, int32_t y, int32_t z, int32_t layer,
                                               uint32_t first, uint32_t second, uint32_t third, uint32_t fourth);
#endif

// Write four channels at coordinates inside of the image. Targets without target_feature::stores_image_bytes have these
// functions.
[[gnu::nothrow]] void ingot_device_image_write_float(const void* image, int32_t x, int32_t y, int32_t z, int32_t layer,
                                                     image_float red, image_float green, image_float blue, image_float alpha);
[[gnu::nothrow]] void ingot_device_image_write_int(const void* image, int32_t x, int32_t y, int32_t z, int32_t layer,
                                                   image_int red, image_int green, image_int blue, image_int alpha);
[[gnu::nothrow]] void ingot_device_image_write_uint(const void* image, int32_t x, int32_t y, int32_t z, int32_t layer,
                                                    image_uint red, image_uint green, image_uint blue, image_uint alpha);

// Returns a property of the image. `query` is a compile-time constant, a value of image_query. Every face of a cube counts
// as a layer. The result for the format is 0 on OpenCL devices, whose kernels cannot query it in this encoding.
[[gnu::nothrow]] uint32_t ingot_device_image_query(const void* image, uint32_t query, uint32_t level);

}  // extern "C"

}  // namespace ingot::detail
