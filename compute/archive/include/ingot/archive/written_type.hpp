// A parameter's properties as text.
#pragma once

#include <ingot/archive/archive.hpp>
#include <string>
#include <string_view>

namespace ingot::archive {

/// As the kernel's author wrote it: "buffer<const float4>", "param<float>", "image_2d<float4>".
std::string written_type(const parameter& of);

/// "buffer", "image" or "value".
std::string_view to_string(parameter_kind kind);
/// "read", "write" or "read_write".
std::string_view to_string(access accessed);

}  // namespace ingot::archive
