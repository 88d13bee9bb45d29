// The backends that are linked into this program, and their descriptions.
#pragma once

#include <cstdint>
#include <ingot/runtime/backend_names.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ingot {

/// The properties of a backend that are known without opening its driver. Each backend's own folder defines its
/// description.
struct backend_description {
    ingot::backend backend;
    std::string_view title;      ///< the name for people: "OpenCL"
    uint32_t list_position = 0;  ///< position in lists of backends; the lowest comes first
    /// The names of the compile targets whose code the backend's devices accept, as an archive stores them, the usual one
    /// first: {"spirv", "spir"}. Empty if the devices run kernels that a C++ compiler compiled for this process
    /// (program_source::cpu_debug).
    std::vector<std::string_view> targets {};
    /// Does building a program compile code? This may take seconds.
    bool compiles_programs = true;
    /// Are the devices for debugging, and therefore slow? They are chosen automatically only if there is no other
    /// device.
    bool is_for_debugging = false;
    /// Are this backend's results the reference that other backends' results are compared with? True for one backend
    /// only.
    bool is_reference = false;

    /// Do the devices run kernels as functions of this process?
    bool runs_in_process() const { return targets.empty(); }
};

/// Returns the descriptions of all backends of this program, in the order in which lists show them.
std::vector<backend_description> all_backends();

/// Returns the description of a backend. Throws error that names the available backends if this program does not have
/// it.
const backend_description& description_of(backend backend);

/// Returns the backend whose results are the reference. Throws error if this program has none.
const backend_description& reference_backend();

/// Returns the names of all backends in one text, for help and errors: "cuda, opencl, cpu-debug". With " or " as
/// `before_last` it is "cuda, opencl or cpu-debug".
std::string backend_names(std::string_view before_last = ", ");

/// Returns a backend's name as it is written on the command line and in reports: "cuda", "cpu-debug".
std::string_view to_string(backend backend);

/// Returns the backend of that name, or nothing if this program does not have it.
std::optional<backend> find_backend(std::string_view name);

}  // namespace ingot
