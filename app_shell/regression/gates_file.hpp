// Reads the gates of a regression case from JSON.
#pragma once

#include "json_object.hpp"

namespace ingot::regression {

/// Reads a "gates" object. `place` is its location for error messages. Throws case_error.
gates read_gates(const json& object, const std::string& place);

}  // namespace ingot::regression
