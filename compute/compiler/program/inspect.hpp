// `ingotc inspect`: describes the contents of an archive.
#pragma once

#include <filesystem>
#include <ingot/archive/archive.hpp>
#include <string>

namespace ingot::compiler {

/// Returns the contents as text for people.
std::string describe(const archive::archive& contents);

/// Returns the contents as one JSON object.
std::string describe_as_json(const archive::archive& contents);

}  // namespace ingot::compiler
