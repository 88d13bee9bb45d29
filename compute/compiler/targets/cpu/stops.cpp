// Finds the calls of functions in which work-items wait for each other, and makes stops of them:
//   call void @ingot_device_barrier(i32 1)                    call void @ingot_cpu_stop()
// A work-item that passes a value to others stores it in its context, and the others load it after a stop. A second stop keeps
// the value until all of them have loaded it:
//   %r = call i32 @ingot_device_sub_group_shuffle(i32 %v, i32 %source)
// becomes
//   store i32 %v, ptr %place                                  ; a place for each work-item, at the beginning of the contexts
//   call void @ingot_cpu_stop()
//   %r = load i32, ptr %place_of_source
//   call void @ingot_cpu_stop()
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <ingot/archive/cpu_code.hpp>

#include "../../middle_end/device_functions.hpp"
#include "../../middle_end/kept_functions.hpp"
#include "lowering.hpp"

namespace ingot::compiler::cpu {

namespace {

constexpr uint64_t exchange_bytes = 4;

const device_function* waiting_function(const llvm::Instruction& instruction) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* const callee = call ? call->getCalledFunction() : nullptr;
    const device_function* const function = callee ? original_device_function(*callee) : nullptr;
    return function && function->may_wait ? function : nullptr;
}

// Returns the functions in which work-items wait, directly or in a function that they call.
llvm::SmallSetVector<llvm::Function*, 8> waiting_functions(llvm::Module& module) {
    llvm::SmallSetVector<llvm::Function*, 8> found;
    for (llvm::Function& function : module)
        if (llvm::any_of(llvm::instructions(function), [](const auto& each) { return waiting_function(each) != nullptr; }))
            found.insert(&function);
    for (size_t i = 0; i < found.size(); ++i)
        for (llvm::User* user : found[i]->users())
            if (auto* const call = llvm::dyn_cast<llvm::CallInst>(user)) found.insert(call->getFunction());
    return found;
}

// Inlines the functions in which work-items wait: only the item function itself is split at its stops.
void inline_waiting_functions(llvm::Function& function) {
    const auto waiting = waiting_functions(*function.getParent());
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (llvm::Instruction& instruction : llvm::instructions(function)) {
            llvm::Function* const callee = called_definition(instruction);
            if (!callee || !waiting.contains(callee)) continue;
            is_changed = inline_call(llvm::cast<llvm::CallBase>(instruction));
            break;
        }
    }
}

class stop_placer {
public:
    explicit stop_placer(item_kernel& kernel)
        : kernel_(kernel), function_(*kernel.function), module_(*function_.getParent()), builder_(module_.getContext()) {}

    std::vector<stop> run() {
        forget_unused_contexts();
        inline_waiting_functions(function_);
        llvm::removeUnreachableBlocks(function_);
        llvm::SmallVector<std::pair<llvm::CallInst*, const device_function*>> calls;
        for (llvm::Instruction& instruction : llvm::instructions(function_))
            if (const device_function* const function = waiting_function(instruction))
                calls.emplace_back(llvm::cast<llvm::CallInst>(&instruction), function);
        for (const auto& [call, function] : calls) {
            builder_.SetInsertPoint(call);
            replace(*call, function->name);
        }
        std::vector<stop> all = std::move(stops_);
        all.insert(all.end(), sub_group_stops_.begin(), sub_group_stops_.end());
        for (const stop& each : all)
            llvm::SplitBlock(each.call->getParent(), std::next(each.call->getIterator()))->setName("after_stop");
        return all;
    }

private:
    // Up to here the contexts were not used, and LLVM's simplification may have noted that in attributes. From here on values and
    // variables are kept in them.
    void forget_unused_contexts() {
        const unsigned contexts = parameter_of(function_, item_parameter::contexts)->getArgNo();
        for (const llvm::Attribute::AttrKind each :
             {llvm::Attribute::ReadNone, llvm::Attribute::ReadOnly, llvm::Attribute::WriteOnly, llvm::Attribute::Captures})
            function_.removeParamAttr(contexts, each);
        function_.removeFnAttr(llvm::Attribute::Memory);
    }

    void add_stop(bool for_sub_group) {
        auto* const type = llvm::FunctionType::get(builder_.getVoidTy(), false);
        (for_sub_group ? sub_group_stops_ : stops_)
            .push_back({builder_.CreateCall(module_.getOrInsertFunction("ingot_cpu_stop", type)), for_sub_group});
    }

