// The rules by which Metal's arguments are bound: they are the same for the emulated device and for Apple's hardware.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ingot/archive/archive.hpp>
#include <span>
#include <string>
#include <vector>

#include "../backend.hpp"

namespace ingot::backends::metal {

/// Each group of arguments has indices of its own: [[buffer(n)]], [[texture(n)]] and [[threadgroup(n)]].
enum class argument_group { buffer, texture, threadgroup };

/// One argument of a kernel in the text that ingotc writes (compute/compiler/targets/msl).
struct argument_place {
    argument_group group = argument_group::buffer;
    uint32_t index = 0;    ///< its index in the group
    size_t parameter = 0;  ///< the parameter of the kernel's reflection that it belongs to
    friend bool operator==(const argument_place&, const argument_place&) = default;
};

/// Returns the arguments of the kernel in the text, in their order there. Buffers and values are arguments of the group
/// `buffer`. An image that is read and written is two textures.
std::vector<argument_place> argument_places(const archive::kernel_reflection& kernel);

/// Returns why Metal cannot bind these arguments: a group has more than Metal's feature set tables allow. Empty if it can.
std::string binding_error(std::span<const argument_place> places);

/// The largest size of a value that Metal copies into a command ([MTLComputeCommandEncoder setBytes:length:atIndex:]).
inline constexpr size_t largest_copied_value = 4096;

/// Returns the bytes that are bound for a value. Metal binds at least one byte.
std::span<const std::byte> bound_value(const launch_argument& argument);

}  // namespace ingot::backends::metal
