#include "device.hpp"

#include <algorithm>
#include <ingot/archive/required_features.hpp>
#include <ingot/language/image_functions.hpp>
#include <ingot/runtime/error.hpp>

#include "../images/formats.hpp"
#include "gl_object.hpp"
#include "image.hpp"
#include "program.hpp"
#include "properties.hpp"
#include "queue.hpp"
#include "rounding_probe.hpp"

namespace ingot::backends::vulkan {

namespace {

VkSamplerAddressMode native_mode(address_mode mode) {
    switch (mode) {
        case address_mode::edge:
            return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
        case address_mode::repeat:
            return VK_SAMPLER_ADDRESS_MODE_REPEAT;
        case address_mode::mirrored_repeat:
            return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
        case address_mode::border:
            break;
    }
    return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
}

owned<VkSampler> create_sampler(const std::shared_ptr<logical_device>& device, uint32_t number) {
    const VkFilter filter = (number & detail::linear_filter) != 0 ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
    auto info = structure<VkSamplerCreateInfo>(VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO);
    info.magFilter = info.minFilter = filter;
    info.mipmapMode = VK_SAMPLER_MIPMAP_MODE_NEAREST;
    info.addressModeU = info.addressModeV = info.addressModeW = native_mode(address_mode {number & 3u});
    info.maxLod = VK_LOD_CLAMP_NONE;
    info.borderColor = VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK;
    const device_functions& calls = device->functions();
    return {device, device->create<VkSampler>(calls.vkCreateSampler, "vkCreateSampler", info), calls.vkDestroySampler};
}

// What is known of the driver without a probe. NVIDIA's Fma is known to round once, and lavapipe's to round twice. lavapipe
// divides by the processor's instructions.
driver_facts facts_of(const physical_device& device) {
    const VkDriverId driver = device.properties_12().driverID;
    const bool has_exact_fma = driver == VK_DRIVER_ID_NVIDIA_PROPRIETARY;
    const bool is_lavapipe = driver == VK_DRIVER_ID_MESA_LLVMPIPE;
    return {.exact_fma = has_exact_fma,
            .exact_double_fma = has_exact_fma,
            .is_lavapipe = is_lavapipe,
            .exact_division = is_lavapipe,
            .exact_double_division = is_lavapipe};
}

}  // namespace

device::device(const instance& owner, VkPhysicalDevice handle)
    : logical_(std::make_shared<logical_device>(owner, handle)),
      memory_(std::make_shared<allocator>(logical_)),
      staging_(std::make_shared<staging_pool>(logical_, memory_, memory_use::host_buffer)),
      arguments_(std::make_shared<staging_pool>(logical_, memory_, memory_use::argument_buffer)),
      properties_(describe(logical_->physical())),
      facts_(facts_of(logical_->physical())) {}

bool device::shares_memory() const {
    const VkPhysicalDeviceType kind = logical_->physical().properties().deviceType;
    return kind == VK_PHYSICAL_DEVICE_TYPE_CPU || kind == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
}

const driver_facts& device::facts() {
    std::call_once(probed_, [&] {
        if (!facts_.is_lavapipe) facts_ = find_rounding(shared_from_this(), facts_);
    });
    return facts_;
}

std::shared_ptr<queue_interface> device::create_queue() { return std::make_shared<queue>(shared_from_this()); }

std::shared_ptr<buffer_interface> device::create_buffer(size_t bytes, const memory_access&) {
    return std::make_shared<buffer>(logical_, *memory_, bytes, memory_use::device_buffer);
}

std::shared_ptr<program_interface> device::create_program(const program_source& source, const archive::archive& contents) {
    return std::make_shared<program>(shared_from_this(), facts(), source, contents);
}

std::vector<pixel_format> device::image_formats(image_shape shape) { return supported_formats(logical_->physical(), shape); }

std::shared_ptr<image_interface> device::create_image(const image_description& description) {
    return std::make_shared<image>(logical_, std::make_shared<image_pixels>(logical_, *memory_, description), description, 0);
}

std::shared_ptr<image_interface> device::create_level_view(const std::shared_ptr<image_interface>& whole,
                                                           const image_description& description, uint32_t level) {
    const auto& viewed = static_cast<const image&>(*whole);
    return std::make_shared<image>(logical_, viewed.pixels(), description, viewed.first_level() + level);
}

gl_support device::gl_sharing() {
    if (!logical_->physical().can_export_memory())
        return {gl_sharing_method::none,
                "the Vulkan driver lacks VK_KHR_external_memory_fd, by which OpenGL could use its memory"};
    gl_support support {.method = gl_sharing_method::by_import,
                        .can_export_semaphores = logical_->physical().can_export_semaphores()};
    std::ranges::copy(logical_->physical().properties_11().deviceUUID, support.device.begin());
    std::ranges::copy(logical_->physical().properties_11().driverUUID, support.driver.begin());
    return support;
}

template <typename Memory, typename Interface>
exported_object<Interface> device::share(std::shared_ptr<Memory> shared, exported_memory memory, gl_order order) const {
    std::optional<gl_semaphores> own;
    std::optional<exported_semaphores> of_gl;
    if (order == gl_order::by_semaphores) {
        own = {std::make_shared<exported_semaphore>(logical_), std::make_shared<exported_semaphore>(logical_)};
        of_gl = {own->of_gl->export_file(), own->of_device->export_file()};
    }
    return {std::make_shared<gl_object<Memory, Interface>>(std::move(shared), std::move(own)), std::move(memory),
            std::move(of_gl)};
}

exported_object<buffer_interface> device::export_buffer(size_t bytes, gl_order order) {
    exported_memory exported;
    auto made = std::make_shared<buffer>(logical_, *memory_, bytes, memory_use::device_buffer, &exported);
    return share<buffer, buffer_interface>(std::move(made), std::move(exported), order);
}

exported_object<image_interface> device::export_image(const image_description& description, gl_order order) {
    exported_memory exported;
    auto pixels = std::make_shared<image_pixels>(logical_, *memory_, description, &exported);
    auto made = std::make_shared<image>(logical_, std::move(pixels), description, 0);
    return share<image, image_interface>(std::move(made), std::move(exported), order);
}

std::shared_ptr<buffer> device::fence_word() {
    const std::lock_guard lock(guard_);
    // Its value does not matter: it stays as it is.
    if (!fence_word_) fence_word_ = std::make_shared<buffer>(logical_, *memory_, sizeof(uint32_t), memory_use::device_buffer);
    return fence_word_;
}

VkSampler device::sampler(uint32_t number) {
    if (number >= samplers_.size()) throw error("there is no sampler " + std::to_string(number));
    const std::lock_guard lock(guard_);
    owned<VkSampler>& found = samplers_[number];
    if (!found.get()) found = create_sampler(logical_, number);
    return found.get();
}

}  // namespace ingot::backends::vulkan
