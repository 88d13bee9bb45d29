// The exception with which the runtime reports failures.
#pragma once

#include <stdexcept>
#include <string>

namespace ingot {

/// Reports that the runtime, a driver or a device could not do what the program requested. what() states what failed and
/// why. If a driver reported the failure, what() contains the driver's error.
class error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace ingot
