// An independent reference for images, written from OpenCL 1.2, section 8, in double precision: nothing of it is shared with the
// runtime or the language.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <ingot/runtime/image.hpp>
#include <vector>

namespace ingot::testing {

/// A pixel's numbers as they are stored: bits of each channel.
using stored_pixel = std::array<uint64_t, 4>;

/// An image of one level in the host's memory.
class reference_image {
public:
    /// Pixels that differ from one another, also by their sign; floats are from -1 to 1.
    reference_image(const image_description& what, uint32_t seed);
    reference_image(const image_description& what, std::vector<std::byte> bytes) : described(what), pixels(std::move(bytes)) {}

    const image_description& description() const { return described; }
    const std::vector<std::byte>& bytes() const { return pixels; }
    std::vector<std::byte>& bytes() { return pixels; }

    std::array<int64_t, 3> extent() const;
    stored_pixel stored(int64_t x, int64_t y, int64_t slice) const;
    /// What a kernel reads of a stored pixel: four numbers.
    std::array<double, 4> value(int64_t x, int64_t y, int64_t slice) const;
    std::array<double, 4> border() const;

private:
    image_description described;
    std::vector<std::byte> pixels;
};

/// The result of a read, and how far it can be from the nearest place where another pixel would be read, in pixels.
struct reference_read {
    std::array<double, 4> value;
    double distance_to_other;
    double largest;  ///< absolute value of what took part
};

/// Reads as `read` (linear: as `read_linear`) does at normalised coordinates; of a cube at a direction.
reference_read sample(const reference_image& from, address_mode mode, bool linear, std::array<float, 3> at, uint32_t layer);

/// Reads at integer coordinates; of a cube the third is the face.
std::array<double, 4> fetch(const reference_image& from, address_mode mode, std::array<int64_t, 3> at, uint32_t layer);

/// One channel as it is stored, of a value that a kernel writes; `exact` is the value before it was rounded, in units of the last
/// place.
struct reference_write {
    uint64_t bits;
    double exact;
};
reference_write stored_value(channel_type as, double value);

}  // namespace ingot::testing
