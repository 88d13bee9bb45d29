// The words of CUDA, OpenCL, Metal and SYCL, and what they are called in a kernel file.
#pragma once

#include <string>
#include <string_view>

namespace ingot::compiler {

/// Returns the note for a word of another language, such as `threadIdx`; empty for any other word.
std::string hint_for_word(std::string_view word);

}  // namespace ingot::compiler
