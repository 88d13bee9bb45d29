// Converts numbers to pointers whose memory the author named. A front end calls a device function for such a conversion, for
// example for Metal's cast `(device float*)number`:
//   %p = call ptr @ingot_device_pointer_to_global(i64 %number)
// becomes
//   %q = inttoptr i64 %number to ptr addrspace(1)
//   %p = addrspacecast ptr addrspace(1) %q to ptr
// infer_pointer_address_spaces then finds the memory of %p as it finds that of every other pointer. Without the call, the memory
// would be the one of the pointers from which the number was computed, or unknown.
//
// Generic pointers to variables of the work-item have no other address space (address_spaces.hpp): a pointer to them is
// converted by a plain inttoptr, when all other generic pointers are gone.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "address_spaces.hpp"
#include "generic_pointers.hpp"
#include "passes.hpp"
#include "pointer_numbers.hpp"

namespace ingot::compiler {

namespace {

// Replaces each call of a function by a pointer that is made from the call's operand, in an address space.
bool replace_calls(llvm::Module& module, llvm::StringRef name, unsigned space, const pointer_numbers& numbers) {
    llvm::Function* const function = module.getFunction(name);
    if (!function) return false;
    auto* const type = llvm::PointerType::get(module.getContext(), space);
    for (llvm::User* const user : llvm::make_early_inc_range(function->users())) {
        auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
        if (!call || call->getCalledFunction() != function) continue;
        llvm::IRBuilder<> builder(call);
        llvm::Value* pointer = numbers.pointer_of(builder, call->getArgOperand(0), type);
        if (space != private_space) pointer = builder.CreateAddrSpaceCast(pointer, call->getType());
        pointer->takeName(call);
        call->replaceAllUsesWith(pointer);
        call->eraseFromParent();
    }
    return true;
}

}  // namespace

llvm::PreservedAnalyses convert_numbers_to_pointers::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    const pointer_numbers numbers(has_memory_at_null_);
    bool has_changed = false;
    if (which_ == pointers::to_variables) {
        has_changed = replace_calls(module, pointer_to_private, private_space, numbers);
    } else {
        // Metal's constant memory holds the program's constants and the buffers of constants. If the target has them in two
        // address spaces, the number is taken for the address of one of the program's constants, unless there are none. On a
        // target without a space for constants (0), they can be read as global memory.
        const bool has_constants = constant_space_ != 0 && llvm::any_of(module.globals(), [&](const llvm::GlobalVariable& each) {
                                       return each.getAddressSpace() == constant_space_;
                                   });
        has_changed |= replace_calls(module, "ingot_device_pointer_to_global", global_space, numbers);
        has_changed |= replace_calls(module, "ingot_device_pointer_to_local", local_space, numbers);
        has_changed |= replace_calls(module, "ingot_device_pointer_to_constant",
                                     has_constants ? constant_space_ : constant_buffer_space_, numbers);
    }
    return has_changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace ingot::compiler
