// The properties of a kernel's parameter as text.
#pragma once

#include <ingot/archive/archive.hpp>
#include <string>
#include <string_view>

namespace ingot::archive {

/// Returns the type of the parameter as it is written in the kernel: "buffer<const float4>", "param<float>",
/// "image_2d<float4>", "local_buffer<float>".
std::string source_type(const parameter& parameter);

/// Returns "buffer", "image", "local" or "value".
std::string_view to_string(parameter_kind kind);
/// Returns "read", "write" or "read_write".
std::string_view to_string(access accessed);

}  // namespace ingot::archive
