// A function that calls itself becomes a loop: what it still needs after a call is kept in arrays with an element for each level.
// Pointers are kept as offsets, for pointers in memory have no address space that could be found.
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <memory>
#include <vector>

#include "bounded_recursion.hpp"
#include "passes.hpp"
#include "pointer_offsets.hpp"

namespace ingot::compiler {

namespace {

// How a parameter goes from level to level.
enum class passing { unchanged, value, pointer };

std::vector<passing> passing_of(llvm::Function& function, const bounded_recursion& recursion) {
    std::vector<passing> all;
    for (llvm::Argument& argument : function.args()) {
        const bool is_unchanged = llvm::all_of(
            recursion.inner, [&](const llvm::CallInst* call) { return call->getArgOperand(argument.getArgNo()) == &argument; });
        all.push_back(is_unchanged ? passing::unchanged : argument.getType()->isPointerTy() ? passing::pointer : passing::value);
    }
    return all;
}

// A struct by value is memory of each level's own, which this pass does not make.
bool takes_struct(const llvm::Function& function) {
    return llvm::any_of(function.args(), [](const llvm::Argument& each) { return each.hasPassPointeeByValueCopyAttr(); });
}

// Where values are needed again after the calls of a function by itself: for each call, what is live behind it.
class values_kept {
public:
    explicit values_kept(llvm::ArrayRef<llvm::CallInst*> calls) {
        for (llvm::CallInst* call : calls) behind[call->getParent()->getSingleSuccessor()] = call;
    }

    // The first block runs once, so what it makes stays.
    void look_at(llvm::Function& function) {
        for (llvm::Instruction& value : llvm::instructions(function)) {
            if (value.getParent() == &function.getEntryBlock()) continue;
            for (llvm::BasicBlock* block : live_into(value))
                if (const auto call = behind.find(block); call != behind.end()) {
                    all.insert(&value);
                    of_call[call->second].push_back(&value);
                }
        }
    }

    llvm::SetVector<llvm::Instruction*> all;
    llvm::DenseMap<llvm::CallInst*, llvm::SmallVector<llvm::Instruction*>> of_call;

private:
    // The blocks at whose beginning the value exists and is used later on.
    static llvm::SmallPtrSet<llvm::BasicBlock*, 16> live_into(llvm::Instruction& value) {
        llvm::SmallPtrSet<llvm::BasicBlock*, 16> live;
        llvm::SmallVector<llvm::BasicBlock*> open;
        const auto add = [&](llvm::BasicBlock* block) {
            if (block != value.getParent() && live.insert(block).second) open.push_back(block);
        };
        for (const llvm::Use& use : value.uses()) {
            auto* const user = llvm::cast<llvm::Instruction>(use.getUser());
            const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
            add(phi ? phi->getIncomingBlock(use) : user->getParent());
        }
        while (!open.empty())
            for (llvm::BasicBlock* before : llvm::predecessors(open.pop_back_val())) add(before);
        return live;
    }

    llvm::DenseMap<llvm::BasicBlock*, llvm::CallInst*> behind;
};

// The function that an outer call's callee becomes: pointers that change come as offsets from one origin.
class loop {
public:
    loop(llvm::Function& function, const bounded_recursion& recursion, llvm::CallInst& call)
        : of(function), outer(call), levels(recursion.deepest), how(passing_of(function, recursion)) {}

    // False where it cannot be made; then nothing has changed.
    bool make() {
        if (!find_origin()) return false;
        clone();
        if (!call_with_offsets() || !prepare_values()) {
            made->dropAllReferences();
            made->eraseFromParent();
            return false;
        }
        make_frames();
        for (llvm::CallInst* call : calls) descend(*call);
        ascend();
        replace_outer_call();
        return true;
    }

private:
    bool find_origin() {
        for (unsigned i = 0; i < how.size(); ++i) {
            if (how[i] != passing::pointer) continue;
            llvm::Value* const base = base_of(outer.getArgOperand(i));
            if (!base || (origin_of_call && base != origin_of_call)) return false;
            origin_of_call = base;
        }
        return true;
    }

