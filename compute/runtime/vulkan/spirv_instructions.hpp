// The instructions of a SPIR-V module.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ingot::backends::vulkan {

/// The number of words before the first instruction.
inline constexpr size_t spirv_header_words = 5;

/// Calls visit(operation, instruction) for each instruction of a module. Ends at an instruction that is longer than the module.
template <typename Visit>
void for_each_instruction(std::span<const uint32_t> words, Visit visit) {
    for (size_t begin = spirv_header_words; begin < words.size();) {
        const size_t length = words[begin] >> 16u;
        if (length == 0 || length > words.size() - begin) return;
        visit(words[begin] & 0xffffu, words.subspan(begin, length));
        begin += length;
    }
}

}  // namespace ingot::backends::vulkan
