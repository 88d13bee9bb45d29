// The gates of a case, from JSON.
#pragma once

#include "json_object.hpp"

namespace ingot::regression {

/// Throws case_error with the place.
gates read_gates(const json& of, const std::string& place);

}  // namespace ingot::regression
