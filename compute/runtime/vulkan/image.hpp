// Images of a Vulkan device, and the formats that it supports.
#pragma once

#include <memory>
#include <vector>

#include "../backend.hpp"
#include "allocator.hpp"

namespace ingot::backends::vulkan {

/// All mip levels and layers of an image.
inline constexpr VkImageSubresourceRange all_pixels {VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0,
                                                     VK_REMAINING_ARRAY_LAYERS};

/// The pixels of an image with all its mip levels. They stay in the layout VK_IMAGE_LAYOUT_GENERAL, in which kernels read and
/// write them.
class image_pixels {
public:
    /// If `exported` is not null, OpenGL can import the memory, and `exported` receives it; the pixels then belong to OpenGL
    /// first. Throws error if the device cannot create the image, or cannot export it.
    image_pixels(const std::shared_ptr<logical_device>& device, allocator& memory, const image_description& description,
                 exported_memory* exported = nullptr);

    VkImage handle() const { return handle_.get(); }

private:
    void enter_layout(logical_device& device, bool is_exported) const;

    allocation memory_;  // outlives the handle
    owned<VkImage> handle_;
};

/// An image, or a mip level of one.
class image final : public image_interface {
public:
    /// `first_level` is the level of `pixels` that is the image's first one.
    image(const std::shared_ptr<logical_device>& device, std::shared_ptr<image_pixels> pixels,
          const image_description& description, uint32_t first_level);

    const image_description& description() const override { return description_; }
    VkImage handle() const { return pixels_->handle(); }
    const std::shared_ptr<image_pixels>& pixels() const { return pixels_; }
    uint32_t first_level() const { return first_level_; }
    /// What kernels read: all levels.
    VkImageView sampled_view() const { return sampled_.get(); }
    /// What kernels write: the first level.
    VkImageView storage_view() const { return storage_.get(); }

private:
    std::shared_ptr<image_pixels> pixels_;
    image_description description_;
    uint32_t first_level_;
    owned<VkImageView> sampled_;
    owned<VkImageView> storage_;
};

/// The formats of images of a shape that kernels can read, filter and write.
std::vector<pixel_format> supported_formats(const physical_device& device, image_shape shape);

/// A box of pixels as Vulkan's copies need it.
struct image_box {
    image_box(const image_position& place, const std::array<uint32_t, 3>& extent);

    VkImage image = VK_NULL_HANDLE;
    VkImageSubresourceLayers layers {};
    VkOffset3D offset {};
    VkExtent3D extent {};
};

}  // namespace ingot::backends::vulkan
