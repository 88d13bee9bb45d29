#include "image.hpp"

#include <algorithm>
#include <array>
#include <ingot/language/image_names.hpp>
#include <ingot/runtime/error.hpp>
#include <optional>

#include "../images/formats.hpp"
#include "one_command.hpp"

namespace ingot::backends::vulkan {

namespace {

constexpr VkImageUsageFlags image_usage =
    VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;

// Returns the formats with 1, 2 and 4 channels of a channel type; nothing if Vulkan does not have them. Depth is stored as one
// channel of numbers, because kernels cannot write Vulkan's depth formats.
std::optional<std::array<VkFormat, 3>> native_formats(channel_type type) {
    using formats = std::array<VkFormat, 3>;
    switch (type) {
        case channel_type::unsigned_8:
            return formats {VK_FORMAT_R8_UINT, VK_FORMAT_R8G8_UINT, VK_FORMAT_R8G8B8A8_UINT};
        case channel_type::unsigned_16:
            return formats {VK_FORMAT_R16_UINT, VK_FORMAT_R16G16_UINT, VK_FORMAT_R16G16B16A16_UINT};
        case channel_type::unsigned_32:
        case channel_type::depth_24_stencil_8:
            return formats {VK_FORMAT_R32_UINT, VK_FORMAT_R32G32_UINT, VK_FORMAT_R32G32B32A32_UINT};
        case channel_type::signed_8:
            return formats {VK_FORMAT_R8_SINT, VK_FORMAT_R8G8_SINT, VK_FORMAT_R8G8B8A8_SINT};
        case channel_type::signed_16:
            return formats {VK_FORMAT_R16_SINT, VK_FORMAT_R16G16_SINT, VK_FORMAT_R16G16B16A16_SINT};
        case channel_type::signed_32:
            return formats {VK_FORMAT_R32_SINT, VK_FORMAT_R32G32_SINT, VK_FORMAT_R32G32B32A32_SINT};
        case channel_type::float_16:
            return formats {VK_FORMAT_R16_SFLOAT, VK_FORMAT_R16G16_SFLOAT, VK_FORMAT_R16G16B16A16_SFLOAT};
        case channel_type::float_32:
        case channel_type::depth_32_float:
            return formats {VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT};
        case channel_type::unorm_8:
            return formats {VK_FORMAT_R8_UNORM, VK_FORMAT_R8G8_UNORM, VK_FORMAT_R8G8B8A8_UNORM};
        case channel_type::unorm_16:
        case channel_type::depth_16:
            return formats {VK_FORMAT_R16_UNORM, VK_FORMAT_R16G16_UNORM, VK_FORMAT_R16G16B16A16_UNORM};
        case channel_type::snorm_8:
            return formats {VK_FORMAT_R8_SNORM, VK_FORMAT_R8G8_SNORM, VK_FORMAT_R8G8B8A8_SNORM};
        case channel_type::snorm_16:
            return formats {VK_FORMAT_R16_SNORM, VK_FORMAT_R16G16_SNORM, VK_FORMAT_R16G16B16A16_SNORM};
        default:
            return std::nullopt;
    }
}

std::optional<VkFormat> native_format(pixel_format format) {
    const auto formats = native_formats(format.channel);
    if (!formats || format.channels == 3) return std::nullopt;
    return (*formats)[format.channels == 4 ? 2 : format.channels - 1];
}

VkImageType image_type(image_shape shape) {
    constexpr std::array types {VK_IMAGE_TYPE_1D, VK_IMAGE_TYPE_2D, VK_IMAGE_TYPE_3D};
    return types[detail::dimensions_of(shape) - 1];
}

// A cube is an array of its faces.
VkImageViewType view_type(image_shape shape) {
    const bool is_array = detail::is_array(shape) || detail::is_cube(shape);
    if (detail::dimensions_of(shape) == 1) return is_array ? VK_IMAGE_VIEW_TYPE_1D_ARRAY : VK_IMAGE_VIEW_TYPE_1D;
    if (detail::dimensions_of(shape) == 2) return is_array ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D;
    return VK_IMAGE_VIEW_TYPE_3D;
}

owned<VkImageView> create_view(const std::shared_ptr<logical_device>& device, VkImage image, const image_description& description,
                               uint32_t first_level, uint32_t levels) {
    auto info = structure<VkImageViewCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO);
    info.image = image;
    info.viewType = view_type(description.shape);
    info.format = native_format(description.format).value();
    info.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, first_level, levels, 0, VK_REMAINING_ARRAY_LAYERS};
    const device_functions& calls = device->functions();
    return {device, device->create<VkImageView>(calls.vkCreateImageView, "vkCreateImageView", info), calls.vkDestroyImageView};
}

// Throws error if the device cannot export the memory of such an image.
void check_export(const logical_device& device, const VkImageCreateInfo& image, const std::string& doing) {
    auto kind = structure<VkPhysicalDeviceExternalImageFormatInfo>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO);
    kind.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
    auto asked = structure<VkPhysicalDeviceImageFormatInfo2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2);
    asked.pNext = &kind;
    asked.format = image.format;
    asked.type = image.imageType;
    asked.tiling = image.tiling;
    asked.usage = image.usage;
    auto exports = structure<VkExternalImageFormatProperties>(VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES);
    auto found = structure<VkImageFormatProperties2>(VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2);
    found.pNext = &exports;
    const physical_device& physical = device.physical();
    device.check(physical.functions().vkGetPhysicalDeviceImageFormatProperties2(physical.handle(), &asked, &found), doing);
    if ((exports.externalMemoryProperties.externalMemoryFeatures & VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT) == 0)
        throw error("'" + device.name() + "': " + doing + ": the driver cannot export its memory");
}

}  // namespace

