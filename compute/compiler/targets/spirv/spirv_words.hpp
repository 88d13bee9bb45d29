// SPIR-V as a stream of instructions (SPIR-V specification, 2.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ingot::compiler::spirv {

struct spirv_instruction {
    uint32_t opcode;
    size_t first;                     ///< index of its first word in the module
    std::span<const uint32_t> words;  ///< with the first word, which holds length and opcode
};

/// The bytes as words. Throws std::runtime_error where they are no whole number of words.
std::vector<uint32_t> spirv_words(std::span<const std::byte> bytes);

/// All instructions. Throws std::runtime_error where the words are no SPIR-V.
std::vector<spirv_instruction> spirv_instructions(std::span<const uint32_t> words);

}  // namespace ingot::compiler::spirv
