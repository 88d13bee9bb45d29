// Resolves image calls whose image is known only when the kernel runs: an element of an array of images, or one of two images
// that a condition chooses. The tokens of the images (image_arguments.hpp) become numbers, and the call becomes a switch:
//   %image = load ptr, ptr %element                        ; an element of an array of tokens
//   call void @ingot_device_image_fetch_float(ptr %image, …)
// becomes
//   %number = load i64, ptr %element
//   switch i64 %number, label %image.1 [ i64 2, label %image.2 ]
// image.1:
//   call void @ingot_device_image_fetch_float(ptr @ingot_device_image_token.image_2d.0.-, …)
//   br label %after
// image.2:
//   call void @ingot_device_image_fetch_float(ptr @ingot_device_image_token.image_2d.1.-, …)
// An element outside of the array is undefined in every language; here it is one of the images.
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>

#include "device_functions.hpp"
#include "image_arguments.hpp"
#include "passes.hpp"

namespace ingot::compiler {

namespace {

// A call of an image function, and whether it writes the image.
struct unresolved_call {
    llvm::CallInst* call;
    bool writes;
};

class image_chooser {
public:
    explicit image_chooser(llvm::Function& function) : function_(function) {}

    bool run() {
        llvm::SmallVector<unresolved_call> calls;
        for (llvm::Instruction& instruction : llvm::instructions(function_))
            if (const auto found = as_unresolved(instruction)) calls.push_back(*found);
        if (calls.empty()) return false;
        number_tokens();
        bool is_changed = false;
        for (const unresolved_call& each : calls) is_changed |= resolve(each);
        if (is_changed) {
            store_numbers();
            erase_pointers();
        }
        return is_changed;
    }

private:
    std::optional<unresolved_call> as_unresolved(llvm::Instruction& instruction) const {
        auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        const llvm::Function* const callee = call ? call->getCalledFunction() : nullptr;
        if (!callee || !callee->getName().starts_with("ingot_device_image_") || !find_device_function(callee->getName()))
            return {};
        if (find_image_arguments(*call->getArgOperand(0), function_)) return {};
        const llvm::StringRef name = callee->getName();
        return unresolved_call {call, name.contains("_write_") || name.contains("_store")};
    }

    // Tokens are numbered in the order in which the module declares them, so that the numbers are the same in each run.
    void number_tokens() {
        // NOLINTNEXTLINE(misc-const-correctness): the map holds addresses of values that are not const
        for (llvm::GlobalVariable& each : function_.getParent()->globals())
            if (const auto arguments = find_image_arguments(each, function_))
                tokens_.insert({&each, {tokens_.size() + 1, *arguments}});
    }

