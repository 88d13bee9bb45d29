// A device of Apple's Metal.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "../../backend.hpp"
#include "buffer.hpp"
#include "helper_kernels.hpp"
#include "metal_library.hpp"

namespace ingot::backends::metal::hardware {

/// What the lists of devices and the documentation say of this backend.
inline constexpr const char* not_tried = "never run on Apple's hardware";

/// One device. Objects of OpenGL are copied: the runtime does that for a device that shares none.
class device final : public device_interface, public std::enable_shared_from_this<device> {
public:
    /// Queries the properties of a device (MTLDevice) and compiles the backend's own kernels. `metal` must outlive the device.
    device(const metal_library& metal, retained handle);

    const device_properties& properties() const override { return properties_; }
    std::shared_ptr<queue_interface> create_queue() override;
    /// Memory that the host and the device share if the device has no memory of its own, else memory of the device only.
    std::shared_ptr<buffer_interface> create_buffer(size_t bytes, const memory_access& access) override;
    std::shared_ptr<program_interface> create_program(const program_source& source, const archive::archive& contents) override;
    std::vector<pixel_format> image_formats(image_shape shape) override;
    std::shared_ptr<image_interface> create_image(const image_description& description) override;
    std::shared_ptr<image_interface> create_level_view(const std::shared_ptr<image_interface>& image,
                                                       const image_description& description, uint32_t level) override;
    bool reads_image_levels() const override { return true; }

    const native_device& native() const { return native_; }
    const helper_kernels& helpers() const { return *helpers_; }
    bool has_unified_memory() const { return has_unified_memory_; }

private:
    retained handle_;
    native_device native_;
    bool has_unified_memory_ = false;
    device_properties properties_;
    std::unique_ptr<helper_kernels> helpers_;
};

/// A device of the system, or the reason why it cannot be used.
struct found_device {
    std::shared_ptr<device> usable;
    std::string unavailable;
};

/// Returns all devices (MTLCopyAllDevices). `metal` must outlive them.
std::vector<found_device> find_devices(const metal_library& metal);

}  // namespace ingot::backends::metal::hardware
