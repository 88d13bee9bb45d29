#include "driver_version.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

namespace ingot::backends::cuda {

namespace {

bool is_version(std::string_view word) {
    return word.find('.') != std::string_view::npos && std::isdigit(static_cast<unsigned char>(word.front())) &&
           std::ranges::all_of(word, [](unsigned char character) { return std::isdigit(character) || character == '.'; });
}

}  // namespace

// The first line of the text: "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build  …"
std::string kernel_module_version(std::string_view text) {
    std::istringstream first_line(std::string(text.substr(0, text.find('\n'))));
    for (std::string word; first_line >> word;)
        if (is_version(word)) return word;
    return {};
}

version_number api_version(const driver& calls) {
    int cuda = 0;
    calls.call(calls.get_version, &cuda);
    return {static_cast<uint32_t>(cuda / 1000), static_cast<uint32_t>(cuda % 1000 / 10)};
}

std::string driver_version(const driver& calls) {
    const version_number cuda = api_version(calls);
    const std::string cuda_version = "CUDA " + std::to_string(cuda.major) + "." + std::to_string(cuda.minor);
    std::string line;
    std::getline(std::ifstream("/proc/driver/nvidia/version"), line);
    const std::string version = kernel_module_version(line);
    return (version.empty() ? "" : "NVIDIA " + version + ", ") + cuda_version;
}

}  // namespace ingot::backends::cuda
