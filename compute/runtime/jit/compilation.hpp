// Runs the compilers for one kernel file.
#pragma once

#include <filesystem>
#include <functional>
#include <ingot/runtime/compile.hpp>
#include <optional>
#include <string>
#include <vector>

#include "compile_cache.hpp"
#include "compilers.hpp"

namespace ingot::jit {

/// Everything that a compilation needs: the kernel file, the options, and the compilers.
struct compile_request {
    std::filesystem::path file;
    compile_options options;
    std::filesystem::path ingotc;
    std::vector<std::string> standard_library;        ///< ingotc's options that choose the C++ standard library
    std::vector<std::string> further_options;         ///< ingotc's options of the environment variable INGOTC_OPTIONS
    std::optional<jit::host_compiler> host_compiler;  ///< set if the file is also compiled for the CPU debug device

    /// Returns a hash of the request. It covers the options, the commands and the identity of the compilers, but not
    /// the contents of source files.
    std::string key() const;
};

/// Changes a compiler's output for the user: replaces the paths of temporary files by the names that the user knows.
using output_filter = std::function<std::string(std::string)>;

/// Runs the compilers and returns their results. The compilers write to the work folder, and the library of the result is
/// a file in it. Throws compile_error if the kernels do not compile.
compile_cache::entry run_compilers(const compile_request& request, const std::filesystem::path& work_folder,
                                   const output_filter& filter);

}  // namespace ingot::jit
