// The machine that runs the toy target's code (toy_target/write_toy.hpp), one work-item at a time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::tests {

/// Runs a kernel of the code for each of `items` work-items. `arguments` are pointers and the bits of values. Throws
/// std::runtime_error with the line that it does not understand.
void run_toy(std::string_view code, std::string_view kernel, uint64_t items, std::span<const uint64_t> arguments);

}  // namespace ingot::tests
