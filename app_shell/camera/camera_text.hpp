// A position of the camera as text: the value of `--camera`, on the command line and in a copied command line.
#pragma once

#include <ingot/sample/sample.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ingot::shell {

/// Thrown for an invalid text. what() names the number that is invalid or out of range, or describes the format.
class camera_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Parses "X,Y,Z,DISTANCE,YAW,PITCH" or "X,Y,Z,DISTANCE,YAW,PITCH,FIELD-OF-VIEW": the target point, the distance of the
/// camera from it, and angles in degrees. Throws camera_error.
orbit parse_camera(std::string_view text);

/// Returns the text from which parse_camera() makes exactly the same position, if each number lies within the limits that
/// parse_camera() checks.
std::string format_camera(const orbit& orbit);

/// Describes the format, for help and errors.
inline constexpr std::string_view camera_format =
    "X,Y,Z,DISTANCE,YAW,PITCH[,FIELD-OF-VIEW]: the target point, the distance of the camera from it, and angles in degrees, such "
    "as 0,0,0,4.6,17,52";

}  // namespace ingot::shell
