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

// Features that only Vulkan devices can lack, and OpenCL and CUDA devices have.
inline constexpr std::string_view int8_arithmetic = "8-bit integers";
inline constexpr std::string_view int16_arithmetic = "16-bit integers";
inline constexpr std::string_view int64_arithmetic = "64-bit integers";
inline constexpr std::string_view half_arithmetic = "half precision";
inline constexpr std::string_view int8_storage = "8-bit accesses to memory";
inline constexpr std::string_view int16_storage = "16-bit accesses to memory";
inline constexpr std::string_view local_int64_atomics = "64-bit atomics in local memory";
/// Vulkan's memory model, with the scope of the device.
inline constexpr std::string_view vulkan_memory_model = "the Vulkan memory model";
/// Signed zeros, infinities and NaN of 32-bit floats keep their meaning (shaderSignedZeroInfNanPreserveFloat32).
inline constexpr std::string_view special_floats = "infinities and NaN";
/// The same of 16-bit and of 64-bit numbers.
inline constexpr std::string_view special_halves = "infinities and NaN in half precision";
inline constexpr std::string_view special_doubles = "infinities and NaN in double precision";
/// Writes to images whose format the kernel does not name.
inline constexpr std::string_view formatless_image_writes = "writes to images without a format";

}  // namespace ingot::archive::required_features
