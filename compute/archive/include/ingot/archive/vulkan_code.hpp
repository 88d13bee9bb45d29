// The interface between the code of the target `vulkan` and the backend that runs it. The code is a container with one SPIR-V
// module (SPIR-V 1.5, entry point `main`) for each kernel, and with what the host needs to launch the kernel.
//
// A kernel receives a block of push constants: first a vulkan_launch_block, then the arguments. If these do not fit, they are
// in a uniform buffer instead (vulkan_kernel::argument_binding). Images and the uniform buffer are in descriptor set 0.
//
// A dimension of a Vulkan dispatch has at most 65,535 groups on some devices. The host divides larger ranges into several
// dispatches. group_base is the first group of a dispatch, and group_count the number of groups of them all.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <ingot/archive/archive.hpp>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ingot::archive {

/// The beginning of the push constants.
struct vulkan_launch_block {
    std::array<uint32_t, 3> group_base;   ///< the first group of the dispatch
    uint32_t work_dimensions;             ///< dimensions of the range: 1, 2 or 3
    std::array<uint32_t, 3> group_count;  ///< groups of the whole launch
    uint32_t zero;                        ///< 0, which no driver knows when it compiles
};
inline constexpr uint32_t vulkan_launch_block_bytes = 32;
static_assert(sizeof(vulkan_launch_block) == vulkan_launch_block_bytes);

/// The most bytes of arguments that are push constants. Every device has push constants of 128 bytes.
inline constexpr uint32_t vulkan_push_argument_bytes = 128 - vulkan_launch_block_bytes;

/// The specialisation constants of every module, each of 32 bits.
enum class vulkan_constant : uint32_t {
    group_size_x,  ///< work-items of a work-group in each dimension
    group_size_y,
    group_size_z,
    dynamic_local_words,  ///< 32-bit words of local memory whose size the launch gives; at least 1
    exact_fma,            ///< 1 if the driver's Fma (GLSL.std.450) of floats rounds once, as a start-up probe says; 0 if not
    exact_double_fma,     ///< the same for doubles
    is_lavapipe,          ///< 1 if the driver is Mesa's lavapipe, for which some code has another form (docs/vulkan.md); 0 if not
    exact_division,       ///< 1 if the driver rounds quotients and square roots of floats to the nearest; 0 if not
    exact_double_division,  ///< the same for doubles
    full_sub_groups,  ///< the work-items of a sub-group, if every sub-group of the launch is known to have as many; 0 if not
};

/// How an argument is passed.
enum class vulkan_argument_kind : uint32_t {
    buffer,         ///< the 64-bit device address, at `offset`
    value,          ///< the bytes of the value, at `offset`
    local,          ///< at `offset`: 32-bit offset in bytes into the dynamic part of local memory, aligned to the parameter
    sampled_image,  ///< a sampled image at `binding`; at `offset` the format as a 32-bit number (ingot::detail::number_of)
    storage_image,  ///< a storage image at `binding`; at `offset` as for sampled_image
    print_buffer,   ///< the 64-bit device address of a vulkan_print_header, at `offset`. It belongs to no parameter
    fence_word,     ///< the 64-bit device address of a 32-bit word, at `offset`, which is the same word for all launches on the
                    ///< device: sequentially consistent fences update it, and its value does not matter. No parameter either
};

struct vulkan_argument {
    vulkan_argument_kind kind = vulkan_argument_kind::value;
    /// Index in kernel_reflection::parameters. An image that is read and written has two entries: a sampled_image and a
    /// storage_image. no_parameter for a print_buffer and a fence_word.
    uint32_t parameter = 0;
    uint32_t offset = 0;   ///< bytes from the beginning of the arguments
    uint32_t size = 0;     ///< bytes at `offset`
    uint32_t binding = 0;  ///< the descriptor of an image, in set 0. Images are passed as 1D, 2D or 3D images or 1D or 2D arrays;
                           ///< a cube is a 2D array of its faces
    friend bool operator==(const vulkan_argument&, const vulkan_argument&) = default;
};
inline constexpr uint32_t no_parameter = std::numeric_limits<uint32_t>::max();

/// An immutable sampler of the kernel, with normalised coordinates. `sampler` is the language's number: the address mode
/// (ingot::address_mode), plus 4 (ingot::detail::linear_filter) if it filters. Between mip levels it takes the nearest. The
/// border is transparent black.
struct vulkan_sampler {
    uint32_t binding = 0;  ///< in set 0
    uint32_t sampler = 0;
    friend bool operator==(const vulkan_sampler&, const vulkan_sampler&) = default;
};

/// One kernel.
struct vulkan_kernel {
    std::string symbol;                           ///< kernel_reflection::symbol
    std::vector<uint32_t> words;                  ///< the SPIR-V module
    std::vector<std::string> required_features;   ///< names from required_features.hpp
    uint32_t argument_bytes = 0;                  ///< bytes of all arguments
    std::optional<uint32_t> argument_binding {};  ///< the uniform buffer of the arguments, if they are no push constants
    uint32_t fixed_local_bytes = 0;               ///< local memory without the dynamic part
    std::vector<vulkan_argument> arguments;
    std::vector<vulkan_sampler> samplers;
    std::vector<std::string> print_formats;  ///< formats of printf; there is then a print_buffer
    friend bool operator==(const vulkan_kernel&, const vulkan_kernel&) = default;
};

/// The beginning of the buffer into which kernels print. 32-bit words follow. A record is: the number of its words, the index of
/// its format in vulkan_kernel::print_formats, and two words (a 64-bit number, a double or a sign-extended integer) for each
/// operand of the format. A kernel adds a record's words to `used_words` first, and writes the record only if it fits.
struct vulkan_print_header {
    uint32_t capacity_words;  ///< words after the header; set by the host
    uint32_t used_words;      ///< set to 0 by the host
};

/// Returns the bytes of archive::code for kernels.
std::vector<std::byte> write_vulkan_code(std::span<const vulkan_kernel> kernels);

/// Reads bytes that write_vulkan_code() made. Damaged input is safe: throws archive_error, and no byte outside of `bytes` is
/// accessed. Does not check that `words` are valid SPIR-V.
std::vector<vulkan_kernel> read_vulkan_code(std::span<const std::byte> bytes);

}  // namespace ingot::archive
