// The base class of all exceptions that the runtime throws.
#pragma once

#include <stdexcept>
#include <string>

namespace ingot {

/// The failure of a request to a device, a driver or the runtime. what() names the request and the device, and quotes
/// the driver's answer.
class error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace ingot
