// Chooses the device that a sample runs on.
#pragma once

#include <cstddef>
#include <ingot/ingot.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ingot::shell {

/// The device that the command line requests.
struct device_request {
    std::optional<ingot::backend> backend;  ///< absent: any backend
    size_t index = 0;                       ///< among the devices of the backend
    friend bool operator==(const device_request&, const device_request&) = default;
};

/// Thrown if the requested device, or any device at all, is missing on this machine; what() contains the reason.
class device_unavailable : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Returns only the requested device if the request names a backend. Otherwise ignores `index` and returns all devices that
/// may be used, the fastest first: those of the machine, or those that the environment variable INGOT_DEVICES selects.
/// Throws device_unavailable if there is none.
std::vector<device> devices_to_try(const device_request& request);

/// Returns the list of devices in the order in which a window offers them: that of devices(), but graphics drivers that compute
/// on the CPU come last, because they are slow.
std::vector<device_listing> offered_devices();

/// Returns the request that selects this device.
device_request request_for(const device& device);

/// Returns a text such as "OpenCL: AMD EPYC (PoCL 3.1)".
std::string describe(const device& device);

}  // namespace ingot::shell
