// A CUDA device.
#pragma once

#include <memory>

#include "../backend.hpp"
#include "build.hpp"
#include "pinned_memory.hpp"
#include "primary_context.hpp"

namespace ingot::backends::cuda {

/// One CUDA device. It owns the device's primary context and the pool of pinned host memory.
class device final : public device_interface, public std::enable_shared_from_this<device> {
public:
    /// Queries the properties of the device. The device's context is created at its first use. Throws error if a query
    /// fails.
    device(const driver& calls, device_number number);

    const device_properties& properties() const override { return properties_; }
    std::shared_ptr<queue_interface> create_queue() override;
    std::shared_ptr<buffer_interface> create_buffer(size_t bytes, const memory_access& access) override;
    std::shared_ptr<image_interface> create_image(const image_description& description) override;
    std::shared_ptr<image_interface> create_level_view(const std::shared_ptr<image_interface>& image,
                                                       const image_description& description, uint32_t level) override;
    std::vector<pixel_format> image_formats(image_shape shape) override;
    bool reads_image_levels() const override { return true; }
    std::shared_ptr<program_interface> create_program(const program_source& source, const archive::archive& contents) override;
    gl_support gl_sharing() override;
    std::shared_ptr<gl_buffer_interface> share_gl_buffer(const gl_buffer_object& object) override;
    std::shared_ptr<gl_image_interface> share_gl_image(const gl_image_object& object) override;

    primary_context& context() { return *context_; }
    const std::shared_ptr<primary_context>& shared_context() const { return context_; }
    pinned_pool& pinned_memory() { return *pinned_memory_; }
    build_target target() const { return {context_, capability_, properties_.driver}; }

private:
    device_number number_;
    device_properties properties_;
    compute_capability capability_;
    std::shared_ptr<primary_context> context_;
    std::shared_ptr<pinned_pool> pinned_memory_;
};

}  // namespace ingot::backends::cuda
