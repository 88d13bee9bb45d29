// Turns a function that calls itself to a bounded depth into a loop over levels, so that std::sort runs on devices:
//
//   define internal i32 @sum(i32 %n) {
//     …
//     %rest = call i32 @sum(i32 %less)
//     %all = mul i32 %rest, %n
// becomes (with names instead of LLVM's loads and stores of variables)
//   header:                                       ; the old first block: begins a level
//     …
//     saved[level] = %n                           ; in place of the call: save what lives across the call, …
//     %n = %less; level = level + 1; br header    ; … set the parameter and begin the next level
//   after_call:
//     %n = saved[level]                           ; the next level has returned: restore, and use its result
//     %all = mul i32 result, %n
//   leave:                                        ; in place of each return
//     if level == 0, return result; level = level - 1; br after_call
//
// recursion_analysis.hpp finds the recursive functions and the depth of each; recursion_frame.hpp keeps the values that
// live across a call. The pass makes one loop function for each outer call, a call from another function, because the
// pointers depend on that call: a pointer parameter that always points into the same array becomes an offset from the
// pointer that the outer call passes (its origin). So the loop accesses the array itself, and not memory through pointers
// that it loads from frames. Any other pointer is saved like a number.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <optional>
#include <string>
#include <vector>

#include "passes.hpp"
#include "pointer_offsets.hpp"
#include "recursion_analysis.hpp"
#include "recursion_frame.hpp"

namespace ingot::compiler {

namespace {

// How a parameter is passed from level to level: not at all, since every recursive call passes the parameter itself; by
// value; or, for a pointer, as an offset from its origin.
enum class passing { unchanged, value, offset };

// Finds out how each parameter is passed. A pointer is passed as an offset if the outer call derives it from `origin`,
// and each recursive call from a parameter that is passed as an offset.
std::vector<passing> passing_of_parameters(llvm::Function& function, const bounded_recursion& recursion,
                                           const llvm::CallInst& outer_call, const llvm::Value* origin) {
    std::vector<passing> all;
    for (llvm::Argument& argument : function.args()) {
        const unsigned index = argument.getArgNo();
        const bool is_unchanged = llvm::all_of(
            recursion.recursive_calls, [&](const llvm::CallInst* call) { return call->getArgOperand(index) == &argument; });
        const bool has_origin = argument.getType()->isPointerTy() && base_of(outer_call.getArgOperand(index)) == origin;
        all.push_back(is_unchanged ? passing::unchanged : has_origin ? passing::offset : passing::value);
    }
    const auto is_derived_from_offset = [&](llvm::Value* pointer) {
        const auto* const base = llvm::dyn_cast_or_null<llvm::Argument>(base_of(pointer));
        return base && all[base->getArgNo()] == passing::offset;
    };
    // If a parameter changes from `offset` to `value`, the parameters that recursive calls derive from it must change too:
    // repeat until nothing changes.
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (unsigned i = 0; i < all.size(); ++i) {
            const bool is_offset = llvm::all_of(
                recursion.recursive_calls, [&](llvm::CallInst* call) { return is_derived_from_offset(call->getArgOperand(i)); });
            if (all[i] != passing::offset || is_offset) continue;
            all[i] = passing::value;
            has_changed = true;
        }
    }
    return all;
}

// Returns the origin for an outer call: the base of its first pointer argument with which a parameter can be passed as an
// offset. Returns null if there is none.
llvm::Value* find_origin(llvm::Function& function, const bounded_recursion& recursion, const llvm::CallInst& outer_call) {
    for (const llvm::Argument& argument : function.args()) {
        if (!argument.getType()->isPointerTy()) continue;
        llvm::Value* const base = base_of(outer_call.getArgOperand(argument.getArgNo()));
        if (!base) continue;
        if (llvm::is_contained(passing_of_parameters(function, recursion, outer_call, base), passing::offset)) return base;
    }
    return nullptr;
}

// Rewrites a recursive function as a loop for one outer call, and replaces that call.
class recursion_rewriter {
public:
    recursion_rewriter(llvm::Function& function, const bounded_recursion& recursion, llvm::CallInst& outer_call)
        : function_(function),
          outer_call_(outer_call),
          max_depth_(recursion.max_depth),
          outer_origin_(find_origin(function, recursion, outer_call)),
          passing_(passing_of_parameters(function, recursion, outer_call, outer_origin_)) {}

