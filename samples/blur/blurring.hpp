// A picture on a device, and its blur in every way there is.
#pragma once

#include <cstdint>
#include <ingot/ingot.hpp>
#include <ingot/language/vector.hpp>
#include <memory>
#include <vector>

#include "blur_area.hpp"

namespace ingot::samples::blur {

/// How the kernels go over the picture.
enum class blur_way {
    two_pass,  ///< along rows, then along columns; a work-item reads all taps of its pixel
    reuse_2,   ///< the same with two pixels for each work-item: what it reads once serves both
    reuse_4,   ///< with four
    tiled,     ///< both in one kernel, through local memory
    images,    ///< two passes that read images; pixels of float4 only
};

struct blur_settings {
    blur_way way = blur_way::two_pass;
    uint32_t taps = 17;    ///< odd, fewest_taps to most_taps
    uint32_t repeats = 1;  ///< 1 or more: blurs what was blurred
};

/// Blurs of one kind of pixel: float4 (any light), or ushort4 (0 to 65535 in whole numbers, the same bits on every device).
template <typename texel>
class blurring {
public:
    /// Builds nothing yet: the kernels of a way are built when it is first asked for.
    explicit blurring(const device& on);
    ~blurring();

    /// Builds the kernels and takes the memory that such a run needs, and so throws what it would throw.
    void prepare(const blur_settings& with, const blur_area& area);

    /// Blurs `from` into `to`, buffers of width · height pixels. Throws error where they are of another size, the device refuses
    /// (an image may be larger than it takes), or there is no such number of taps.
    void run(queue& in, const blur_settings& with, const device_buffer<texel>& from, device_buffer<texel>& to,
             const blur_area& area);

private:
    struct kernels;

    void run_once(queue& in, const blur_settings& with, const device_buffer<texel>& from, device_buffer<texel>& to,
                  const blur_area& area);
    void run_through_images(queue& in, const blur_settings& with, const device_buffer<texel>& from, device_buffer<texel>& to,
                            const blur_area& area);
    void need_images(const blur_area& area);
    device_buffer<texel>& scratch(size_t which, size_t count);

    device on;
    std::unique_ptr<kernels> built;
    std::vector<device_buffer<texel>> between;  ///< what lies between passes, and between repeats
    std::vector<device_image> images;           ///< the source, and what lies between passes; none before they are asked for
};

/// Bytes that a blur must at least move: each pass reads and writes each pixel once.
double bytes_moved(const blur_settings& with, const blur_area& area, size_t texel_bytes);

}  // namespace ingot::samples::blur
