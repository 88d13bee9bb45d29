// An independent reference implementation of image reads and writes in double precision, written from OpenCL 1.2,
// section 8. It uses the runtime's types for descriptions of images, but no functions of the runtime or the language.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <ingot/runtime/image.hpp>
#include <vector>

namespace ingot::testing {

/// The stored bits of each channel of a pixel.
using stored_pixel = std::array<uint64_t, 4>;

/// An image with one mip level in the host's memory.
class reference_image {
public:
    /// Creates an image with random pixels. Floating-point channels are from -1 to 1, and floating-point depths from 0 to 1.
    reference_image(const image_description& description, uint32_t seed);
    reference_image(const image_description& description, std::vector<std::byte> bytes)
        : described_(description), pixels_(std::move(bytes)) {}

    const image_description& description() const { return described_; }
    const std::vector<std::byte>& bytes() const { return pixels_; }
    std::vector<std::byte>& bytes() { return pixels_; }

    /// Returns the width, the height and the number of slices: the depth of a three-dimensional image, or else its layers. Each
    /// face of a cube map is a slice.
    std::array<int64_t, 3> extent() const;
    /// Returns the stored bits of a pixel.
    stored_pixel stored(int64_t x, int64_t y, int64_t slice) const;
    /// Returns the four components that a kernel reads from a stored pixel.
    std::array<double, 4> value(int64_t x, int64_t y, int64_t slice) const;
    /// Returns the colour that a kernel reads outside of the image with address_mode::border.
    std::array<double, 4> border() const;

private:
    image_description described_;
    std::vector<std::byte> pixels_;
};

/// The result of a read.
struct reference_read {
    std::array<double, 4> value;
    double distance_to_other;  ///< distance, in pixels, to the nearest boundary between pixels; 1 if linear or far outside
    double largest;            ///< largest absolute value of a component of the pixels that the read uses
};

/// Reads like the kernel's function read() (if `linear`: like read_linear()) at normalised coordinates. For a cube map,
/// `position` is a direction.
reference_read sample(const reference_image& image, address_mode mode, bool linear, std::array<float, 3> position,
                      uint32_t layer);

/// Reads at integer coordinates. For a cube map, the third coordinate is the face.
std::array<double, 4> fetch(const reference_image& image, address_mode mode, std::array<int64_t, 3> position, uint32_t layer);

/// The stored bits of one channel for a value that a kernel writes. `exact` is the number that would be stored without
/// rounding: the value itself for floating-point channels, and for example 255 times the value, limited to 0 … 255, for
/// unorm_8.
struct reference_write {
    uint64_t bits;
    double exact;
};
reference_write stored_value(channel_type type, double value);

}  // namespace ingot::testing
