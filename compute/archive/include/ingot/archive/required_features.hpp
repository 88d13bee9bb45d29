// Names of optional device features that code can require. The compiler stores the required features of the code in the
// archive, and a backend rejects code whose required features its device lacks.
#pragma once

#include <string_view>

namespace ingot::archive::required_features {

inline constexpr std::string_view double_precision = "double precision";
inline constexpr std::string_view int64_atomics = "64-bit atomics";
/// Writes of integers to a 2D array, a cube or a three-dimensional image.
inline constexpr std::string_view integer_layer_writes = "writes of integers to layers of images";
inline constexpr std::string_view sub_groups = "sub-groups";
inline constexpr std::string_view sub_group_shuffles = "sub-group shuffles";
inline constexpr std::string_view sub_group_ballots = "sub-group ballots";

}  // namespace ingot::archive::required_features
