// The Metal backend. It is not implemented yet: it only appears in the list of devices, as unavailable.
#include "../registration.hpp"

namespace ingot::backends::metal {

namespace {

std::vector<device_listing> devices() { return {{backend::metal, std::nullopt, "Ingot has no Metal backend yet"}}; }

const registration registered({.backend = backend::metal, .title = "Metal", .list_position = 3, .targets = {"msl"}}, &devices);

}  // namespace

}  // namespace ingot::backends::metal