image_pixels::image_pixels(const std::shared_ptr<logical_device>& device, allocator& memory, const image_description& description,
                           exported_memory* exported) {
    const std::array<uint32_t, 3> extent = images::extent_of_level(description, 0);
    const bool is_3d = description.shape == image_shape::image_3d;
    auto info = structure<VkImageCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
    info.imageType = image_type(description.shape);
    info.format = native_format(description.format).value();
    info.extent = {extent[0], extent[1], is_3d ? extent[2] : 1};
    info.mipLevels = description.mip_levels;
    info.arrayLayers = is_3d ? 1 : extent[2];
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.tiling = VK_IMAGE_TILING_OPTIMAL;
    info.usage = image_usage;
    info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
    info.initialLayout = VK_IMAGE_LAYOUT_UNDEFINED;
    const std::string doing = "creating " + to_string(description);
    // Vulkan lets programs fail in any way if an image is larger than this.
    const physical_device& physical = device->physical();
    VkImageFormatProperties limits {};
    device->check(physical.functions().vkGetPhysicalDeviceImageFormatProperties(physical.handle(), info.format, info.imageType,
                                                                                info.tiling, info.usage, 0, &limits),
                  doing);
    if (info.extent.width > limits.maxExtent.width || info.extent.height > limits.maxExtent.height ||
        info.extent.depth > limits.maxExtent.depth || info.arrayLayers > limits.maxArrayLayers ||
        info.mipLevels > limits.maxMipLevels)
        throw error("'" + device->name() + "': " + doing + ": the largest such image has " +
                    std::to_string(limits.maxExtent.width) + " x " + std::to_string(limits.maxExtent.height) + " x " +
                    std::to_string(limits.maxExtent.depth) + " pixels, " + std::to_string(limits.maxArrayLayers) +
                    " layers and " + std::to_string(limits.maxMipLevels) + " levels");
    auto external = structure<VkExternalMemoryImageCreateInfo>(VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO);
    external.handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
    if (exported) {
        check_export(*device, info, doing);
        info.pNext = &external;
    }
    const device_functions& calls = device->functions();
    handle_ = {device, device->create<VkImage>(calls.vkCreateImage, doing.c_str(), info), calls.vkDestroyImage};
    const memory_requirements requirements(*device, handle());
    const std::string what = "memory for " + to_string(description);
    memory_ = exported ? memory.allocate_exported(requirements, memory_use::device_image, what)
                       : memory.allocate(requirements.memory, memory_use::device_image, what);
    if (exported) *exported = memory.export_file(memory_, requirements);
    device->check(calls.vkBindImageMemory(device->handle(), handle(), memory_.memory(), memory_.offset()), "vkBindImageMemory");
    enter_layout(*device, exported != nullptr);
}

void image_pixels::enter_layout(logical_device& device, bool is_exported) const {
    auto barrier = structure<VkImageMemoryBarrier>(VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER);
    barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.oldLayout = VK_IMAGE_LAYOUT_UNDEFINED;
    barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
    barrier.srcQueueFamilyIndex = is_exported ? device.physical().queue_family() : VK_QUEUE_FAMILY_IGNORED;
    barrier.dstQueueFamilyIndex = is_exported ? VK_QUEUE_FAMILY_EXTERNAL : VK_QUEUE_FAMILY_IGNORED;
    barrier.image = handle();
    barrier.subresourceRange = all_pixels;
    run_one_command(device, [&](VkCommandBuffer commands) {
        device.functions().vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                                0, 0, nullptr, 0, nullptr, 1, &barrier);
    });
}

image::image(const std::shared_ptr<logical_device>& device, std::shared_ptr<image_pixels> pixels,
             const image_description& description, uint32_t first_level)
    : pixels_(std::move(pixels)),
      description_(description),
      first_level_(first_level),
      sampled_(create_view(device, handle(), description, first_level, description.mip_levels)),
      storage_(create_view(device, handle(), description, first_level, 1)) {}

std::vector<pixel_format> supported_formats(const physical_device& device, image_shape shape) {
    if (!device.used_features().all.features.shaderStorageImageWriteWithoutFormat) return {};
    std::vector<pixel_format> found;
    for (const pixel_format format : images::valid_formats(shape)) {
        const std::optional<VkFormat> native = native_format(format);
        if (!native) continue;
        VkFormatProperties properties {};
        device.functions().vkGetPhysicalDeviceFormatProperties(device.handle(), *native, &properties);
        VkFormatFeatureFlags needed = VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT |
                                      VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
        if (detail::sample_of(format.channel) == sample_kind::floating)
            needed |= VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
        VkImageFormatProperties limits {};
        if ((properties.optimalTilingFeatures & needed) == needed &&
            device.functions().vkGetPhysicalDeviceImageFormatProperties(
                device.handle(), *native, image_type(shape), VK_IMAGE_TILING_OPTIMAL, image_usage, 0, &limits) == VK_SUCCESS)
            found.push_back(format);
    }
    return found;
}

image_box::image_box(const image_position& place, const std::array<uint32_t, 3>& box) {
    const auto& placed = static_cast<const vulkan::image&>(*place.image);
    const bool is_3d = placed.description().shape == image_shape::image_3d;
    image = placed.handle();
    layers = {VK_IMAGE_ASPECT_COLOR_BIT, placed.first_level() + place.level, is_3d ? 0 : place.origin[2], is_3d ? 1 : box[2]};
    offset = {static_cast<int32_t>(place.origin[0]), static_cast<int32_t>(place.origin[1]),
              is_3d ? static_cast<int32_t>(place.origin[2]) : 0};
    extent = {box[0], box[1], is_3d ? box[2] : 1};
}

}  // namespace ingot::backends::vulkan
