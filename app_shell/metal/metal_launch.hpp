// `ingot metal run`: runs one kernel of a Metal file on data of the command line.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <ingot/ingot.hpp>
#include <ingot/language/sampler_state.hpp>
#include <ingot/media/picture.hpp>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "metal/metal_check.hpp"

namespace ingot::shell {

/// The contents of a buffer, or a value: the contents of a file, or bytes.
using argument_contents = std::variant<std::filesystem::path, std::vector<std::byte>>;
/// The contents of a texture: a picture file, or zeros of the given width and height in pixels.
using texture_contents = std::variant<std::filesystem::path, std::array<uint32_t, 2>>;

/// A launch of a kernel. The keys of the maps are the indices of Metal's attributes.
struct metal_launch {
    std::filesystem::path file;
    std::string kernel;                              ///< empty: the only kernel of the file
    std::array<uint32_t, 3> grid {1, 1, 1};          ///< the number of threads in x, y and z
    std::optional<std::array<uint32_t, 3>> group;    ///< the threads of a threadgroup; absent: chosen by the runtime
    std::map<uint32_t, argument_contents> buffers;   ///< of [[buffer(n)]]: for pointers and for values
    std::map<uint32_t, texture_contents> textures;   ///< of [[texture(n)]]
    std::map<uint32_t, sampler_state> samplers;      ///< of [[sampler(n)]]
    std::map<uint32_t, uint64_t> threadgroup_bytes;  ///< of [[threadgroup(n)]]
    std::map<std::string, std::vector<std::byte>> function_constants;
    metal_check_options compiling;
};

/// What a launch has left behind.
struct metal_results {
    std::string kernel;
    std::map<uint32_t, std::vector<std::byte>> buffers;  ///< those that were asked for
    std::map<uint32_t, media::picture> textures;         ///< those that were asked for
    std::chrono::nanoseconds duration {};                ///< of the kernel, by the device's clock; 0 if it measures none
    std::vector<std::string> notes;                      ///< about buffers with fewer elements than the grid has threads
};

/// Thrown if a launch does not fit the kernel: a missing argument, an index that the kernel does not have, a value of another
/// size. what() names the arguments of the kernel.
class launch_mismatch : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Compiles the file for the device, runs the kernel, and returns the contents of the buffers and textures whose indices are
/// given. Throws launch_mismatch; compile_error; media::picture_error; std::filesystem::filesystem_error if a file cannot be
/// read; and error if the device cannot run the kernel or the kernel fails.
///
/// A picture is the four channels of a texture of 32-bit floats in linear light. For a texture of integers the channels are the
/// 8-bit numbers of the picture in sRGB, 0 to 255.
metal_results launch_kernel(const metal_launch& launch, const device& device, const std::set<uint32_t>& wanted_buffers,
                            const std::set<uint32_t>& wanted_textures);

}  // namespace ingot::shell
