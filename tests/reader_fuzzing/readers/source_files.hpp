// What the readers of kernel files have in common. Each input is compiled by ingotc in a process of its own, because an error in
// Clang or LLVM ends the process. An input is rejected if ingotc ends with status 1 and an error message.
//
// Two functions replace parts of libFuzzer. changed_source() changes inputs word by word, because changes of single bytes would
// give little but syntax errors. libFuzzer cannot see which code runs in the other process, so compile_source() makes it treat
// each new kind of message from ingotc as new code.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "target.hpp"

namespace ingot::reader_fuzzing {

/// Writes the input to a file of that name in the folder of inputs, and compiles it by ingotc with the arguments. `outputs` are
/// names of files in that folder that ingotc writes if it accepts the input, each after an option of ingotc.
struct written_output {
    std::string option;
    std::string name;
};
outcome compile_source(std::span<const std::byte> input, const std::string& name, const std::vector<written_output>& outputs);

/// Returns the text with one to three random changes. Some insert a part of the vocabulary.
std::string changed_source(std::string_view text, unsigned seed, std::span<const std::string_view> vocabulary);

}  // namespace ingot::reader_fuzzing
