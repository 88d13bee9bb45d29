// Keeps PoCL from adding barriers to a loop whose work-items may not all execute it equally often. In a kernel with barriers,
//   rows:                                                       ; ends at another time for each work-item
//     …
//   columns:
//     …
//     %is_last = icmp eq i32 %column, 3
//     br i1 %is_last, label %end_of_row, label %columns
// becomes
//     %is_last = icmp eq i32 %column, 3
//     %ends = xor i1 %is_last, %never
//     br i1 %ends, label %end_of_row, label %columns
// with, at the beginning of the kernel,
//     %id = call i64 @_Z13get_global_idj(i32 0)
//     %never = icmp slt i64 %id, 0                              ; false
//
// PoCL adds barriers of its own to an innermost loop that all work-items of a group execute equally often, in order to vectorise
// over the work-items. It takes the loop's entry to be uniform, although a loop around it may have ended for some of the
// work-items, which then execute further iterations with wrong results (seen in release 6.0; the code is the same in 7.1:
// lib/llvmopencl/VariableUniformityAnalysis.cc, analyzeBBDivergence). Kernels in OpenCL C are concerned too. A condition that
// depends on the work-item's id is not uniform for PoCL. tests/conformance/nested_loops_test.cpp shows the defect.
//
// Release 3.1 also lets all work-items execute a loop as often as the first one does, if the loop comes after a barrier in a
// conditional block, although the loop's condition depends on the work-item's id (found by tests/fuzzing, seed 2060021). It
// does not with the changed condition. Therefore the pass changes all loops that may end at different times, too.
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "../../middle_end/device_functions.hpp"
#include "../../middle_end/kept_functions.hpp"
#include "opencl_functions.hpp"

namespace ingot::compiler::opencl_functions {

namespace {

constexpr llvm::StringLiteral barrier_name = "_Z7barrierj";
constexpr llvm::StringLiteral global_id_name = "_Z13get_global_idj";

// Is it a function that was not inlined into a kernel?
bool is_kept(const llvm::Function& function) { return function.hasFnAttribute(specialized_function); }

// Does the function wait at a barrier?
bool has_barrier(const llvm::Function& function) {
    const llvm::Function* const barrier = function.getParent()->getFunction(barrier_name);
    return barrier && llvm::any_of(barrier->users(), [&](const llvm::User* user) {
               const auto* const call = llvm::dyn_cast<llvm::Instruction>(user);
               return call && call->getFunction() == &function;
           });
}

// Returns a function and all functions that call it, directly or through others.
llvm::SmallSetVector<const llvm::Function*, 8> with_callers(const llvm::Function& function) {
    llvm::SmallSetVector<const llvm::Function*, 8> found;
    found.insert(&function);
    for (size_t i = 0; i < found.size(); ++i)  // the loop adds functions to the set
        for (const llvm::User* user : found[i]->users())
            if (const auto* call = llvm::dyn_cast<llvm::Instruction>(user)) found.insert(call->getFunction());
    return found;
}

// Is the function a kernel with barriers, or a function that such a kernel calls? PoCL inlines all functions of such a kernel.
bool is_in_kernel_with_barriers(const llvm::Function& function) {
    return llvm::any_of(with_callers(function), [](const llvm::Function* caller) {
        return !is_kept(*caller) && llvm::any_of(function_and_specialized_callees(*caller),
                                                 [](const llvm::Function* callee) { return has_barrier(*callee); });
    });
}

// Finds out whether values may differ between the work-items of a group.
class divergence {
public:
    explicit divergence(const llvm::LoopInfo& loops) : loops_(loops) {}

    // May a value differ, if it is used in `loop`?
    bool may_differ(const llvm::Value* value, const llvm::Loop* loop) {
        const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
        if (!instruction) return false;  // a constant, or an argument of the kernel
        if (!visited_.insert(instruction).second) return false;
        // The work-items may leave an earlier loop with different values.
        const llvm::Loop* const own = loops_.getLoopFor(instruction->getParent());
        if (own && !own->contains(loop)) return true;
        if (const auto* const call = llvm::dyn_cast<llvm::CallInst>(instruction)) {
            if (is_same_in_group(*call)) return false;
            if (!llvm::isa<llvm::IntrinsicInst>(call) || call->mayReadOrWriteMemory()) return true;
        } else if (llvm::isa<llvm::PHINode>(instruction)) {
            // The value depends on the path, except at the beginning of a loop.
            if (!own || own->getHeader() != instruction->getParent()) return true;
        } else if (instruction->mayReadFromMemory() && !reads_argument(*instruction)) {
            return true;
        }
        return llvm::any_of(instruction->operand_values(), [&](const llvm::Value* each) { return may_differ(each, loop); });
    }

private:
    // Is it one of OpenCL's functions with the same result for all work-items of a group?
    static bool is_same_in_group(const llvm::CallInst& call) {
        const llvm::Function* const callee = call.getCalledFunction();
        return callee && (callee->getName() == "_Z12get_group_idj" || callee->getName() == "_Z15get_global_sizej" ||
                          callee->getName() == "_Z14get_local_sizej" || callee->getName() == "_Z14get_num_groupsj");
    }