    void replace(llvm::CallInst& call, std::string_view name) {
        if (name == "barrier" || name == "sub_group_barrier") {
            add_stop(name != "barrier");
        } else {
            if (kernel_.context_bytes < exchange_bytes) kernel_.context_bytes = archive::cpu::memory_alignment;
            builder_.CreateStore(call.getArgOperand(0), place(item()));
            add_stop(true);
            llvm::Value* const result = name == "sub_group_ballot" ? ballot(call) : shuffle(name, call);
            add_stop(true);
            call.replaceAllUsesWith(result);
        }
        call.eraseFromParent();
    }

    llvm::Value* item() { return parameter_of(function_, item_parameter::item); }
    llvm::Value* place(llvm::Value* index) {
        // An index is less than 2^31. As a signed one it stays a number of 32 bits when lanes load from several places.
        return builder_.CreateInBoundsGEP(builder_.getInt32Ty(), parameter_of(function_, item_parameter::contexts),
                                          builder_.CreateSExt(index, builder_.getInt64Ty()));
    }

    // The index in the group of the sub-group's first work-item.
    llvm::Value* first() { return builder_.CreateAnd(item(), ~(archive::cpu::sub_group_size - 1)); }
    // The number of work-items in the sub-group.
    llvm::Value* size() {
        llvm::Value* items = parameter_of(function_, item_parameter::local_size_x);
        items = builder_.CreateNUWMul(items, parameter_of(function_, item_parameter::local_size_y));
        items = builder_.CreateNUWMul(items, parameter_of(function_, item_parameter::local_size_z));
        return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, builder_.CreateSub(items, first()),
                                              builder_.getInt32(archive::cpu::sub_group_size));
    }

    // Loads the value of another work-item. If there is no such work-item, the result is the work-item's own value.
    llvm::Value* shuffle(std::string_view name, llvm::CallInst& call) {
        llvm::Value* const own = builder_.CreateAnd(item(), archive::cpu::sub_group_size - 1);
        llvm::Value* const operand = call.getArgOperand(1);
        llvm::Value* const source = name == "sub_group_shuffle_xor"    ? builder_.CreateXor(own, operand)
                                    : name == "sub_group_shuffle_up"   ? builder_.CreateSub(own, operand)
                                    : name == "sub_group_shuffle_down" ? builder_.CreateAdd(own, operand)
                                                                       : operand;
        llvm::Value* const exists = builder_.CreateICmpULT(source, size());
        llvm::Value* const chosen = builder_.CreateSelect(exists, source, own);
        return builder_.CreateLoad(builder_.getInt32Ty(), place(builder_.CreateAdd(first(), chosen)));
    }

    // Word 0 has a bit for each work-item; all other words are 0.
    llvm::Value* ballot(llvm::CallInst& call) {
        llvm::Value* bits = builder_.getInt32(0);
        for (uint32_t i = 0; i < archive::cpu::sub_group_size; ++i) {
            llvm::Value* const exists = builder_.CreateICmpULT(builder_.getInt32(i), size());
            llvm::Value* const index = builder_.CreateSelect(exists, builder_.CreateAdd(first(), builder_.getInt32(i)), first());
            llvm::Value* const value = builder_.CreateLoad(builder_.getInt32Ty(), place(index));
            llvm::Value* const is_set = builder_.CreateAnd(exists, builder_.CreateICmpNE(value, builder_.getInt32(0)));
            bits = builder_.CreateOr(bits, builder_.CreateShl(builder_.CreateZExt(is_set, builder_.getInt32Ty()), i));
        }
        llvm::Value* const is_first = builder_.CreateICmpEQ(call.getArgOperand(1), builder_.getInt32(0));
        return builder_.CreateSelect(is_first, bits, builder_.getInt32(0));
    }

    item_kernel& kernel_;
    llvm::Function& function_;
    llvm::Module& module_;
    llvm::IRBuilder<> builder_;
    std::vector<stop> stops_;  // of the whole group
    std::vector<stop> sub_group_stops_;
};

}  // namespace

std::vector<stop> place_stops(item_kernel& kernel) { return stop_placer(kernel).run(); }

}  // namespace ingot::compiler::cpu
