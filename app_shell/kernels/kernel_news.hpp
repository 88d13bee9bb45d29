// What happened to edited kernels, for the messages to the user.
#pragma once

#include <chrono>
#include <map>
#include <string>

namespace ingot::shell {

/// What happened to the edited kernel files of the running sample.
struct kernel_news {
    std::string compiling_file;                       ///< the file that is being compiled; empty if there is none
    std::map<std::string, std::string> problems;      ///< by file: the error of the compiler or of the sample
    std::string loaded_file;                          ///< the file whose edited kernels were loaded last
    std::chrono::steady_clock::time_point loaded_at;  ///< the time at which the kernels of loaded_file were loaded
};

}  // namespace ingot::shell