    // Returns whether the call was replaced. Otherwise the module has not changed.
    bool rewrite() {
        // Work on a copy of the function; the original stays for other outer calls.
        clone_function();
        pass_offsets();
        // If the frames are too large, drop the copy.
        if (!prepare_frames()) {
            loop_->dropAllReferences();
            loop_->eraseFromParent();
            if (frames_->bytes() > greatest_frame_bytes)
                function_.addFnAttr(frame_bytes_attribute, std::to_string(frames_->bytes()));
            return false;
        }
        // Replace each recursive call by a jump to the next level, and each return by a jump to the level above.
        frames_->allocate();
        for (llvm::CallInst* call : recursive_calls_) replace_call(*call);
        replace_returns();
        // Call the loop function instead of the recursive one.
        replace_outer_call();
        return true;
    }

private:
    // Copies the function with the loop's signature: pointers from the origin are 64-bit offsets, and the origin is one
    // more parameter. A new first block stores the parameters that change in variables, which the header (the old first
    // block) loads.
    void clone_function() {
        // Declare the loop function.
        llvm::SmallVector<llvm::Type*> types;
        for (const llvm::Argument& argument : function_.args())
            types.push_back(passing_[argument.getArgNo()] == passing::offset ? integer_ : argument.getType());
        types.push_back(pointer_);
        loop_ = llvm::Function::Create(llvm::FunctionType::get(function_.getReturnType(), types, false),
                                       llvm::GlobalValue::InternalLinkage, function_.getName() + ".loop", function_.getParent());
        loop_->addFnAttr(llvm::Attribute::AlwaysInline);
        loop_->setDoesNotThrow();

        // Move the body of a copy of the function into the loop function.
        llvm::ValueToValueMapTy values;
        llvm::Function* const copy = llvm::CloneFunction(&function_, values);
        llvm::DISubprogram* const debug_info = copy->getSubprogram();
        copy->setSubprogram(nullptr);
        loop_->splice(loop_->begin(), copy);
        loop_->setSubprogram(debug_info);

        // Add the first block, and replace each old parameter by the new one or by a load of its variable.
        header_ = &loop_->getEntryBlock();
        auto* const first_block = llvm::BasicBlock::Create(function_.getContext(), "", loop_, header_);
        entry_branch_ = llvm::BranchInst::Create(header_, first_block);
        origin_ = loop_->getArg(static_cast<unsigned>(passing_.size()));
        llvm::IRBuilder<> entry(entry_branch_);
        llvm::IRBuilder<> header(header_, header_->begin());
        for (unsigned i = 0; i < passing_.size(); ++i) {
            llvm::Argument* const parameter = loop_->getArg(i);
            llvm::Value* value = parameter;
            variables_.push_back(nullptr);
            if (passing_[i] != passing::unchanged) {
                variables_.back() = entry.CreateAlloca(parameter->getType());
                entry.CreateStore(parameter, variables_.back());
                value = header.CreateLoad(parameter->getType(), variables_.back());
            }
            if (passing_[i] == passing::offset) value = header.CreatePtrAdd(origin_, value);
            copy->getArg(i)->replaceAllUsesWith(value);
        }
        copy->eraseFromParent();
    }

