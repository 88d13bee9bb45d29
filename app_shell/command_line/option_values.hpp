// Values of the shell's own options, from text. All throw usage_error that names the option and what it takes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "command_line/command_line.hpp"

namespace ingot::shell {

uint64_t whole_number(std::string_view option, std::string_view text, uint64_t least, uint64_t most);
double real_number(std::string_view option, std::string_view text, double least, double most);
extent picture_size(std::string_view option, std::string_view text);          ///< "1280x720"
ingot::backend backend_name(std::string_view option, std::string_view text);  ///< "opencl"
backend_switch switch_at(std::string_view option, std::string_view text);     ///< "30:opencl"
std::filesystem::path output_path(std::string_view option, std::string_view text, std::string_view extension);
std::filesystem::path picture_path(std::string_view option, std::string_view text);  ///< of a format that can be written

}  // namespace ingot::shell
