// One run of the compilers.
#pragma once

#include <filesystem>
#include <functional>
#include <ingot/runtime/compile.hpp>
#include <optional>
#include <string>
#include <vector>

#include "compile_cache.hpp"
#include "compilers.hpp"

namespace ingot::run_time {

/// The compilers, a kernel file, and how to compile it.
struct compile_request {
    std::filesystem::path file;
    compile_options options;
    std::filesystem::path ingotc;
    std::vector<std::string> standard_library;  ///< ingotc's options for it
    std::optional<host_compiler> host;          ///< where it is compiled for the CPU debug device too

    /// Stands for all of it, but not for the contents of files.
    std::string key() const;
};

/// What the compilers made. `shown` turns their words into those for the user. Throws compile_error.
using words_filter = std::function<std::string(std::string)>;
compile_cache::entry run_compilers(const compile_request& request, const std::filesystem::path& work_folder,
                                   const words_filter& shown);

}  // namespace ingot::run_time
