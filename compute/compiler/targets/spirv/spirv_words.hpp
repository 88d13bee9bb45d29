// Reads SPIR-V as a stream of instructions (SPIR-V specification, 2.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ingot::compiler::spirv {

/// One instruction of a SPIR-V module.
struct spirv_instruction {
    uint32_t opcode;
    size_t first;                     ///< index of the instruction's first word in the module
    std::span<const uint32_t> words;  ///< all words; the first one holds the length and the opcode
};

/// Returns bytes as words of 32 bits. Throws std::runtime_error if the number of bytes is not a multiple of 4.
std::vector<uint32_t> spirv_words(std::span<const std::byte> bytes);

/// Returns all instructions of a module. Throws std::runtime_error if the words are not SPIR-V.
std::vector<spirv_instruction> spirv_instructions(std::span<const uint32_t> words);

}  // namespace ingot::compiler::spirv
