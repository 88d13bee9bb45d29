// The whole program, but for the list of samples.
#pragma once

#include <ingot/sample/sample.hpp>
#include <span>
#include <string>

namespace ingot::shell {

/// Does what the arguments (without the program's name) ask for, with these samples. The exit status.
int run_program(std::span<const std::string> arguments, std::span<const sample_description> samples);

}  // namespace ingot::shell
