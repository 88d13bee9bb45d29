// The program `ingot` without its list of samples, so that tests can run it with their own samples.
#pragma once

#include <ingot/sample/sample.hpp>
#include <span>
#include <string>

namespace ingot::shell {

/// Runs the command of the arguments, which do not include the program's name. Returns the exit status.
int run_program(std::span<const std::string> arguments, std::span<const sample_description> samples);

}  // namespace ingot::shell
