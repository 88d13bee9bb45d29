// A parameter's type for people.
#pragma once

#include <ingot/archive/archive.hpp>
#include <string>

namespace ingot::archive {

/// As the kernel's author wrote it: "buffer<const float4>", "param<float>", "image_2d<float4>".
std::string written_type(const parameter& of);

}  // namespace ingot::archive
