// The Metal backend, which so far has only its line in the list of devices.
#include "../registration.hpp"

namespace ingot::backends::metal {

namespace {

std::vector<device_listing> devices() { return {{backend::metal, std::nullopt, "this system has no Metal"}}; }

const registration registered({.backend = backend::metal, .title = "Metal", .place = 3, .code = {"msl"}}, &devices);

}  // namespace

}  // namespace ingot::backends::metal
