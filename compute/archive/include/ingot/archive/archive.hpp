// The archive, `.ingot`: the file that ingotc writes and the runtime reads. It holds the code of the kernels for each
// target and a description of their parameters for the host.
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

/// The kind of a kernel's parameter. `local` is a local_buffer<T>, whose size the launch gives.
enum class parameter_kind { buffer, value, image, local };

/// How a kernel accesses a buffer or an image. A `buffer<const T>` is only read.
enum class access { read, read_write, write };

/// The kind of image that a parameter accepts.
struct image_parameter {
    std::string shape;          ///< name of the image class without access and sample type: "image_2d", "image_cube_array"
    std::string sample;         ///< "floating", "signed_integer" or "unsigned_integer"
    uint64_t channels = 0;      ///< channels of the sample type, 1 to 4; 0 accepts any number of channels
    bool reads_levels = false;  ///< does the kernel read mip levels other than level 0?
    friend bool operator==(const image_parameter&, const image_parameter&) = default;
};

/// One parameter of a kernel.
struct parameter {
    std::string name;
    parameter_kind kind = parameter_kind::value;
    access access_mode = access::read;
    /// Type of the element or the value as the kernel's author wrote it, without const: "float4". For an image, the type of
    /// the parameter: "image_2d<float4>".
    std::string type;
    uint64_t size = 0;                ///< bytes of the element or the value; 0 for an image
    uint64_t alignment = 0;           ///< bytes, a power of two; 0 for an image
    bool in_constant_memory = false;  ///< is it a constant_buffer<T>? OpenCL devices keep it in constant memory
    image_parameter image {};
    /// The index by which a Metal program binds the argument: of [[buffer(n)]], [[texture(n)]] or [[threadgroup(n)]]. Each of
    /// these has indices of its own. Not set for kernels in other languages.
    std::optional<uint32_t> binding {};
    /// In a Metal program: the id, [[id(n)]], of a member of an argument buffer. `binding` is the index of the argument buffer.
    std::optional<uint32_t> id {};
    friend bool operator==(const parameter&, const parameter&) = default;
};

/// The description of one kernel that the host needs to launch it.
struct kernel_reflection {
    std::string name;    ///< as it is displayed; for an instance of a kernel template: "advance<tiling{512, 4}>"
    std::string symbol;  ///< name of the kernel function in the code of every target: "advance_512_4"
    std::vector<parameter> parameters;
    bool uses_barrier = false;
    uint64_t local_memory = 0;  ///< bytes of local memory that one work-group uses, without parameters of the kind `local`
    std::string file;           ///< the source file that defines the kernel
    uint32_t line = 0;          ///< line of the definition in `file`, from 1
    friend bool operator==(const kernel_reflection&, const kernel_reflection&) = default;
};

/// A kernel that the code of a target lacks, because the target cannot express it.
struct missing_kernel {
    std::string symbol;  ///< kernel_reflection::symbol
    std::string reason;  ///< "blur.kernels.cpp:13: Metal has no double"
    friend bool operator==(const missing_kernel&, const missing_kernel&) = default;
};

/// The code of one target. `target` is "spirv" (SPIR-V for OpenCL), "spir" (LLVM bitcode for cl_khr_spir), "ptx" or "msl".
struct code {
    std::string target;
    /// For ptx: the lowest compute capability of the GPUs that can run the code, "sm_70". For code that was compiled for one
    /// device profile: the profile's name (device_profile.hpp). Otherwise empty.
    std::string architecture;
    std::vector<std::byte> bytes;
    std::vector<std::string> required_features =
        {};  ///< features that a device needs to run the code; names from required_features.hpp
    std::vector<missing_kernel> missing_kernels {};  ///< kernels of the archive that this code does not have
    friend bool operator==(const code&, const code&) = default;
};

/// The contents of one archive.
struct archive {
    std::string compiler;              ///< name and version of the compiler: "ingotc 0.2.0, LLVM 22.1.8"
    std::string source;                ///< path of the kernel file as it was given to the compiler
    std::vector<std::string> options;  ///< the options of the compiler that affect the code
    std::vector<kernel_reflection> kernels;
    std::vector<code> targets;

    /// Returns the code for a target, or null if there is none. If the archive has code of the target for several
    /// architectures, returns the first code.
    const code* find(std::string_view target) const;
    /// Returns the kernel whose displayed name is `name`, or null.
    const kernel_reflection* find_kernel(std::string_view name) const;
    friend bool operator==(const archive&, const archive&) = default;
};

/// Reports that an archive is truncated or damaged, has another format version, is not an archive at all, or cannot be read
/// or written. The message begins with the name of the archive.
class archive_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Returns the bytes of an archive file. archive.cpp describes their layout.
std::vector<std::byte> write(const archive& contents);

/// Parses bytes that write() made. Errors are archive_errors whose message begins with `name`. Damaged input is safe:
/// no byte outside of `bytes` is accessed.
archive read(std::span<const std::byte> bytes, std::string_view name);

/// Read and write an archive file. If this fails, they throw an archive_error whose message names the file. If write_file()
/// fails, an existing regular file is unchanged.
archive read_file(const std::filesystem::path& file);
void write_file(const archive& contents, const std::filesystem::path& file);

/// Returns the hash that the archive's header stores, as 32 hexadecimal digits. It identifies the contents: archives with
/// different contents have different hashes, except by an improbable accident. Throws archive_error if the bytes are not a
/// whole archive of this format version, but does not check that the contents match the hash.
std::string stored_hash(std::span<const std::byte> archive_bytes);

}  // namespace ingot::archive
