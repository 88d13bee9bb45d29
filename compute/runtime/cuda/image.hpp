// Images of a CUDA device: arrays, and the texture and surface objects with which kernels read and write them.
#pragma once

#include <ingot/language/image_descriptor.hpp>
#include <memory>
#include <vector>

#include "../backend.hpp"
#include "buffer.hpp"
#include "primary_context.hpp"

namespace ingot::backends::cuda {

/// A CUDA array: pixels in an opaque memory layout.
class array {
public:
    /// Creates the array of one mip level. Throws error if the device cannot create it.
    array(std::shared_ptr<primary_context> context, const image_description& description, uint32_t level);
    array(const array&) = delete;
    array& operator=(const array&) = delete;
    ~array();

    array_handle get() const { return handle_; }

private:
    std::shared_ptr<primary_context> context_;
    array_handle handle_ = nullptr;
};

/// The texture and surface objects with which kernels read and write one array.
class image_objects {
public:
    image_objects(std::shared_ptr<primary_context> context, array_handle array, const image_description& description);
    image_objects(const image_objects&) = delete;
    image_objects& operator=(const image_objects&) = delete;
    ~image_objects();

    /// Writes the handles of the objects to the descriptor.
    void write_handles(detail::image_descriptor& descriptor) const;

private:
    void create(array_handle array, const image_description& description);
    void destroy() noexcept;

    std::shared_ptr<primary_context> context_;
    std::vector<texture_object> textures_;
    surface_object surface_ = 0;
};

/// An image: one CUDA array per mip level, and a table of descriptors in device memory, from which kernels get the
/// handles of the texture and surface objects.
class image final : public image_interface {
public:
    /// Creates the image. Throws error if the device cannot create it.
    image(std::shared_ptr<primary_context> context, const image_description& description);
    /// Uses an existing array as the only level: a level of another image, or an array that a graphics library shares.
    /// `owner` keeps the array alive.
    image(std::shared_ptr<primary_context> context, const image_description& description, array_handle existing,
          std::shared_ptr<const void> owner);

    const image_description& description() const override { return description_; }
    array_handle level(uint32_t index) const { return levels_[index]; }
    /// The kernel's argument for the image: the address of the descriptors of its levels.
    device_address descriptors() const { return descriptor_table_->address(); }

private:
    void create_descriptors();

    std::shared_ptr<primary_context> context_;
    image_description description_;
    std::vector<std::unique_ptr<array>> arrays_;
    std::vector<array_handle> levels_;
    std::shared_ptr<const void> owner_;
    std::vector<std::unique_ptr<image_objects>> objects_;
    std::unique_ptr<buffer> descriptor_table_;
};

/// The pixel formats that CUDA arrays support for images of `shape`.
std::vector<pixel_format> supported_formats(image_shape shape);

/// Describes a copy of a box of pixels from an image, or to an image. The caller adds the other side, which is another
/// image or memory without gaps between rows.
array_copy copy_from_image(const image_position& place, const std::array<uint32_t, 3>& extent);
array_copy copy_to_image(const image_position& place, const std::array<uint32_t, 3>& extent);

}  // namespace ingot::backends::cuda
