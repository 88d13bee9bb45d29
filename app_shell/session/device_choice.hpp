// Which device a sample runs on.
#pragma once

#include <cstddef>
#include <ingot/ingot.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ingot::shell {

/// What a person asked for: a backend, and which of its devices.
struct device_request {
    std::optional<ingot::backend> backend;
    size_t index = 0;
    friend bool operator==(const device_request&, const device_request&) = default;
};

/// No device that was asked for is here; what() says why.
class device_unavailable : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The devices to try, in order: the one asked for, or all that are here, the fastest first. Throws device_unavailable.
std::vector<device> devices_to_try(const device_request& request);

/// What asks for that device and no other.
device_request request_for(const device& which);

/// "opencl: AMD EPYC (PoCL 3.1)"
std::string describe(const device& which);

}  // namespace ingot::shell
