// Which backends this program has, and what they say of themselves.
#pragma once

#include <cstdint>
#include <ingot/runtime/backend_names.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ingot {

/// What is known of a backend without opening its driver. Each describes itself, in its folder.
struct backend_description {
    ingot::backend backend;
    std::string_view title;  ///< as a person reads it: "OpenCL"
    uint32_t place = 0;      ///< in lists of backends: the lowest comes first
    /// The code that its devices take, by the names that it has in an archive, the usual one first: {"spirv", "spir"}. Empty
    /// where they run the kernel file as the program's own compiler compiled it (program_source::cpu_debug).
    std::vector<std::string_view> code {};
    /// Is code compiled when a program is built? That may take seconds.
    bool compiles_programs = true;
    /// Slow by design: its devices are chosen by themselves only where there is no other.
    bool for_debugging = false;
    /// What it computes is right: other backends are held against it. Of one backend only.
    bool is_reference = false;

    bool runs_code_of_program() const { return code.empty(); }
};

/// All backends of this program, in the order in which they are listed.
std::vector<backend_description> all_backends();

/// Throws error where this program has no such backend, and names those that it has.
const backend_description& description_of(backend which);

/// The one that others are held against.
const backend_description& reference_backend();

/// The names of all, for help and errors: "cuda, opencl, cpu-debug", or with " or " before the last one "cuda, opencl or
/// cpu-debug".
std::string backend_names(std::string_view before_last = ", ");

/// "cuda", "cpu-debug": as the command line and reports name a backend.
std::string_view to_string(backend which);

/// The backend of that name, or nothing.
std::optional<backend> backend_from(std::string_view name);

}  // namespace ingot