    // A copy with the new signature. Parameters that change lie in variables, which the old first block, now `header`, reads.
    void clone() {
        llvm::SmallVector<llvm::Type*> types;
        for (const llvm::Argument& argument : of.args())
            types.push_back(how[argument.getArgNo()] == passing::pointer ? integer : argument.getType());
        types.push_back(pointer);
        made = llvm::Function::Create(llvm::FunctionType::get(of.getReturnType(), types, false),
                                      llvm::GlobalValue::InternalLinkage, of.getName() + ".loop", of.getParent());
        made->addFnAttr(llvm::Attribute::AlwaysInline);
        made->setDoesNotThrow();
        llvm::ValueToValueMapTy values;
        llvm::Function* const copy = llvm::CloneFunction(&of, values);
        llvm::DISubprogram* const lines = copy->getSubprogram();
        copy->setSubprogram(nullptr);
        made->splice(made->begin(), copy);
        made->setSubprogram(lines);

        header = &made->getEntryBlock();
        first = llvm::BasicBlock::Create(of.getContext(), "", made, header);
        to_header = llvm::BranchInst::Create(header, first);
        origin = made->getArg(static_cast<unsigned>(how.size()));
        llvm::IRBuilder<> enter(to_header);
        llvm::IRBuilder<> read(header, header->begin());
        for (unsigned i = 0; i < how.size(); ++i) {
            llvm::Argument* const given = made->getArg(i);
            llvm::Value* value = given;
            variables.push_back(nullptr);
            if (how[i] != passing::unchanged) {
                variables.back() = enter.CreateAlloca(given->getType());
                enter.CreateStore(given, variables.back());
                value = read.CreateLoad(given->getType(), variables.back());
            }
            if (how[i] == passing::pointer) value = read.CreatePtrAdd(origin, value);
            copy->getArg(i)->replaceAllUsesWith(value);
        }
        copy->eraseFromParent();
    }

    // The inner calls call the new function, with offsets.
    bool call_with_offsets() {
        llvm::SmallVector<llvm::CallInst*> old;
        for (llvm::Instruction& instruction : llvm::instructions(*made))
            if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && call->getCalledFunction() == &of)
                old.push_back(call);
        pointer_offsets offsets;
        for (llvm::CallInst* call : old) {
            llvm::SmallVector<llvm::Value*> passed;
            for (unsigned i = 0; i < how.size(); ++i) {
                llvm::Value* const value = call->getArgOperand(i);
                if (how[i] == passing::pointer && base_of(value) != origin) return false;
                passed.push_back(how[i] == passing::pointer ? offsets.of(value) : value);
            }
            passed.push_back(origin);
            auto* const replacement = llvm::CallInst::Create(made, passed, "", call->getIterator());
            call->replaceAllUsesWith(replacement);
            call->eraseFromParent();
            calls.push_back(replacement);
        }
        rebuild_pointers_at_uses(*made, offsets);
        return true;
    }

    // Splits the blocks behind the calls, and finds what must be kept over them.
    bool prepare_values() {
        level = new llvm::AllocaInst(integer, 0, "level", to_header->getIterator());
        new llvm::StoreInst(llvm::ConstantInt::get(integer, 0), level, to_header->getIterator());
        if (!of.getReturnType()->isVoidTy())
            result = new llvm::AllocaInst(of.getReturnType(), 0, "result", to_header->getIterator());
        if (!give_each_level_its_variables()) return false;
        for (llvm::CallInst* call : calls) {
            llvm::BasicBlock* const behind = call->getParent()->splitBasicBlock(std::next(call->getIterator()));
            if (result) call->replaceAllUsesWith(new llvm::LoadInst(of.getReturnType(), result, "", behind->begin()));
        }
        kept = std::make_unique<values_kept>(calls);
        kept->look_at(*made);
        const llvm::DataLayout& layout = made->getParent()->getDataLayout();
        for (const llvm::Instruction* value : kept->all) {
            if (value->getType()->isPointerTy()) return false;
            bytes += layout.getTypeAllocSize(value->getType()) * levels;
        }
        return bytes <= most_bytes;
    }

