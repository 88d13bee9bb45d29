// What code asks of a device beyond its target: the compiler writes these names, a backend compares them with what its device
// has.
#pragma once

#include <string_view>

namespace ingot::archive::needs {

inline constexpr std::string_view double_precision = "double precision";
inline constexpr std::string_view wide_atomics = "64-bit atomics";
/// To a 2D array, a cube or a three-dimensional image.
inline constexpr std::string_view integer_layer_writes = "writes of integers to layers of images";
inline constexpr std::string_view sub_groups = "sub-groups";
inline constexpr std::string_view sub_group_shuffles = "sub-group shuffles";
inline constexpr std::string_view sub_group_ballots = "sub-group ballots";

}  // namespace ingot::archive::needs
