#include "arguments.hpp"

#include <cstring>
#include <ingot/language/image_functions.hpp>

#include "buffer.hpp"
#include "image.hpp"

namespace ingot::backends::vulkan {

placed_arguments place_arguments(const archive::vulkan_kernel& code, std::span<const launch_argument> arguments,
                                 const hidden_addresses& hidden) {
    using kind = archive::vulkan_argument_kind;
    placed_arguments placed;
    placed.bytes.resize(code.argument_bytes);
    const auto put = [&](const archive::vulkan_argument& where, const auto& value) {
        std::memcpy(placed.bytes.data() + where.offset, &value, sizeof(value));
    };
    for (const archive::vulkan_argument& each : code.arguments) {
        if (each.kind == kind::print_buffer) {
            put(each, hidden.print_buffer);
            continue;
        }
        if (each.kind == kind::fence_word) {
            put(each, hidden.fence_word);
            continue;
        }
        const launch_argument& given = arguments[each.parameter];
        switch (each.kind) {
            case kind::buffer:
                put(each, static_cast<const buffer&>(*given.buffer).address());
                break;
            case kind::value:
                std::memcpy(placed.bytes.data() + each.offset, given.value.data(), given.value.size());
                break;
            case kind::local:
                put(each, placed.dynamic_local_bytes);
                placed.dynamic_local_bytes += static_cast<uint32_t>(given.local_bytes);
                break;
            default:
                put(each, detail::number_of(given.image->description().format));
        }
    }
    return placed;
}

std::vector<bound_image> bound_images(const archive::vulkan_kernel& code, std::span<const launch_argument> arguments) {
    std::vector<bound_image> bound;
    for (const archive::vulkan_argument& each : code.arguments) {
        const auto add = [&](VkDescriptorType type, VkImageView view) { bound.push_back({each.binding, type, view}); };
        if (each.kind == archive::vulkan_argument_kind::sampled_image)
            add(VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, static_cast<const image&>(*arguments[each.parameter].image).sampled_view());
        if (each.kind == archive::vulkan_argument_kind::storage_image)
            add(VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, static_cast<const image&>(*arguments[each.parameter].image).storage_view());
    }
    return bound;
}

}  // namespace ingot::backends::vulkan
