// The programs that compile: ingotc, and a C++ compiler for the CPU debug device.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ingot::run_time {

/// Throws error that says where it was looked for.
std::filesystem::path find_ingotc();

/// Folders of the headers that a kernel includes: those of the installed tree that `ingotc` is in, or those of the build.
std::vector<std::filesystem::path> header_folders(const std::filesystem::path& ingotc);

/// A C++ compiler as it is called, and what it says of its version.
struct host_compiler {
    std::vector<std::string> command;
    std::string version;

    bool is_clang() const { return version.find("clang") != std::string::npos; }
};

/// What CXX names, or the compiler that built this library. Throws error where neither can be run.
host_compiler find_host_compiler();

}  // namespace ingot::run_time
