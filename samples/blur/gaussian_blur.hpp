// Blurs images in the memory of a device, by several methods.
#pragma once

#include <cstdint>
#include <ingot/ingot.hpp>
#include <ingot/language/vector.hpp>
#include <ingot/sample/tunable.hpp>
#include <memory>
#include <vector>

#include "picture_size.hpp"

namespace ingot::samples::blur {

/// The method: how the kernels process the image.
enum class blur_method {
    two_pass,  ///< rows, then columns; a work-item reads all taps of its pixel
    reuse_2,   ///< the same with two pixels per work-item, which uses each pixel that it reads for up to two results
    reuse_4,   ///< the same with four pixels per work-item
    tiled,     ///< both passes in one kernel, through local memory
    images,    ///< two passes that read images; pixels of float4 only
};

/// Work-groups of the passes are wide, so that a group reads consecutive pixels of a row.
inline constexpr group_shape default_groups {32, 4};

/// What to compute, and by which method.
struct blur_settings {
    blur_method method = blur_method::two_pass;
    uint32_t taps = 17;                   ///< odd, min_taps to max_taps
    uint32_t repeats = 1;                 ///< 1 or more; each repetition blurs the result of the one before
    group_shape groups = default_groups;  ///< of the methods with two passes
};

/// Blurs images of one type of pixel: float4, of any brightness, or ushort4, of 0 to 65535. The results for ushort4 are the
/// same bits on every device.
template <typename texel>
class gaussian_blur {
public:
    /// Does not build the kernels yet: prepare() and run() build those of a method when it is first used.
    explicit gaussian_blur(const device& device);
    ~gaussian_blur();

    /// Builds the kernels and allocates the memory for these settings, and throws what run() would throw for them.
    void prepare(const blur_settings& settings, const picture_size& area);

    /// Blurs `input` into `destination`, which are buffers of width · height pixels. Throws error if a buffer has a
    /// different size, if the number of taps is not supported, or if the device does not support the settings (for
    /// example an image that is too large).
    void run(queue& queue, const blur_settings& settings, const device_buffer<texel>& input, device_buffer<texel>& destination,
             const picture_size& area);

private:
    struct kernels;

    void run_once(queue& queue, const blur_settings& settings, const device_buffer<texel>& source,
                  device_buffer<texel>& destination, const picture_size& area);
    void run_through_images(queue& queue, const blur_settings& settings, const device_buffer<texel>& source,
                            device_buffer<texel>& destination, const picture_size& area);
    void ensure_images(const picture_size& area);
    device_buffer<texel>& scratch(size_t index, size_t count);

    device device_;
    std::unique_ptr<kernels> kernels_;
    std::vector<device_buffer<texel>> scratch_buffers_;  ///< results between passes, and between repetitions
    std::vector<device_image> images_;                   ///< the source, and the result between passes; empty until needed
};

/// Returns the number of bytes that a blur must at least move: each launch reads and writes each pixel once. The method `tiled`
/// has one launch per repetition, the other methods have two.
double bytes_moved(const blur_settings& settings, const picture_size& area, size_t texel_bytes);

}  // namespace ingot::samples::blur
