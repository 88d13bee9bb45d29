// The base class of all exceptions that the runtime throws.
#pragma once

#include <stdexcept>
#include <string>

namespace ingot {

/// Reports that the runtime, a driver or a device could not do what the program requested. what() states what failed and
/// why. If a device and its driver are involved, what() names the device and the driver's error.
class error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace ingot
