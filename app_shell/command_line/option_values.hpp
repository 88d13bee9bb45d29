// Parses the values of the shell's options. If a value is invalid, each function throws a usage_error that names the option
// and either the accepted values or the reason why the file cannot be written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "command_line/command_line.hpp"

namespace ingot::shell {

uint64_t parse_whole_number(std::string_view option, std::string_view text, uint64_t minimum, uint64_t maximum);
size_t parse_device_index(std::string_view option, std::string_view text);  ///< a position among the devices of a backend
double parse_real_number(std::string_view option, std::string_view text, double minimum, double maximum);
extent parse_size(std::string_view option, std::string_view text);                    ///< "1280x720"
ingot::backend parse_backend(std::string_view option, std::string_view text);         ///< "opencl"
backend_switch parse_backend_switch(std::string_view option, std::string_view text);  ///< "30:opencl"
/// Checks that the file can be written, and that its name has this extension unless `extension` is empty or the file is
/// below /dev.
std::filesystem::path parse_output_path(std::string_view option, std::string_view text, std::string_view extension);
std::filesystem::path parse_picture_path(std::string_view option, std::string_view text);  ///< .png, .hdr or .exr

}  // namespace ingot::shell
