// TALK-02: each work-item reads its own element of constant memory.
#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>

#include <set>
#include <string_view>

#include "../kernel_analysis.hpp"
#include "../rule.hpp"

namespace ingot::compiler::advice {

namespace {

// Returns the fix that declares the parameter as a plain buffer. Returns nothing if the kernel does more than to index it: a
// function may expect constant memory.
std::optional<fix> plain_buffer(const llvm::Instruction& access, std::string_view name, kernel_analysis& kernel) {
    const std::optional<source_location> place = kernel.location_of(access);
    if (!place) return {};
    const source_tokens tokens = kernel.tokens_of(*place);
    const std::optional<size_t> index = tokens.at(*place);
    const std::optional<kernel_tokens> around = index ? tokens.kernel_around(*index) : std::nullopt;
    if (!around) return {};
    for (size_t i = around->body; i < around->end; ++i)
        if (tokens[i].is(name) && (!tokens[i + 1].is("[") || tokens[i - 1].is("&"))) return {};
    for (size_t i = around->parameters + 1; i < around->parameters_end; ++i) {
        if (!tokens[i].is(name)) continue;
        size_t first = i;  // of the parameter
        int depth = 0;     // of template arguments
        while (!tokens[first - 1].is("(") && (depth > 0 || !tokens[first - 1].is(","))) {
            --first;
            depth += tokens[first].is(">") ? 1 : tokens[first].is("<") ? -1 : 0;
        }
        for (size_t word = first; word < i; ++word)
            if (tokens[word].is("constant_buffer") && tokens[word + 1].is("<"))
                return fix {fmt::format("pass '{}' as a plain buffer", name), {tokens.replace(word, word + 2, "buffer<const ")}};
        return {};
    }
    return {};
}

}  // namespace

void find_constant_indices(kernel_analysis& kernel, remark_list& found) {
    std::set<const llvm::Value*> reported;  // one remark for each buffer
    for (llvm::Instruction& instruction : llvm::instructions(kernel.function())) {
        const plain_access access = access_of(instruction);
        if (!access.pointer) continue;
        const memory_object memory = kernel.object_of(*access.pointer);
        if (memory.kind != memory_kind::constant_buffer || reported.contains(memory.object)) continue;
        const std::optional<linear_address> address = kernel.address_of(*access.pointer);
        // The position in the group is the same in all groups, so that each element is read by many work-items.
        const auto is_of_launch = [](const llvm::Value& value) { return device_call(value) == "get_global_id"; };
        if (!address || kernel.stride_of(*address).type != lane_stride::kind::constant) continue;
        if (!kernel.derives_from(*access.pointer, is_of_launch, false)) continue;
        reported.insert(memory.object);
        found.add(instruction,
                  fmt::format(
                      "each work-item reads its own element of '{}' in constant memory: constant memory is limited in size, and "
                      "fast only for values that all work-items read",
                      memory.parameter->name),
                  fmt::format("pass '{}' as buffer<const T>", memory.parameter->name),
                  plain_buffer(instruction, memory.parameter->name, kernel));
    }
}

}  // namespace ingot::compiler::advice
