// A Vulkan device.
#pragma once

#include <array>
#include <memory>
#include <mutex>

#include "../backend.hpp"
#include "allocator.hpp"
#include "buffer.hpp"

namespace ingot::backends::vulkan {

/// What is known of a driver: specialisation constants of the same names (archive::vulkan_constant).
struct driver_facts {
    bool exact_fma = false;
    bool exact_double_fma = false;
    bool is_lavapipe = false;
    bool exact_division = false;
    bool exact_double_division = false;
};

class device final : public device_interface, public std::enable_shared_from_this<device> {
public:
    /// Throws error if this backend cannot use the device.
    device(const instance& owner, VkPhysicalDevice handle);

    const device_properties& properties() const override { return properties_; }
    std::shared_ptr<queue_interface> create_queue() override;
    std::shared_ptr<buffer_interface> create_buffer(size_t bytes, const memory_access& access) override;
    std::shared_ptr<program_interface> create_program(const program_source& source, const archive::archive& contents) override;
    std::vector<pixel_format> image_formats(image_shape shape) override;
    std::shared_ptr<image_interface> create_image(const image_description& description) override;
    std::shared_ptr<image_interface> create_level_view(const std::shared_ptr<image_interface>& image,
                                                       const image_description& description, uint32_t level) override;
    bool reads_image_levels() const override { return true; }
    gl_support gl_sharing() override;
    exported_object<buffer_interface> export_buffer(size_t bytes, gl_order order) override;
    exported_object<image_interface> export_image(const image_description& description, gl_order order) override;

    const std::shared_ptr<logical_device>& logical() const { return logical_; }
    staging_pool& staging() { return *staging_; }
    /// Memory for arguments of kernels.
    const std::shared_ptr<staging_pool>& arguments() const { return arguments_; }
    /// What is known of the driver. The first call may run a small kernel.
    const driver_facts& facts();
    /// Can the host access the memory of buffers?
    bool shares_memory() const;
    /// Returns a word of memory that is the same for all launches (archive::vulkan_argument_kind::fence_word).
    std::shared_ptr<buffer> fence_word();
    /// Returns the sampler with a number of the language (archive::vulkan_sampler).
    VkSampler sampler(uint32_t number);

private:
    template <typename Memory, typename Interface>
    exported_object<Interface> share(std::shared_ptr<Memory> shared, exported_memory memory, gl_order order) const;

    std::shared_ptr<logical_device> logical_;
    std::shared_ptr<allocator> memory_;
    std::shared_ptr<staging_pool> staging_;
    std::shared_ptr<staging_pool> arguments_;
    device_properties properties_;
    driver_facts facts_;
    std::once_flag probed_;
    std::mutex guard_;
    std::array<owned<VkSampler>, 8> samplers_;
    std::shared_ptr<buffer> fence_word_;
};

}  // namespace ingot::backends::vulkan
