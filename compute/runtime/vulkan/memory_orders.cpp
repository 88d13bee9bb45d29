#include "memory_orders.hpp"

#include <cstddef>

#include "spirv_instructions.hpp"

namespace ingot::backends::vulkan {

namespace {

// Numbers of SPIR-V's specification.
constexpr size_t bound_word = 3;
constexpr uint32_t op_type_int = 21;
constexpr uint32_t op_constant = 43;
constexpr uint32_t op_function = 54;
constexpr uint32_t op_memory_barrier = 225;
constexpr uint32_t op_atomic_load = 227;
constexpr uint32_t op_atomic_store = 228;
constexpr uint32_t op_atomic_compare_exchange = 230;
constexpr uint32_t op_atomic_xor = 242;

// Returns the number of the type of unsigned 32-bit integers; 0 if the module has none.
uint32_t word_type_of(std::span<const uint32_t> words) {
    uint32_t type = 0;
    for_each_instruction(words, [&](uint32_t operation, std::span<const uint32_t> instruction) {
        if (operation == op_type_int && instruction.size() == 4 && instruction[2] == 32 && instruction[3] == 0)
            type = instruction[1];
    });
    return type;
}

}  // namespace

std::vector<uint32_t> without_memory_orders(std::span<const uint32_t> words) {
    std::vector<uint32_t> made(words.begin(), words.end());
    const uint32_t type = word_type_of(words);
    if (words.size() < spirv_header_words || type == 0) return made;
    made.resize(spirv_header_words);
    const uint32_t relaxed = made[bound_word]++;
    bool is_declared = false;
    for_each_instruction(words, [&](uint32_t operation, std::span<const uint32_t> instruction) {
        if (operation == op_memory_barrier) return;
        if (operation == op_function && !is_declared) {
            made.insert(made.end(), {uint32_t {4} << 16u | op_constant, type, relaxed, 0u});
            is_declared = true;
        }
        const size_t begin = made.size();
        made.insert(made.end(), instruction.begin(), instruction.end());
        if (operation < op_atomic_load || operation > op_atomic_xor) return;
        // A store has neither a type nor a result; a compare-exchange has two orders.
        const size_t order = operation == op_atomic_store ? 3 : 5;
        const size_t orders = operation == op_atomic_compare_exchange ? 2 : 1;
        for (size_t i = order; i < order + orders && i < instruction.size(); ++i) made[begin + i] = relaxed;
    });
    return made;
}

}  // namespace ingot::backends::vulkan
