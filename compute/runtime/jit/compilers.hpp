// Finds the compilers: ingotc, and a C++ compiler for the CPU debug device.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ingot::jit {

/// Returns the path of ingotc. Throws error that lists the searched places if there is none.
std::filesystem::path find_ingotc();

/// A C++ compiler: the command that runs it, the output of its option --version, and its standard library.
struct host_compiler {
    std::vector<std::string> command;
    std::string version;
    std::vector<std::string> standard_library;  ///< ingotc's options that choose this compiler's standard library

    bool is_clang() const { return version.find("clang") != std::string::npos; }
};

/// Returns ingotc's options that choose the standard library that this library was built with. Leaves out the folder of a GCC
/// that does not exist on this machine.
std::vector<std::string> built_standard_library();

/// Returns the options that the environment variable INGOTC_OPTIONS adds to the command line of ingotc.
std::vector<std::string> further_options();

/// Returns the compiler that the environment variable CXX names, or the compiler that built this library if CXX is not set.
/// Throws error if the compiler cannot be run or fails to print its version.
host_compiler find_host_compiler();

}  // namespace ingot::jit
