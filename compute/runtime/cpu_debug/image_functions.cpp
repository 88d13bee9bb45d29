// The image functions of kernels on the CPU debug device.
#include <algorithm>
#include <cstdint>
#include <ingot/language/image_functions.hpp>

#include "../host_memory/image_access.hpp"

namespace ingot::detail {

using namespace backends::host_memory;
using images::floats;
using images::signed_integers;
using images::unsigned_integers;

namespace {

const backends::host_memory::image& image_from(const void* handle) {
    return *static_cast<const backends::host_memory::image*>(handle);
}

template <typename Values>
void give(const Values& values, typename Values::value_type* texel) {
    std::ranges::copy(values, texel);
}

}  // namespace

extern "C" {

[[gnu::nothrow]] void ingot_device_image_fetch_float(const void* image, uint32_t mode, int32_t x, int32_t y, int32_t z,
                                                     int32_t layer, uint32_t level, double* texel) {
    give(fetch<floats>(image_from(image), mode, x, y, z, layer, level), texel);
}
[[gnu::nothrow]] void ingot_device_image_fetch_int(const void* image, uint32_t mode, int32_t x, int32_t y, int32_t z,
                                                   int32_t layer, uint32_t level, int64_t* texel) {
    give(fetch<signed_integers>(image_from(image), mode, x, y, z, layer, level), texel);
}
[[gnu::nothrow]] void ingot_device_image_fetch_uint(const void* image, uint32_t mode, int32_t x, int32_t y, int32_t z,
                                                    int32_t layer, uint32_t level, uint64_t* texel) {
    give(fetch<unsigned_integers>(image_from(image), mode, x, y, z, layer, level), texel);
}

[[gnu::nothrow]] void ingot_device_image_sample_float(const void* image, uint32_t sampler, float x, float y, float z,
                                                      int32_t layer, uint32_t level, double* texel) {
    give(sample<floats>(image_from(image), sampler, x, y, z, layer, level), texel);
}
[[gnu::nothrow]] void ingot_device_image_sample_int(const void* image, uint32_t sampler, float x, float y, float z, int32_t layer,
                                                    uint32_t level, int64_t* texel) {
    give(sample<signed_integers>(image_from(image), sampler & 3u, x, y, z, layer, level), texel);
}
[[gnu::nothrow]] void ingot_device_image_sample_uint(const void* image, uint32_t sampler, float x, float y, float z,
                                                     int32_t layer, uint32_t level, uint64_t* texel) {
    give(sample<unsigned_integers>(image_from(image), sampler & 3u, x, y, z, layer, level), texel);
}

[[gnu::nothrow]] void ingot_device_image_write_float(const void* image, int32_t x, int32_t y, int32_t z, int32_t layer,
                                                     double red, double green, double blue, double alpha) {
    write(image_from(image), x, y, z, layer, floats {red, green, blue, alpha});
}
[[gnu::nothrow]] void ingot_device_image_write_int(const void* image, int32_t x, int32_t y, int32_t z, int32_t layer, int64_t red,
                                                   int64_t green, int64_t blue, int64_t alpha) {
    write(image_from(image), x, y, z, layer, signed_integers {red, green, blue, alpha});
}
[[gnu::nothrow]] void ingot_device_image_write_uint(const void* image, int32_t x, int32_t y, int32_t z, int32_t layer,
                                                    uint64_t red, uint64_t green, uint64_t blue, uint64_t alpha) {
    write(image_from(image), x, y, z, layer, unsigned_integers {red, green, blue, alpha});
}

[[gnu::nothrow]] uint32_t ingot_device_image_query(const void* image, uint32_t query, uint32_t level) {
    return backends::host_memory::query(image_from(image), query, level);
}

}  // extern "C"

}  // namespace ingot::detail