    // Returns the number of the image as a value of the function. Returns null if the value is not made of tokens.
    llvm::Value* number_of(llvm::Value* value) {
        auto* const number = llvm::Type::getInt64Ty(function_.getContext());
        if (auto* const token = llvm::dyn_cast<llvm::GlobalVariable>(value); token && tokens_.contains(token))
            return llvm::ConstantInt::get(number, tokens_.find(token)->second.number);
        if (llvm::isa<llvm::UndefValue, llvm::ConstantPointerNull>(value)) return llvm::ConstantInt::get(number, 0);
        if (const auto found = numbers_.find(value); found != numbers_.end()) return found->second;
        auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
        if (!instruction) return nullptr;
        llvm::Value* result = nullptr;
        llvm::IRBuilder<> builder(instruction);
        if (auto* const phi = llvm::dyn_cast<llvm::PHINode>(value)) {
            auto* const made = builder.CreatePHI(number, phi->getNumIncomingValues(), phi->getName() + ".number");
            numbers_[value] = made;
            for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
                llvm::Value* const incoming = number_of(phi->getIncomingValue(i));
                made->addIncoming(incoming ? incoming : llvm::ConstantInt::get(number, 0), phi->getIncomingBlock(i));
                if (!incoming) is_complete_ = false;
            }
            return made;
        }
        if (auto* const select = llvm::dyn_cast<llvm::SelectInst>(value)) {
            llvm::Value* const first = number_of(select->getTrueValue());
            llvm::Value* const second = number_of(select->getFalseValue());
            if (first && second) result = builder.CreateSelect(select->getCondition(), first, second);
        } else if (auto* const frozen = llvm::dyn_cast<llvm::FreezeInst>(value)) {
            result = number_of(frozen->getOperand(0));
        } else if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(value);
                   load && llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(load->getPointerOperand(), 0))) {
            result = builder.CreateAlignedLoad(number, load->getPointerOperand(), load->getAlign());
        }
        if (result) numbers_[value] = result;
        return result;
    }

    // Returns the images that a value can be.
    llvm::SetVector<llvm::GlobalVariable*> candidates_of(llvm::Value& value) {
        llvm::SetVector<llvm::GlobalVariable*> found;
        seen_.clear();
        add_stored(value, found);
        return found;
    }

    // Adds the tokens that the variable holds to which the address points.
    void find_stored(llvm::Value& address, llvm::SetVector<llvm::GlobalVariable*>& found) {
        auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(&address, 0));
        if (!variable) return;
        llvm::SetVector<llvm::Value*> addresses;
        addresses.insert(variable);
        for (size_t i = 0; i < addresses.size(); ++i)
            for (llvm::User* const user : addresses[i]->users()) {
                if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(user)) {
                    add_stored(*store->getValueOperand(), found);
                } else if (auto* const copy = llvm::dyn_cast<llvm::MemTransferInst>(user)) {
                    if (copy->getRawDest() == addresses[i])
                        if (auto* const source =
                                llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(copy->getRawSource(), 0)))
                            addresses.insert(source);
                } else if (llvm::isa<llvm::GetElementPtrInst, llvm::BitCastInst, llvm::PHINode, llvm::SelectInst>(user)) {
                    addresses.insert(user);
                }
            }
    }
    // Adds the tokens that a stored value can be: one, or one of an array's that is copied to another one.
    void add_stored(llvm::Value& value, llvm::SetVector<llvm::GlobalVariable*>& found) {
        llvm::SetVector<llvm::Value*> all;
        all.insert(&value);
        for (size_t i = 0; i < all.size(); ++i) {
            if (auto* const token = llvm::dyn_cast<llvm::GlobalVariable>(all[i]); token && tokens_.contains(token))
                found.insert(token);
            else if (auto* const phi = llvm::dyn_cast<llvm::PHINode>(all[i]))
                for (llvm::Value* const incoming : phi->incoming_values()) all.insert(incoming);
            else if (auto* const select = llvm::dyn_cast<llvm::SelectInst>(all[i]))
                for (llvm::Value* const either : {select->getTrueValue(), select->getFalseValue()}) all.insert(either);
            else if (auto* const frozen = llvm::dyn_cast<llvm::FreezeInst>(all[i]))
                all.insert(frozen->getOperand(0));
            else if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(all[i]); load && seen_.insert(load).second)
                find_stored(*load->getPointerOperand(), found);
        }
    }

    // Replaces a call by a switch over the images that it can use. Returns false if they are not known.
    bool resolve(const unresolved_call& of) {
        llvm::CallInst& call = *of.call;
        llvm::SetVector<llvm::GlobalVariable*> candidates = candidates_of(*call.getArgOperand(0));
        candidates.remove_if([&](llvm::GlobalVariable* token) {
            const image_arguments& image = tokens_.find(token)->second.arguments;
            const bool is_query = call.getCalledFunction()->getName() == "ingot_device_image_query";
            return !is_query && !(of.writes ? image.writable : image.readable);
        });
        if (candidates.empty()) return false;
        if (candidates.size() == 1) {
            call.setArgOperand(0, candidates[0]);
            return true;
        }
        is_complete_ = true;
        llvm::Value* const number = number_of(call.getArgOperand(0));
        if (!number || !is_complete_) return false;
        llvm::LLVMContext& context = call.getContext();
        llvm::BasicBlock* const before = call.getParent();
        llvm::BasicBlock* const after = llvm::SplitBlock(before, &call);
        llvm::PHINode* result = nullptr;
        if (!call.getType()->isVoidTy()) {
            result = llvm::PHINode::Create(call.getType(), static_cast<unsigned>(candidates.size()), "", after->begin());
            call.replaceAllUsesWith(result);
        }
        llvm::SmallVector<llvm::BasicBlock*> blocks;
        for (llvm::GlobalVariable* const token : candidates) {
            auto* const block = llvm::BasicBlock::Create(context, "image", &function_, after);
            llvm::IRBuilder<> builder(block);
            llvm::Instruction* const own = call.clone();
            own->setOperand(0, token);
            builder.Insert(own);
            builder.SetCurrentDebugLocation(call.getDebugLoc());
            builder.CreateBr(after);
            if (result) result->addIncoming(own, block);
            blocks.push_back(block);
        }
        llvm::Instruction* const end = before->getTerminator();
        llvm::IRBuilder<> builder(end);
        auto* const chosen = builder.CreateSwitch(number, blocks[0], static_cast<unsigned>(candidates.size() - 1));
        for (size_t i = 1; i < blocks.size(); ++i)
            chosen->addCase(builder.getInt64(tokens_.find(candidates[i])->second.number), blocks[i]);
        end->eraseFromParent();
        call.eraseFromParent();
        return true;
    }

    // Variables hold the numbers of images in place of tokens.
    void store_numbers() {
        for (llvm::Instruction& instruction : llvm::instructions(function_))
            if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
                llvm::Value* const value = store->getValueOperand();
                if (!value->getType()->isPointerTy() || candidates_of(*value).empty()) continue;
                is_complete_ = true;
                if (llvm::Value* const number = number_of(value); number && is_complete_) store->setOperand(0, number);
            }
    }
    // Erases the instructions that only computed tokens.
    void erase_pointers() {
        const auto is_unused = [&](llvm::Value* value) {
            return llvm::all_of(value->users(), [&](llvm::User* user) { return numbers_.contains(user); });
        };
        llvm::SmallVector<llvm::Instruction*> unused;
        for (const auto& [value, number] : numbers_)
            if (auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value); instruction && is_unused(instruction))
                unused.push_back(instruction);
        for (llvm::Instruction* const each : unused) each->replaceAllUsesWith(llvm::PoisonValue::get(each->getType()));
        for (llvm::Instruction* const each : unused) each->eraseFromParent();
    }

    struct numbered_token {
        uint64_t number;
        image_arguments arguments;
    };

    llvm::Function& function_;
    llvm::MapVector<llvm::GlobalVariable*, numbered_token> tokens_;
    llvm::MapVector<llvm::Value*, llvm::Value*> numbers_;
    llvm::DenseSet<llvm::Value*> seen_;  // loads whose variables were searched
    bool is_complete_ = true;            // is each value that reached a phi made of tokens?
};

}  // namespace

llvm::PreservedAnalyses choose_images::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    return image_chooser(function).run() ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace ingot::compiler
