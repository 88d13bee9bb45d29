// TALK-01 and TALK-04: a buffer from which all work-items read the same few values.
#include <fmt/format.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>

#include "../../middle_end/user_location.hpp"
#include "../kernel_analysis.hpp"
#include "../rule.hpp"

namespace ingot::compiler::advice {

namespace {

constexpr int64_t most_bytes = 256;  // what a launch passes by value without harm

// How a kernel uses the memory of a buffer.
struct buffer_use {
    const llvm::Instruction* first = nullptr;
    int64_t bytes = 0;          // from the beginning to the end of the last access
    bool is_read_alike = true;  // only reads, at constant places, by all work-items
};

// Does the function that contains a line declare the parameter as a pointer to constant memory? Only Metal has such pointers.
bool is_constant_pointer(const archive::parameter& parameter, const source_tokens& tokens, uint32_t line) {
    const auto is_behind = [&](const source_token& each) { return each.line > line; };
    auto name = static_cast<size_t>(std::ranges::find_if(tokens.all(), is_behind) - tokens.all().begin());
    const auto is_name = [&](size_t i) { return i + 1 < tokens.size() && tokens[i - 1].is("void") && tokens[i + 1].is("("); };
    while (name > 1 && !is_name(name)) --name;
    const std::optional<size_t> end = name > 1 ? tokens.closing(name + 1) : std::nullopt;
    if (!end) return false;
    bool is_constant = false;
    for (size_t i = name + 2; i < *end; ++i) {
        if (tokens[i].is(",")) is_constant = false;
        if (tokens[i].is("constant")) is_constant = true;
        if (tokens[i].is(parameter.name)) return is_constant;
    }
    return false;
}

// The same for the kernel with an access, which can be in a function that the kernel calls. Around the kernel there can be code
// that the compiler has generated.
bool is_constant_pointer(const archive::parameter& parameter, const llvm::Instruction& access, const kernel_analysis& kernel) {
    for (const llvm::DILocation* place = access.getDebugLoc(); place; place = place->getInlinedAt())
        if (place->getLine() != 0 &&
            is_constant_pointer(parameter, kernel.tokens_of({path_of(*place), place->getLine(), 1}), place->getLine()))
            return true;
    return false;
}

}  // namespace

void find_constant_buffers(kernel_analysis& kernel, remark_list& found) {
    llvm::MapVector<const archive::parameter*, buffer_use> uses;
    for (llvm::Argument& argument : kernel.function().args()) {
        const memory_object memory = kernel.object_of(argument);
        if (memory.kind != memory_kind::buffer || argument.use_empty()) continue;
        buffer_use& use = uses[memory.parameter];
        std::vector<llvm::Value*> work {&argument};
        while (!work.empty()) {
            llvm::Value* const pointer = work.back();
            work.pop_back();
            for (llvm::User* const user : pointer->users()) {
                auto* const instruction = llvm::cast<llvm::Instruction>(user);
                if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(instruction)) {
                    work.push_back(instruction);
                    continue;
                }
                const auto* const load = llvm::dyn_cast<llvm::LoadInst>(instruction);
                const std::optional<linear_address> address =
                    load && load->isSimple() ? kernel.address_of(*load->getPointerOperand()) : std::nullopt;
                if (!address || !address->terms.empty() || address->constant < 0 ||
                    !kernel.runs_in_all_items(*instruction->getParent())) {
                    use.is_read_alike = false;
                    continue;
                }
                const auto size = static_cast<int64_t>(kernel.layout().getTypeStoreSize(load->getType()).getFixedValue());
                use.bytes = std::max(use.bytes, address->constant + size);
                if (!use.first || kernel.dominators().dominates(instruction, use.first)) use.first = instruction;
            }
        }
    }
    for (const auto& [parameter, use] : uses) {
        if (!use.first || !use.is_read_alike || use.bytes > most_bytes) continue;
        const std::string bytes = use.bytes == 1 ? "byte" : fmt::format("{} bytes", use.bytes);
        if (is_constant_pointer(*parameter, *use.first, kernel)) {
            found.add(
                *use.first,
                fmt::format("all work-items read the same {} by the pointer '{}' to constant memory: only a reference shows how "
                            "many are read, so that they can be loaded into registers before the kernel starts",
                            bytes, parameter->name),
                fmt::format("declare '{0}' as a reference: `constant T& {0}`, or `constant T (&{0})[N]` if it is an array",
                            parameter->name));
            continue;
        }
        found.add(
            *use.first,
            fmt::format("all work-items read the same {} of the buffer '{}': GPUs have a faster path to values that are the "
                        "same for all (constant memory, or registers that are loaded before the kernel starts)",
                        bytes, parameter->name),
            fmt::format("pass '{}' by value (param<T>) if the host knows the values, or as constant_buffer<T>; in Metal, as "
                        "`constant T&`, which is also better than a pointer to constant memory",
                        parameter->name));
    }
}

}  // namespace ingot::compiler::advice