    // Makes the recursive calls call the loop function, with offsets instead of pointers. Computes each pointer whose base is
    // an argument or a variable again at each use (rebuild_pointers_at_uses()).
    void pass_offsets() {
        llvm::SmallVector<llvm::CallInst*> old_calls;
        for (llvm::Instruction& instruction : llvm::instructions(*loop_))
            if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && call->getCalledFunction() == &function_)
                old_calls.push_back(call);
        pointer_offsets offsets;
        for (llvm::CallInst* call : old_calls) {
            llvm::SmallVector<llvm::Value*> arguments;
            for (unsigned i = 0; i < passing_.size(); ++i) {
                llvm::Value* const value = call->getArgOperand(i);
                arguments.push_back(passing_[i] == passing::offset ? offsets.offset_of(value) : value);
            }
            arguments.push_back(origin_);
            auto* const replacement = llvm::CallInst::Create(loop_, arguments, "", call->getIterator());
            call->replaceAllUsesWith(replacement);
            call->eraseFromParent();
            recursive_calls_.push_back(replacement);
        }
        rebuild_pointers_at_uses(*loop_, offsets);
    }

    // Creates the variables of the loop, splits the blocks after the recursive calls and finds what the frames must
    // hold. Returns false if the frames cannot hold it.
    bool prepare_frames() {
        level_ = new llvm::AllocaInst(integer_, 0, "level", entry_branch_->getIterator());
        new llvm::StoreInst(llvm::ConstantInt::get(integer_, 0), level_, entry_branch_->getIterator());
        if (!function_.getReturnType()->isVoidTy())
            result_ = new llvm::AllocaInst(function_.getReturnType(), 0, "result", entry_branch_->getIterator());
        frames_.emplace(*entry_branch_, *level_, max_depth_);
        if (!frames_->replicate_variables(recursive_calls_)) return false;
        for (llvm::CallInst* call : recursive_calls_) {
            llvm::BasicBlock* const after_call = call->getParent()->splitBasicBlock(std::next(call->getIterator()));
            if (result_)
                call->replaceAllUsesWith(new llvm::LoadInst(function_.getReturnType(), result_, "", after_call->begin()));
        }
        return frames_->find_live_values(recursive_calls_);
    }

    // Replaces a recursive call by a jump to the header one level deeper, and restores the frame in the block after the
    // call.
    void replace_call(llvm::CallInst& call) {
        llvm::BasicBlock* const after_call = call.getParent()->getSingleSuccessor();
        llvm::IRBuilder<> down(&call);
        llvm::IRBuilder<> back(after_call, after_call->getFirstInsertionPt());
        // Save the values that live across the call; restore them when the deeper level has returned.
        llvm::Value* const level_down = down.CreateLoad(integer_, level_);
        llvm::Value* const level_back = back.CreateLoad(integer_, level_);
        frames_->save(down, call, level_down);
        frames_->restore(back, call, level_back);
        // Note where this level continues.
        frames_->store_continuation(down, continuations_.size(), level_down);
        continuations_.push_back(after_call);
        // Set the parameters of the deeper level and begin it.
        for (unsigned i = 0; i < passing_.size(); ++i)
            if (variables_[i]) down.CreateStore(call.getArgOperand(i), variables_[i]);
        down.CreateStore(down.CreateAdd(level_down, down.getInt64(1)), level_);
        down.CreateBr(header_);
        llvm::BasicBlock* const block = call.getParent();
        block->getTerminator()->eraseFromParent();
        call.eraseFromParent();
    }

