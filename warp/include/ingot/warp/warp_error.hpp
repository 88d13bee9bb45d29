// The exception that the library throws for wrong arguments and textures, and if OpenGL is too old.
#pragma once

#include <ingot_warp.h>

#include <stdexcept>
#include <string>

namespace ingot::warp {

/// A wrong argument or texture, or a version of OpenGL before 3.3. what() is the text that ingot_warp_message() returns.
class warp_error : public std::runtime_error {
public:
    warp_error(ingot_warp_status status, const std::string& message) : std::runtime_error(message), status_(status) {}
    ingot_warp_status status() const { return status_; }

private:
    ingot_warp_status status_;
};

}  // namespace ingot::warp
