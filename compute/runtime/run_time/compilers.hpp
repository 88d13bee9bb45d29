// The programs that compile: ingotc, and a C++ compiler for the CPU debug device.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ingot::run_time {

/// Throws error that says where it was looked for.
std::filesystem::path find_ingotc();

/// A C++ compiler as it is called, and what it says of its version.
struct host_compiler {
    std::vector<std::string> command;
    std::string version;
    std::vector<std::string> standard_library;  ///< ingotc's options for the one that it takes

    bool is_clang() const { return version.find("clang") != std::string::npos; }
};

/// ingotc's options for the standard library that this library was built with.
std::vector<std::string> own_standard_library();

/// What CXX names, or the compiler that built this library. Throws error where neither can be run.
host_compiler find_host_compiler();

}  // namespace ingot::run_time