    // Is it a load from an argument of the kernel that is passed by pointer, such as a struct?
    static bool reads_argument(const llvm::Instruction& instruction) {
        const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        const auto* const argument =
            load ? llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(load->getPointerOperand())) : nullptr;
        return argument && argument->hasByValAttr();
    }

    const llvm::LoopInfo& loops_;
    llvm::SmallPtrSet<const llvm::Instruction*, 16> visited_;  // also ends the recursion at the phi of a loop
};

bool is_barrier(const llvm::Instruction& instruction) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call && call->getCalledFunction() && call->getCalledFunction()->getName() == barrier_name;
}

// May the work-items of a group execute a loop with different numbers of iterations? Not if the loop contains a barrier, which
// all of them must reach equally often.
bool may_end_differently(const llvm::Loop& loop, const llvm::LoopInfo& loops) {
    if (llvm::any_of(loop.blocks(), [](const llvm::BasicBlock* block) { return llvm::any_of(*block, is_barrier); })) return false;
    llvm::SmallVector<llvm::BasicBlock*> blocks;
    loop.getExitingBlocks(blocks);
    return llvm::any_of(blocks, [&](const llvm::BasicBlock* block) {
        const llvm::Instruction* const end = block->getTerminator();
        return end->getNumOperands() == 0 || divergence(loops).may_differ(end->getOperand(0), &loop);
    });
}

bool is_in_loop_that_may_end_differently(const llvm::Loop& loop, const llvm::LoopInfo& loops) {
    for (const llvm::Loop* outer = loop.getParentLoop(); outer; outer = outer->getParentLoop())
        if (may_end_differently(*outer, loops)) return true;
    return is_kept(*loop.getHeader()->getParent());  // it may be called in such a loop
}

// Returns the blocks that leave the loop by a condition that is to be changed.
llvm::SmallVector<llvm::BasicBlock*> exits_to_change(const llvm::Loop& loop, const llvm::LoopInfo& loops) {
    llvm::SmallVector<llvm::BasicBlock*> blocks;
    if (may_end_differently(loop, loops)) loop.getExitingBlocks(blocks);
    // PoCL adds barriers only to an innermost loop with one exit.
    else if (loop.isInnermost() && loop.getExitingBlock() && is_in_loop_that_may_end_differently(loop, loops))
        blocks.push_back(loop.getExitingBlock());
    return blocks;
}

// Returns false, as a value that depends on the work-item's id.
llvm::Value* create_never(llvm::Function& function) {
    llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    llvm::Module& module = *function.getParent();
    llvm::FunctionCallee global_id =
        module.getOrInsertFunction(global_id_name, llvm::FunctionType::get(builder.getInt64Ty(), {builder.getInt32Ty()}, false));
    mark_built_in(*llvm::cast<llvm::Function>(global_id.getCallee()), *find_device_function("get_global_id"));
    llvm::Value* const id = builder.CreateCall(global_id, {builder.getInt32(0)});
    return builder.CreateICmpSLT(id, builder.getInt64(0), "never");
}

}  // namespace

llvm::PreservedAnalyses hide_uniform_loops::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (!is_in_kernel_with_barriers(function)) return llvm::PreservedAnalyses::all();
    const llvm::LoopInfo& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    llvm::Value* never = nullptr;
    for (const llvm::Loop* loop : loops.getLoopsInPreorder())
        for (llvm::BasicBlock* const block : exits_to_change(*loop, loops)) {
            llvm::Instruction& end = *block->getTerminator();
            auto* const branch = llvm::dyn_cast<llvm::BranchInst>(&end);
            auto* const choice = llvm::dyn_cast<llvm::SwitchInst>(&end);
            if (!choice && !(branch && branch->isConditional())) continue;
            if (!never) never = create_never(function);
            llvm::IRBuilder<> builder(&end);
            if (branch)
                branch->setCondition(builder.CreateXor(branch->getCondition(), never, "ends"));
            else
                choice->setCondition(builder.CreateXor(choice->getCondition(),
                                                       builder.CreateZExt(never, choice->getCondition()->getType()), "chosen"));
        }
    if (!never) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses preserved;
    preserved.preserveSet<llvm::CFGAnalyses>();
    return preserved;
}

}  // namespace ingot::compiler::opencl_functions
