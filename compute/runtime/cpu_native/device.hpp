// The processor as a device: it runs machine code that ingotc made for it, on the threads of one pool.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "../backend.hpp"
#include "worker_pool.hpp"

namespace ingot::backends::cpu_native {

/// The device. It owns the threads that run kernels.
class device final : public device_interface, public std::enable_shared_from_this<device> {
public:
    /// Throws error if archives have no code for this processor.
    device();

    const device_properties& properties() const override { return properties_; }
    std::shared_ptr<queue_interface> create_queue() override;
    std::shared_ptr<buffer_interface> create_buffer(size_t bytes, const memory_access& access) override;
    std::shared_ptr<image_interface> create_image(const image_description& description) override;
    std::shared_ptr<image_interface> create_level_view(const std::shared_ptr<image_interface>& image,
                                                       const image_description& description, uint32_t level) override;
    std::vector<pixel_format> image_formats(image_shape shape) override;
    bool reads_image_levels() const override { return true; }
    std::shared_ptr<program_interface> create_program(const program_source& source, const archive::archive& contents) override;
    gl_support gl_sharing() override { return {gl_sharing_method::by_address, {}}; }
    std::shared_ptr<buffer_interface> use_host_memory(std::span<std::byte> memory) override;
    std::string architecture() const override;

    /// The threads, which the first call starts.
    worker_pool& workers();

private:
    device_properties properties_;
    std::once_flag workers_started_;
    std::optional<worker_pool> workers_;
};

}  // namespace ingot::backends::cpu_native
