#include "generate_formulas.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/TargetParser/Host.h>

namespace ingot::compiler::formula {

namespace {

class entry_builder {
public:
    entry_builder(llvm::Module& in, const std::string& name)
        : module(in),
          builder(in.getContext()),
          entry(llvm::Function::Create(llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false),
                                       llvm::GlobalValue::ExternalLinkage, name, in)) {
        builder.SetInsertPoint(llvm::BasicBlock::Create(in.getContext(), "", entry));
    }

    void build(const kernel& of) {
        llvm::Value* const result = value(*of.result);
        builder.CreateStore(result, element(0, place()));
        builder.CreateRetVoid();
    }

private:
    // arguments[i] points to the argument: of a buffer to the pointer to its memory.
    llvm::Value* argument(unsigned index, llvm::Type* type) {
        llvm::Value* const pointer = builder.CreateConstInBoundsGEP1_32(builder.getPtrTy(), entry->getArg(0), index);
        return builder.CreateLoad(type, builder.CreateLoad(builder.getPtrTy(), pointer));
    }
    llvm::Value* element(unsigned parameter, llvm::Value* index) {
        return builder.CreateInBoundsGEP(builder.getFloatTy(), argument(parameter, builder.getPtrTy()), index);
    }
    // The first component of ingot_device_global_id, a variable of three numbers that no front end defines.
    llvm::Value* place() {
        auto* const type = llvm::ArrayType::get(builder.getInt32Ty(), 3);
        llvm::Constant* const variable = module.getOrInsertGlobal("ingot_device_global_id", type);
        return builder.CreateZExt(builder.CreateLoad(builder.getInt32Ty(), variable), builder.getInt64Ty());
    }

    llvm::Value* value(const expression& of) {
        using kind = expression::kind;
        const auto part = [&](size_t index) { return value(*of.parts[index]); };
        switch (of.is) {
            case kind::number:
                return llvm::ConstantFP::get(builder.getFloatTy(), static_cast<double>(of.number));
            case kind::place:
                return builder.CreateUIToFP(place(), builder.getFloatTy());
            case kind::value:
                return argument(of.parameter, builder.getFloatTy());
            case kind::element:
                return builder.CreateLoad(builder.getFloatTy(),
                                          element(of.parameter, builder.CreateFPToSI(part(0), builder.getInt64Ty())));
            case kind::sum:
                return builder.CreateFAdd(part(0), part(1));
            case kind::difference:
                return builder.CreateFSub(part(0), part(1));
            case kind::product:
                return builder.CreateFMul(part(0), part(1));
            case kind::quotient:
                return builder.CreateFDiv(part(0), part(1));
        }
        return nullptr;
    }

    llvm::Module& module;
    llvm::IRBuilder<> builder;
    llvm::Function* entry;
};

}  // namespace

device_module generate(std::span<const kernel> kernels, const target& made_for) {
    device_module made;
    made.made_for = &made_for;
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
