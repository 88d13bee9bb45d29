// The device "Metal (emulated)": runs the Metal text of kernels on another device.
#pragma once

#include <ingot/runtime/device.hpp>
#include <memory>

#include "../backend.hpp"

namespace ingot::backends::metal {

/// Takes the same way as Metal would: the archive's text is compiled when the program is built, and arguments are bound as
/// Metal binds them. ingotc compiles the text (compile.hpp), and the device `runs_on` executes it. Memory, queues and images are
/// those of that device.
class emulated_device final : public device_interface, public std::enable_shared_from_this<emulated_device> {
public:
    explicit emulated_device(const ingot::device& runs_on);

    const device_properties& properties() const override { return properties_; }
    std::shared_ptr<queue_interface> create_queue() override;
    std::shared_ptr<buffer_interface> create_buffer(size_t bytes, const memory_access& access) override {
        return inner().create_buffer(bytes, access);
    }
    /// Compiles the archive's text. If the archive has none, compiles the kernel file, where it still exists, to Metal's
    /// language first. Throws error if that fails.
    std::shared_ptr<program_interface> create_program(const program_source& source, const archive::archive& contents) override;

    std::vector<pixel_format> image_formats(image_shape shape) override { return inner().image_formats(shape); }
    std::shared_ptr<image_interface> create_image(const image_description& what) override { return inner().create_image(what); }
    std::shared_ptr<image_interface> create_level_view(const std::shared_ptr<image_interface>& of, const image_description& what,
                                                       uint32_t level) override {
        return inner().create_level_view(of, what, level);
    }
    bool reads_image_levels() const override { return inner().reads_image_levels(); }
    std::shared_ptr<buffer_interface> use_host_memory(std::span<std::byte> memory) override {
        return inner().use_host_memory(memory);
    }

    device_interface& inner() const { return runs_on_.implementation(); }

private:
    ingot::device runs_on_;
    device_properties properties_;
};

}  // namespace ingot::backends::metal
