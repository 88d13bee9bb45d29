// TALK-13: a barrier of a group that is one sub-group.
#include <fmt/format.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/InstIterator.h>

#include "../kernel_analysis.hpp"
#include "../rule.hpp"

namespace ingot::compiler::advice {

namespace {

constexpr unsigned sub_group_items = 32;  // of NVIDIA and Apple; AMD has 32 or 64

// Returns the number N of the attribute [[max_total_threads_per_threadgroup(N)]] in front of a Metal kernel, or nothing if there
// is no such attribute, or its argument is not a number.
std::optional<unsigned> most_items(kernel_analysis& kernel) {
    const source_location place = kernel.location();
    const source_tokens tokens = kernel.tokens_of(place);
    const std::optional<size_t> name = tokens.at(place);
    if (!name) return {};
    for (size_t i = *name; i > 0 && !tokens[i].is(";") && !tokens[i].is("}"); --i) {
        if (!tokens[i].is("max_total_threads_per_threadgroup")) continue;
        unsigned number = 0;
        const bool is_number = i + 3 < tokens.size() && tokens[i + 1].is("(") && tokens[i + 3].is(")") &&
                               !llvm::StringRef(tokens[i + 2].text).getAsInteger(10, number);
        return is_number ? std::optional(number) : std::nullopt;
    }
    return {};
}

}  // namespace

void find_sub_group_barriers(kernel_analysis& kernel, remark_list& found) {
    const std::optional<unsigned> items = most_items(kernel);
    if (!items || *items > sub_group_items) return;
    for (const llvm::Instruction& instruction : llvm::instructions(kernel.function())) {
        if (device_call(instruction) != "barrier") continue;
        found.add(
            instruction,
            fmt::format(
                "a group has at most {} work-items, which is one sub-group on GPUs of NVIDIA, AMD and Apple: a barrier of "
                "the group takes longer there than one of the sub-group",
                *items),
            "write simdgroup_barrier with the same flags, if the kernel runs only on devices whose sub-groups are that large");
    }
}

}  // namespace ingot::compiler::advice
