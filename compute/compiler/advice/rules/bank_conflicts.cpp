// Local memory consists of 32 banks of 4 bytes. Work-items of a sub-group that access different words of one bank wait for each
// other.
#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>

#include <cstdlib>
#include <numeric>

#include "../kernel_analysis.hpp"
#include "../rule.hpp"

namespace ingot::compiler::advice {

namespace {

constexpr int64_t bank_bytes = 4;
constexpr int64_t banks = 32;
constexpr int64_t least_conflicts = 16;  // fewer are often the lesser evil

// Does only one work-item of each group run the block, or only some that a comparison with a position chooses?
bool runs_in_few_items(const llvm::BasicBlock& block, kernel_analysis& kernel) {
    return llvm::any_of(kernel.controlling_branches(block), [&](const llvm::Instruction* branch) {
        return kernel.derives_from(*branch->getOperand(0), [](const llvm::Value& value) { return is_position(value, 0); });
    });
}

}  // namespace

void find_bank_conflicts(kernel_analysis& kernel, remark_list& found) {
    for (llvm::Instruction& instruction : llvm::instructions(kernel.function())) {
        const plain_access access = access_of(instruction);
        if (!access.pointer || !kernel.is_authors(instruction)) continue;
        if (kernel.object_of(*access.pointer).kind != memory_kind::local) continue;
        const std::optional<linear_address> address = kernel.address_of(*access.pointer);
        if (!address) continue;
        const lane_stride stride = kernel.stride_of(*address);
        if (stride.type != lane_stride::kind::constant || stride.bytes % bank_bytes != 0) continue;
        const int64_t words = std::abs(stride.bytes) / bank_bytes;
        const int64_t conflicts = std::gcd(words, banks);
        if (conflicts < least_conflicts || runs_in_few_items(*instruction.getParent(), kernel)) continue;
        found.add(
            instruction,
            fmt::format("neighbouring work-items access local memory {} words apart: {} of 32 work-items need the same bank and "
                        "wait for each other, on GPUs with 32 banks (NVIDIA, AMD, Apple)",
                        words, conflicts),
            fmt::format("make each row of the array one element longer, {} instead of {}, or exchange the indices", words + 1,
                        words));
    }
}

}  // namespace ingot::compiler::advice
