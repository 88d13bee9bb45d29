// Everything that the runtime throws.
#pragma once

#include <stdexcept>
#include <string>

namespace ingot {

/// A request that a device, a driver or the runtime refused. what() says what was asked, of which device, and what the driver
/// answered in its own words.
class error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace ingot
