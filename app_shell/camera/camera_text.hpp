// A view as text: what `--camera` takes, and what a copied command line gives.
#pragma once

#include <ingot/sample/sample.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ingot::shell {

/// What is wrong with a view: its form, or the number that is out of range, by name.
class camera_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// "X,Y,Z,DISTANCE,YAW,PITCH" or with ",FIELD-OF-VIEW" after it: the target, how far away the eye is, and three angles in
/// degrees. Throws camera_error.
orbit camera_from(std::string_view text);

/// The text that camera_from makes the same view from, to the last bit of its numbers.
std::string camera_text(const orbit& of);

inline constexpr std::string_view camera_takes =
    "X,Y,Z,DISTANCE,YAW,PITCH[,FIELD-OF-VIEW]: the point that it looks at, how far away it is, and angles in degrees; as "
    "0,0,0,4.6,17,52";

}  // namespace ingot::shell
