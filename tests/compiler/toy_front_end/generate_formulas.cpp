#include "generate_formulas.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/TargetParser/Host.h>

namespace ingot::compiler::formula {

namespace {

class entry_builder {
public:
    entry_builder(llvm::Module& module, const std::string& name)
        : module_(module),
          builder_(module.getContext()),
          entry_(llvm::Function::Create(llvm::FunctionType::get(builder_.getVoidTy(), {builder_.getPtrTy()}, false),
                                        llvm::GlobalValue::ExternalLinkage, name, module)) {
        builder_.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", entry_));
    }

    void build(const kernel& kernel) {
        llvm::Value* const result = value(*kernel.result);
        builder_.CreateStore(result, element(0, place()));
        builder_.CreateRetVoid();
    }

private:
    // Loads an argument of the kernel. The parameter of the entry function is an array with one pointer for each argument: to
    // the value if the argument is a value, and to a pointer to the buffer's memory if it is a buffer.
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

    llvm::Value* value(const expression& term) {
        using kind = expression::kind;
        const auto part = [&](size_t index) { return value(*term.parts[index]); };
        switch (term.is) {
            case kind::number:
                return llvm::ConstantFP::get(builder_.getFloatTy(), static_cast<double>(term.number));
            case kind::place:
                return builder_.CreateUIToFP(place(), builder_.getFloatTy());
            case kind::value:
                return argument(term.parameter, builder_.getFloatTy());
            case kind::element:
                return builder_.CreateLoad(builder_.getFloatTy(),
                                           element(term.parameter, builder_.CreateFPToSI(part(0), builder_.getInt64Ty())));
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
    device_module unit;
    unit.compiled_for = &made_for;
    unit.context = std::make_unique<llvm::LLVMContext>();
    unit.module = std::make_unique<llvm::Module>("formulas", *unit.context);
    unit.module->setTargetTriple(llvm::Triple(llvm::sys::getDefaultTargetTriple()));
    for (const kernel& kernel : kernels) {
        const std::string entry = "ingot_entry_" + kernel.description.reflection.symbol;
        entry_builder(*unit.module, entry).build(kernel);
        unit.kernels.push_back({kernel.description.reflection, entry});
    }
    return unit;
}

}  // namespace ingot::compiler::formula
