// TALK-01 and TALK-04: a buffer from which all work-items read the same few values.
#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>

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
        found.add(
            *use.first,
            fmt::format(
                "all work-items read the same {} bytes of the buffer '{}': GPUs have a faster path to values that are the "
                "same for all (constant memory, or registers that are loaded before the kernel starts)",
                use.bytes, parameter->name),
            fmt::format("pass '{}' by value (param<T>) if the host knows the values, or as constant_buffer<T>; in Metal, as "
                        "`constant T&`, which is also better than a pointer to constant memory",
                        parameter->name));
    }
}

}  // namespace ingot::compiler::advice
