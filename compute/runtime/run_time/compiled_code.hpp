// What the handles of a compiled_program share.
#pragma once

#include <filesystem>
#include <ingot/runtime/compile.hpp>
#include <memory>
#include <string>
#include <vector>

#include "kernel_library.hpp"

namespace ingot {

struct compiled_code {
    std::string name;  ///< the kernel file's
    std::vector<std::byte> archive;
    std::shared_ptr<const run_time::kernel_library> library;  ///< null where there is none
    std::string why_no_library;
    std::vector<std::string> kernels;
    std::string text;
    std::vector<compile_diagnostic> diagnostics;
    std::vector<std::filesystem::path> files;
    bool from_cache = false;
    program_source source;
};

}  // namespace ingot
