// The seam between images and the devices. The first argument is what the kernel was given as its image: ingotc replaces each
// call by the device's own functions, and the CPU debug device's runtime defines them.
#pragma once

#include <cstdint>
#include <ingot/language/image_types.hpp>

namespace ingot::detail {

// Devices have 32 bits in a channel, the CPU debug device also 64.
#if defined(INGOT_DEVICE)
using image_float = float;
using image_int = int32_t;
using image_uint = uint32_t;
#else
using image_float = double;
using image_int = int64_t;
using image_uint = uint64_t;
#endif

/// What ingot_device_image_query answers.
enum class image_query : uint32_t { width, height, depth, layers, levels, format };

/// Samplers: an address mode, and this bit where it filters.
inline constexpr uint32_t linear_filter = 4;

/// A format as one number: channel type, and channels in the second byte.
constexpr uint32_t number_of(pixel_format format) { return static_cast<uint32_t>(format.channel) | format.channels << 8; }
constexpr pixel_format format_of(uint32_t number) { return {static_cast<channel_type>(number & 0xffu), number >> 8}; }

extern "C" {

// Reads the pixel at integer coordinates into four channels. Outside of the image it is the nearest one, or where `mode` is
// address_mode::border, a border's. `layer` (of a cube: layer * 6 + face) is the nearest that there is, `level` too. `mode` is a
// constant, here and below.
[[gnu::nothrow]] void ingot_device_image_fetch_float(const void* image, uint32_t mode, int32_t x, int32_t y, int32_t z,
                                                     int32_t layer, uint32_t level, image_float* texel);
[[gnu::nothrow]] void ingot_device_image_fetch_int(const void* image, uint32_t mode, int32_t x, int32_t y, int32_t z,
                                                   int32_t layer, uint32_t level, image_int* texel);
[[gnu::nothrow]] void ingot_device_image_fetch_uint(const void* image, uint32_t mode, int32_t x, int32_t y, int32_t z,
                                                    int32_t layer, uint32_t level, image_uint* texel);

// The same at normalised coordinates, which are no NaN. Integers are not filtered.
[[gnu::nothrow]] void ingot_device_image_sample_float(const void* image, uint32_t sampler, float x, float y, float z,
                                                      int32_t layer, uint32_t level, image_float* texel);
[[gnu::nothrow]] void ingot_device_image_sample_int(const void* image, uint32_t sampler, float x, float y, float z, int32_t layer,
                                                    uint32_t level, image_int* texel);
[[gnu::nothrow]] void ingot_device_image_sample_uint(const void* image, uint32_t sampler, float x, float y, float z,
                                                     int32_t layer, uint32_t level, image_uint* texel);

#if defined(INGOT_TARGET_STORES_IMAGE_BYTES)
// CUDA's surfaces take bytes: a pixel of `bytes` (1 to 16, a constant) at coordinates inside of the image.
[[gnu::nothrow]] void ingot_device_image_store(const void* image, uint32_t bytes, int32_t x, int32_t y, int32_t z, int32_t layer,
                                               uint32_t first, uint32_t second, uint32_t third, uint32_t fourth);
#else
// Writes four channels at coordinates inside of the image.
[[gnu::nothrow]] void ingot_device_image_write_float(const void* image, int32_t x, int32_t y, int32_t z, int32_t layer,
                                                     image_float red, image_float green, image_float blue, image_float alpha);
[[gnu::nothrow]] void ingot_device_image_write_int(const void* image, int32_t x, int32_t y, int32_t z, int32_t layer,
                                                   image_int red, image_int green, image_int blue, image_int alpha);
[[gnu::nothrow]] void ingot_device_image_write_uint(const void* image, int32_t x, int32_t y, int32_t z, int32_t layer,
                                                    image_uint red, image_uint green, image_uint blue, image_uint alpha);
#endif

// `what` is a constant: an image_query. Layers of a cube are counted by faces. A device may know no format but 0.
[[gnu::nothrow]] uint32_t ingot_device_image_query(const void* image, uint32_t what, uint32_t level);

}  // extern "C"

}  // namespace ingot::detail
