// The CPU debug device: kernels as ordinary functions of this program, for a debugger, for sanitizers, and as the reference.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "../backend.hpp"
#include "worker_pool.hpp"

namespace ingot::backends::cpu_debug {

class device final : public device_interface, public std::enable_shared_from_this<device> {
public:
    device();

    const device_properties& properties() const override { return described; }
    std::shared_ptr<queue_interface> create_queue() override;
    std::shared_ptr<buffer_interface> create_buffer(size_t bytes, const memory_access& access) override;
    std::shared_ptr<image_interface> create_image(const image_description& what) override;
    std::shared_ptr<image_interface> create_level_view(const std::shared_ptr<image_interface>& of, const image_description& what,
                                                       uint32_t level) override;
    std::vector<pixel_format> image_formats(image_shape of) override;
    bool reads_image_levels() const override { return true; }
    std::shared_ptr<program_interface> create_program(const program_source& source, const archive::archive& contents) override;
    gl_support gl_sharing() override { return {gl_way::by_address, {}}; }
    std::shared_ptr<buffer_interface> use_host_memory(std::span<std::byte> used) override;

    /// The workers; the first call starts them.
    worker_pool& workers();

private:
    device_properties described;
    std::once_flag started;
    std::optional<worker_pool> pool;
};

}  // namespace ingot::backends::cpu_debug
