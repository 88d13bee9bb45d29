#include "generate_formulas.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/TargetParser/Host.h>

namespace ingot::compiler::formula {

namespace {

class entry_builder {
public:
    entry_builder(llvm::Module& in, const std::string& name)
        : module_(in),
          builder_(in.getContext()),
          entry_(llvm::Function::Create(llvm::FunctionType::get(builder_.getVoidTy(), {builder_.getPtrTy()}, false),
                                        llvm::GlobalValue::ExternalLinkage, name, in)) {
        builder_.SetInsertPoint(llvm::BasicBlock::Create(in.getContext(), "", entry_));
    }

    void build(const kernel& kernel) {
        llvm::Value* const result = value(*kernel.result);
        builder_.CreateStore(result, element(0, place()));
        builder_.CreateRetVoid();
    }

private:
    // Loads an argument. For a value, arguments[index] points to the value; for a buffer, to a pointer to its memory.
    llvm::Value* argument(unsigned index, llvm::Type* type) {
        llvm::Value* const pointer = builder_.CreateConstInBoundsGEP1_32(builder_.getPtrTy(), entry_->getArg(0), index);
        return builder_.CreateLoad(type, builder_.CreateLoad(builder_.getPtrTy(), pointer));
    }
    llvm::Value* element(unsigned parameter, llvm::Value* index) {
        return builder_.CreateInBoundsGEP(builder_.getFloatTy(), argument(parameter, builder_.getPtrTy()), index);
    }
    // Returns the first component of the work-item's global id. ingot_device_global_id is an array of three numbers
    // that front ends declare and do not define; the middle end replaces the loads from it.
    llvm::Value* place() {
        auto* const type = llvm::ArrayType::get(builder_.getInt32Ty(), 3);
        llvm::Constant* const variable = module_.getOrInsertGlobal("ingot_device_global_id", type);
        return builder_.CreateZExt(builder_.CreateLoad(builder_.getInt32Ty(), variable), builder_.getInt64Ty());
    }

    llvm::Value* value(const expression& of) {
        using kind = expression::kind;
        const auto part = [&](size_t index) { return value(*of.parts[index]); };
        switch (of.is) {
            case kind::number:
                return llvm::ConstantFP::get(builder_.getFloatTy(), static_cast<double>(of.number));
            case kind::place:
                return builder_.CreateUIToFP(place(), builder_.getFloatTy());
            case kind::value:
                return argument(of.parameter, builder_.getFloatTy());
            case kind::element:
                return builder_.CreateLoad(builder_.getFloatTy(),
                                           element(of.parameter, builder_.CreateFPToSI(part(0), builder_.getInt64Ty())));
            case kind::sum:
                return builder_.CreateFAdd(part(0), part(1));
            case kind::difference:
                return builder_.CreateFSub(part(0), part(1));
            case kind::product:
                return builder_.CreateFMul(part(0), part(1));
            case kind::quotient:
                return builder_.CreateFDiv(part(0), part(1));
        }
        return nullptr;
    }

    llvm::Module& module_;
    llvm::IRBuilder<> builder_;
    llvm::Function* entry_;
};

}  // namespace

device_module generate(std::span<const kernel> kernels, const target& made_for) {
    device_module made;
    made.compiled_for = &made_for;
    made.context = std::make_unique<llvm::LLVMContext>();
    made.module = std::make_unique<llvm::Module>("formulas", *made.context);
    made.module->setTargetTriple(llvm::Triple(llvm::sys::getDefaultTargetTriple()));
    for (const kernel& one : kernels) {
        const std::string entry = "ingot_entry_" + one.description.reflection.symbol;
        entry_builder(*made.module, entry).build(one);
        made.kernels.push_back({one.description.reflection, entry});
    }
    return made;
}

}  // namespace ingot::compiler::formula
