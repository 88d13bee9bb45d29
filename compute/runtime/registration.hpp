// The registration of a backend with the runtime.
#pragma once

#include <ingot/runtime/backends.hpp>
#include <ingot/runtime/device.hpp>
#include <vector>

namespace ingot::backends {

/// Adds a backend to the program's list of backends. Each backend defines one such object with static storage duration,
/// so that the list is complete before main begins:
///
///     const registration registered(
///         {.backend = backend::opencl, .title = "OpenCL", .list_position = 2, .targets = {"spirv", "spir"}}, &devices);
class registration {
public:
    /// Lists the backend's devices. A device that cannot be used gets a line with the reason. Throws error if there is
    /// no driver. The runtime calls this function for each list of devices; it must open the driver only once and return
    /// the same devices each time.
    using lister = std::vector<device_listing> (*)();

    /// Throws error if another backend has the same name.
    registration(backend_description described, lister devices);
    registration(const registration&) = delete;
    registration& operator=(const registration&) = delete;
};

/// Returns the devices of another backend, also those that INGOT_DEVICES does not select: for a backend whose devices run on
/// those of the other one.
std::vector<device_listing> unselected_devices(backend kind);

}  // namespace ingot::backends
