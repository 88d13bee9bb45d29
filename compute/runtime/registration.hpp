// How a backend becomes known to the runtime.
#pragma once

#include <ingot/runtime/backends.hpp>
#include <ingot/runtime/device.hpp>
#include <vector>

namespace ingot::backends {

/// Adds a backend to those that the program has. An object of static storage in the backend's folder, before main begins:
///
///     const registration registered({.backend = backend::opencl, .title = "OpenCL", .place = 2, .code = {"spirv", "spir"}},
///                                   &devices);
class registration {
public:
    /// Lists the backend's devices, or lines that say why one cannot be had; throws error where there is no driver. Called
    /// whenever devices are asked for: it opens the driver once, and gives the same devices again.
    using lister = std::vector<device_listing> (*)();

    registration(backend_description described, lister devices);
    registration(const registration&) = delete;
    registration& operator=(const registration&) = delete;
};

}  // namespace ingot::backends
