// The archive, `.ingot`: what ingotc writes and the runtime reads. Code for each target, and what the host must know of the
// kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::archive {

/// How a kernel's parameter is passed.
enum class parameter_kind { buffer, value, image };

/// What a kernel does to a buffer or an image: `buffer<const T>` is only read.
enum class access { read, read_write, write };

/// Which images fit a parameter.
struct image_parameter {
    std::string shape;          ///< "image_2d", "image_cube_array": as the language names it
    std::string sample;         ///< "floating", "signed_integer" or "unsigned_integer"
    uint64_t channels = 0;      ///< 0: any number
    bool reads_levels = false;  ///< mip levels other than the first
    friend bool operator==(const image_parameter&, const image_parameter&) = default;
};

struct parameter {
    std::string name;
    parameter_kind kind = parameter_kind::value;
    access accessed = access::read;
    std::string type;   ///< of the element or the value, as the kernel's author wrote it without const: "float4"; of an image all
    uint64_t size = 0;  ///< bytes of the element or the value
    uint64_t alignment = 0;           ///< bytes; 0 for an image, like its size
    bool in_constant_memory = false;  ///< a buffer that is read through constant memory: constant_buffer<T>
    image_parameter image {};
    friend bool operator==(const parameter&, const parameter&) = default;
};

struct kernel_reflection {
    std::string name;    ///< for people: "advance<tiling{512, 4}>" for an instance of a kernel template
    std::string symbol;  ///< the entry's name in every target's code: "advance_512_4"; else the same as the name
    std::vector<parameter> parameters;
    bool uses_barrier = false;
    uint64_t local_memory = 0;  ///< bytes of local memory that one work-group takes
    std::string file;           ///< where the kernel is defined
    uint32_t line = 0;
    friend bool operator==(const kernel_reflection&, const kernel_reflection&) = default;
};

/// The code of one target. `target` is "spirv" (SPIR-V for OpenCL), "spir" (LLVM bitcode for cl_khr_spir) or "ptx".
struct code {
    std::string target;
    std::string architecture;  ///< "" where the target has none; for ptx the lowest compute capability, "sm_70"
    std::vector<std::byte> bytes;
    std::vector<std::string> needs = {};  ///< what only some devices of the target have, by the names in needs.hpp
    friend bool operator==(const code&, const code&) = default;
};

struct archive {
    std::string compiler;              ///< name and version of the compiler: "ingotc 0.2.0, LLVM 22.1.8"
    std::string source;                ///< the kernel file, as it was named to the compiler
    std::vector<std::string> options;  ///< the compiler's options that change the code
    std::vector<kernel_reflection> kernels;
    std::vector<code> targets;

    /// The code for a target, or null. Where several architectures are there, the first.
    const code* find(std::string_view target) const;
    const kernel_reflection* find_kernel(std::string_view name) const;
    friend bool operator==(const archive&, const archive&) = default;
};

/// What is wrong with an archive's bytes: foreign, truncated, damaged, or of another format version.
class archive_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The bytes of an archive: magic, format version, hash of all that follows, index as JSON, code.
std::vector<std::byte> write(const archive& contents);

/// Reads what write() made. `name` stands in the error's text. Throws archive_error; never reads outside `bytes`.
archive read(std::span<const std::byte> bytes, std::string_view name);

/// The same from and to a file. Throws archive_error that names the file. Writing replaces the file as a whole or leaves it.
archive read_file(const std::filesystem::path& file);
void write_file(const archive& contents, const std::filesystem::path& file);

/// The hash that stands in the archive: it changes with anything in it. 32 hexadecimal digits.
std::string hash(std::span<const std::byte> archive_bytes);

}  // namespace ingot::archive
