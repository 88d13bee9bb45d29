// `ingotc inspect`: what an archive holds.
#pragma once

#include <filesystem>
#include <ingot/archive/archive.hpp>
#include <string>

namespace ingot::compiler {

/// As lines for a person.
std::string describe(const archive::archive& contents);

/// As one JSON object.
std::string describe_as_json(const archive::archive& contents);

}  // namespace ingot::compiler