    // A variable of the function is another one on each level.
    bool give_each_level_its_variables() {
        llvm::SmallVector<llvm::AllocaInst*> own;
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(*made))) {
            if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction); variable && variable->getParent() != first)
                own.push_back(variable);
            if (instruction.isLifetimeStartOrEnd()) instruction.eraseFromParent();
        }
        const llvm::DataLayout& layout = made->getParent()->getDataLayout();
        for (llvm::AllocaInst* variable : own) {
            if (variable->getParent() != header || !llvm::isa<llvm::ConstantInt>(variable->getArraySize())) return false;
            llvm::Type* const type = variable->getAllocatedType();
            auto* const all =
                array(variable->isArrayAllocation()
                          ? llvm::ArrayType::get(type, llvm::cast<llvm::ConstantInt>(variable->getArraySize())->getZExtValue())
                          : type,
                      levels + 1);
            all->setAlignment(variable->getAlign());
            bytes += variable->getAllocationSize(layout)->getFixedValue() * (levels + 1);
            for (llvm::Use& use : llvm::make_early_inc_range(variable->uses())) {
                auto* at = llvm::cast<llvm::Instruction>(use.getUser());
                if (auto* phi = llvm::dyn_cast<llvm::PHINode>(at)) at = phi->getIncomingBlock(use)->getTerminator();
                llvm::IRBuilder<> builder(at);
                use.set(element(builder, all, builder.CreateLoad(integer, level)));
            }
            variable->eraseFromParent();
        }
        return true;
    }

    llvm::AllocaInst* array(llvm::Type* type, uint64_t count) {
        return new llvm::AllocaInst(llvm::ArrayType::get(type, count), 0, "", first->begin());
    }
    llvm::Value* element(llvm::IRBuilder<>& builder, llvm::AllocaInst* all, llvm::Value* index) const {
        return builder.CreateInBoundsGEP(all->getAllocatedType(), all, {builder.getInt64(0), index});
    }

    // Each value that is kept goes to a variable, which is saved and restored.
    void make_frames() {
        for (llvm::Instruction* value : kept->all) {
            frame& own = frames[value];
            own.saved = array(value->getType(), levels);
            own.current = llvm::DemoteRegToStack(*without_phi(value), false, to_header->getIterator());
        }
        places = array(integer, levels);
    }

    // The value as one that is read at its place, where it was a phi.
    llvm::Instruction* without_phi(llvm::Instruction* value) const {
        auto* const phi = llvm::dyn_cast<llvm::PHINode>(value);
        if (!phi) return value;
        llvm::AllocaInst* const variable = llvm::DemotePHIToStack(phi, to_header->getIterator());
        const auto read = llvm::find_if(variable->users(), [](llvm::User* user) { return llvm::isa<llvm::LoadInst>(user); });
        return llvm::cast<llvm::Instruction>(*read);
    }

    // In place of a call: save, set the parameters, go one level down; and restore where the way back arrives.
    void descend(llvm::CallInst& call) {
        llvm::BasicBlock* const behind = call.getParent()->getSingleSuccessor();
        llvm::IRBuilder<> down(&call);
        llvm::IRBuilder<> back(behind, behind->getFirstInsertionPt());
        llvm::Value* const at = down.CreateLoad(integer, level);
        llvm::Value* const at_again = back.CreateLoad(integer, level);
        for (llvm::Instruction* value : kept->of_call[&call]) {
            const frame& own = frames[value];
            llvm::Type* const type = own.current->getAllocatedType();
            down.CreateStore(down.CreateLoad(type, own.current), element(down, own.saved, at));
            back.CreateStore(back.CreateLoad(type, element(back, own.saved, at_again)), own.current);
        }
        down.CreateStore(down.getInt64(continuations.size()), element(down, places, at));
        continuations.push_back(behind);
        for (unsigned i = 0; i < how.size(); ++i)
            if (variables[i]) down.CreateStore(call.getArgOperand(i), variables[i]);
        down.CreateStore(down.CreateAdd(at, down.getInt64(1)), level);
        down.CreateBr(header);
        llvm::BasicBlock* const block = call.getParent();
        block->getTerminator()->eraseFromParent();
        call.eraseFromParent();
    }

    // In place of returns: out of the loop from level 0, else one level up, behind the call.
    void ascend() {
        llvm::LLVMContext& context = of.getContext();
        auto* const leave = llvm::BasicBlock::Create(context, "", made);
        auto* const out = llvm::BasicBlock::Create(context, "", made);
        auto* const up = llvm::BasicBlock::Create(context, "", made);
        for (llvm::BasicBlock& block : *made) {
            auto* const returns = llvm::dyn_cast_or_null<llvm::ReturnInst>(block.getTerminator());
            if (!returns) continue;
            llvm::IRBuilder<> builder(returns);
            if (result) builder.CreateStore(returns->getReturnValue(), result);
            builder.CreateBr(leave);
            returns->eraseFromParent();
        }
        llvm::IRBuilder<> builder(leave);
        llvm::Value* const at = builder.CreateLoad(integer, level);
        builder.CreateCondBr(builder.CreateICmpEQ(at, builder.getInt64(0)), out, up);
        builder.SetInsertPoint(out);
        if (result)
            builder.CreateRet(builder.CreateLoad(of.getReturnType(), result));
        else
            builder.CreateRetVoid();
        builder.SetInsertPoint(up);
        llvm::Value* const above = builder.CreateSub(at, builder.getInt64(1));
        builder.CreateStore(above, level);
        llvm::Value* const place = builder.CreateLoad(integer, element(builder, places, above));
        auto* const choice = builder.CreateSwitch(place, continuations.front());
        for (size_t i = 1; i < continuations.size(); ++i) choice->addCase(builder.getInt64(i), continuations[i]);
    }

    void replace_outer_call() {
        pointer_offsets offsets;
        llvm::SmallVector<llvm::Value*> passed;
        for (unsigned i = 0; i < how.size(); ++i) {
            llvm::Value* const value = outer.getArgOperand(i);
            passed.push_back(how[i] == passing::pointer ? offsets.of(value) : value);
        }
        passed.push_back(origin_of_call ? origin_of_call : llvm::PoisonValue::get(pointer));
        auto* const replacement = llvm::CallInst::Create(made, passed, "", outer.getIterator());
        replacement->setDebugLoc(outer.getDebugLoc());
        outer.replaceAllUsesWith(replacement);
        outer.eraseFromParent();
    }

    struct frame {
        llvm::AllocaInst* current = nullptr;  // of the level that runs
        llvm::AllocaInst* saved = nullptr;    // of those that wait for it
    };
    // What a work-item's levels may take in all.
    static constexpr uint64_t most_bytes = 32'768;

    llvm::Function& of;
    llvm::CallInst& outer;
    uint64_t levels;
    std::vector<passing> how;
    llvm::Type* const integer = llvm::Type::getInt64Ty(of.getContext());
    llvm::Type* const pointer = llvm::PointerType::get(of.getContext(), 0);
    llvm::Value* origin_of_call = nullptr;

    llvm::Function* made = nullptr;
    llvm::BasicBlock* first = nullptr;
    llvm::Instruction* to_header = nullptr;
    llvm::BasicBlock* header = nullptr;
    llvm::Value* origin = nullptr;
    std::vector<llvm::AllocaInst*> variables;  // of parameters that change
    llvm::SmallVector<llvm::CallInst*> calls;
    llvm::AllocaInst* level = nullptr;
    llvm::AllocaInst* result = nullptr;
    llvm::AllocaInst* places = nullptr;  // behind which call each level goes on
    std::unique_ptr<values_kept> kept;
    llvm::DenseMap<llvm::Instruction*, frame> frames;
    std::vector<llvm::BasicBlock*> continuations;
    uint64_t bytes = 0;
};

}  // namespace

llvm::PreservedAnalyses turn_recursion_into_loops::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    auto& of_functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    llvm::SmallVector<llvm::Function*> functions;
    for (llvm::Function& function : module)
        if (!function.isDeclaration() && function.hasLocalLinkage() && !takes_struct(function)) functions.push_back(&function);
    bool changed = false;
    for (llvm::Function* function : functions) {
        const auto recursion = find_bounded_recursion(*function, of_functions);
        if (!recursion) continue;
        for (llvm::CallInst* call : recursion->outer) changed |= loop(*function, *recursion, *call).make();
        of_functions.clear();
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace ingot::compiler
