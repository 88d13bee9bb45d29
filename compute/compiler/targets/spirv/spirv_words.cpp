#include "spirv_words.hpp"

#include <cstring>
#include <stdexcept>

namespace ingot::compiler::spirv {

namespace {
constexpr uint32_t magic = 0x07230203;
constexpr size_t header_words = 5;
}  // namespace

std::vector<uint32_t> spirv_words(std::span<const std::byte> bytes) {
    if (bytes.size() % sizeof(uint32_t) != 0)
        throw std::runtime_error(
            "internal error: the SPIR-V that LLVM produced is damaged, its size is not a multiple of 4 bytes; please report "
            "this defect of ingotc with the kernel file");
    std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
    if (!bytes.empty()) std::memcpy(words.data(), bytes.data(), bytes.size());
    return words;
}

std::vector<spirv_instruction> spirv_instructions(std::span<const uint32_t> words) {
    if (words.size() < header_words || words[0] != magic)
        throw std::runtime_error("these bytes are not SPIR-V: they do not begin with a SPIR-V header");
    std::vector<spirv_instruction> instructions;
    for (size_t index = header_words; index < words.size();) {
        const size_t length = words[index] >> 16;
        if (length == 0 || length > words.size() - index)
            throw std::runtime_error("the SPIR-V is damaged: an instruction extends beyond the end of the module");
        instructions.push_back({words[index] & 0xffffu, index, words.subspan(index, length)});
        index += length;
    }
    return instructions;
}

}  // namespace ingot::compiler::spirv
