// TALK-02: each work-item reads its own element of constant memory.
#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>

#include <set>

#include "../kernel_analysis.hpp"
#include "../rule.hpp"

namespace ingot::compiler::advice {

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
        if (!kernel.derives_from(*access.pointer, is_of_launch)) continue;
        reported.insert(memory.object);
        found.add(instruction,
                  fmt::format(
                      "each work-item reads its own element of '{}' in constant memory: constant memory is limited in size, and "
                      "fast only for values that all work-items read",
                      memory.parameter->name),
                  fmt::format("pass '{}' as buffer<const T>; in Metal, as `device const T*`", memory.parameter->name));
    }
}

}  // namespace ingot::compiler::advice