    // Replaces each return by a jump: level 0 leaves the loop, each other level continues the level above it after its
    // call.
    void replace_returns() {
        llvm::LLVMContext& context = function_.getContext();
        auto* const leave = llvm::BasicBlock::Create(context, "", loop_);
        auto* const exit = llvm::BasicBlock::Create(context, "", loop_);
        auto* const up = llvm::BasicBlock::Create(context, "", loop_);
        // Returns store their value and jump to `leave`.
        for (llvm::BasicBlock& block : *loop_) {
            auto* const return_instruction = llvm::dyn_cast_or_null<llvm::ReturnInst>(block.getTerminator());
            if (!return_instruction) continue;
            llvm::IRBuilder<> builder(return_instruction);
            if (result_) builder.CreateStore(return_instruction->getReturnValue(), result_);
            builder.CreateBr(leave);
            return_instruction->eraseFromParent();
        }
        // `leave` jumps to `exit` from level 0, else to `up`.
        llvm::IRBuilder<> builder(leave);
        llvm::Value* const level = builder.CreateLoad(integer_, level_);
        builder.CreateCondBr(builder.CreateICmpEQ(level, builder.getInt64(0)), exit, up);
        // `exit` returns from the loop function.
        builder.SetInsertPoint(exit);
        if (result_)
            builder.CreateRet(builder.CreateLoad(function_.getReturnType(), result_));
        else
            builder.CreateRetVoid();
        // `up` goes to the level above, and jumps to the block after the call for which that level waits.
        builder.SetInsertPoint(up);
        llvm::Value* const level_above = builder.CreateSub(level, builder.getInt64(1));
        builder.CreateStore(level_above, level_);
        llvm::Value* const continuation = frames_->load_continuation(builder, level_above);
        auto* const choice = builder.CreateSwitch(continuation, continuations_.front());
        for (size_t i = 1; i < continuations_.size(); ++i) choice->addCase(builder.getInt64(i), continuations_[i]);
    }

    void replace_outer_call() {
        pointer_offsets offsets;
        llvm::SmallVector<llvm::Value*> arguments;
        for (unsigned i = 0; i < passing_.size(); ++i) {
            llvm::Value* const value = outer_call_.getArgOperand(i);
            arguments.push_back(passing_[i] == passing::offset ? offsets.offset_of(value) : value);
        }
        arguments.push_back(outer_origin_ ? outer_origin_ : llvm::PoisonValue::get(pointer_));
        auto* const replacement = llvm::CallInst::Create(loop_, arguments, "", outer_call_.getIterator());
        replacement->setDebugLoc(outer_call_.getDebugLoc());
        outer_call_.replaceAllUsesWith(replacement);
        outer_call_.eraseFromParent();
    }

    // The recursive function and the call that is replaced.
    llvm::Function& function_;
    llvm::CallInst& outer_call_;
    uint64_t max_depth_;
    llvm::Value* outer_origin_;     // the origin at the outer call; null if no pointer is passed as an offset
    std::vector<passing> passing_;  // of each parameter
    llvm::Type* const integer_ = llvm::Type::getInt64Ty(function_.getContext());
    llvm::Type* const pointer_ = llvm::PointerType::get(function_.getContext(), 0);

    // The loop function.
    llvm::Function* loop_ = nullptr;
    llvm::BranchInst* entry_branch_ = nullptr;  // from the first block to the header
    llvm::BasicBlock* header_ = nullptr;        // where each level begins
    llvm::Value* origin_ = nullptr;             // the parameter for the origin
    std::vector<llvm::AllocaInst*> variables_;  // of each parameter; null if it is unchanged
    llvm::SmallVector<llvm::CallInst*> recursive_calls_;
    llvm::AllocaInst* level_ = nullptr;   // holds the number of the level that runs
    llvm::AllocaInst* result_ = nullptr;  // holds what the last level returned; null if the function returns void
    std::optional<recursion_frames> frames_;
    std::vector<llvm::BasicBlock*> continuations_;  // the blocks after the recursive calls
};

}  // namespace

llvm::PreservedAnalyses turn_recursion_into_loops::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    auto& function_analyses = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    // Collect the candidates first: rewriting adds functions to the module.
    llvm::SmallVector<llvm::Function*> candidates;
    for (llvm::Function& function : module)
        if (is_loop_candidate(function)) candidates.push_back(&function);
    bool has_changed = false;
    for (llvm::Function* function : candidates) {
        const auto recursion = find_bounded_recursion(*function, function_analyses);
        if (!recursion) continue;
        for (llvm::CallInst* call : recursion->outer_calls)
            has_changed |= recursion_rewriter(*function, *recursion, *call).rewrite();
        function_analyses.clear();
    }
    return has_changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace ingot::compiler
