// One CUDA device.
#pragma once

#include <memory>

#include "../backend.hpp"
#include "build.hpp"
#include "pinned_memory.hpp"
#include "primary_context.hpp"

namespace ingot::backends::cuda {

class device final : public device_interface, public std::enable_shared_from_this<device> {
public:
    /// Throws error where the driver does not describe the device. Its context is made at the first use, not here.
    device(const driver& calls, device_number number);

    const device_properties& properties() const override { return described; }
    std::shared_ptr<queue_interface> create_queue() override;
    std::shared_ptr<buffer_interface> create_buffer(size_t bytes, const memory_access& access) override;
    std::shared_ptr<image_interface> create_image(const image_description& what) override;
    std::shared_ptr<image_interface> create_level_view(const std::shared_ptr<image_interface>& of, const image_description& what,
                                                       uint32_t level) override;
    std::vector<pixel_format> image_formats(image_shape of) override;
    bool reads_image_levels() const override { return true; }
    std::shared_ptr<program_interface> create_program(const program_source& source, const archive::archive& contents) override;
    gl_support gl_sharing() override;
    std::shared_ptr<gl_buffer_interface> share_gl_buffer(const gl_buffer_object& object) override;
    std::shared_ptr<gl_image_interface> share_gl_image(const gl_image_object& object) override;

    primary_context& context() { return *retained; }
    const std::shared_ptr<primary_context>& share_context() const { return retained; }
    pinned_pool& pinned() { return *pool; }
    build_target target() const { return {retained, capability, described.driver}; }

private:
    device_number number;
    device_properties described;
    compute_capability capability;
    std::shared_ptr<primary_context> retained;
    std::shared_ptr<pinned_pool> pool;
};

}  // namespace ingot::backends::cuda
