// An interpreter for the code of the toy target (toy_target/write_toy.hpp). It runs one work-item at a time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::tests {

/// Runs the kernel named `kernel` for each of `items` work-items. An argument is a buffer's address or the bits of a
/// value. Throws std::runtime_error if the code has no such kernel, has an instruction or a size that the interpreter does
/// not know, or divides by 0. The addresses are not checked.
void run_toy(std::string_view code, std::string_view kernel, uint64_t items, std::span<const uint64_t> arguments);

}  // namespace ingot::tests
