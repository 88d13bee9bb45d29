// What a person is told of the kernels that they edit.
#pragma once

#include <chrono>
#include <map>
#include <string>

namespace ingot::shell {

/// What is to be said of edited kernels.
struct kernel_news {
    std::string compiling;                            ///< the file; empty where none is
    std::map<std::string, std::string> problems;      ///< by file: why its edited kernels do not run, in the compiler's words
    std::string taken;                                ///< the file whose edited kernels began to run last
    std::chrono::steady_clock::time_point took_over;  ///< when that was
};

}  // namespace ingot::shell
