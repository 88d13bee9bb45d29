// The arguments of a launch in the form that a kernel's code expects.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "../backend.hpp"
#include "kernel.hpp"

namespace ingot::backends::vulkan {

struct placed_arguments {
    std::vector<std::byte> bytes;  ///< the arguments in the layout of the code
    uint32_t dynamic_local_bytes = 0;
};

/// Addresses that a kernel gets beside its parameters. 0 if it has no such argument.
struct hidden_addresses {
    VkDeviceAddress print_buffer = 0;
    VkDeviceAddress fence_word = 0;
};

/// Places the arguments of a launch.
placed_arguments place_arguments(const archive::vulkan_kernel& code, std::span<const launch_argument> arguments,
                                 const hidden_addresses& hidden);

/// An image that a launch binds.
struct bound_image {
    uint32_t binding;
    VkDescriptorType type;
    VkImageView view;
};
std::vector<bound_image> bound_images(const archive::vulkan_kernel& code, std::span<const launch_argument> arguments);

}  // namespace ingot::backends::vulkan
