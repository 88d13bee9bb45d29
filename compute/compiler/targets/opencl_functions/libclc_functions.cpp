#include "libclc_functions.hpp"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <ingot/installation/installation.hpp>
#include <memory>
#include <stdexcept>
#include <string>

#include "../../middle_end/address_spaces.hpp"
#include "../../middle_end/device_functions.hpp"
#include "../../middle_end/kept_functions.hpp"

namespace ingot::compiler::opencl_functions {

namespace {

// Any build of libclc has the same code for them: plain arithmetic and tables. This one has the tables in address space 4.
std::string library_file() { return installation::bundled_folder("clc", INGOT_LIBCLC_FOLDER) / "nvptx64--.bc"; }

class without_spaces final : public llvm::ValueMapTypeRemapper {
public:
    llvm::Type* remapType(llvm::Type* type) override {
        return type->isPointerTy() ? llvm::PointerType::get(type->getContext(), private_space) : type;
    }
};

// Copies functions of the library into a module.
class library_copies {
public:
    library_copies(llvm::Module& destination, llvm::Module& library) : module_(destination), library_(library) {}

    llvm::Function* copy(const std::string& symbol, const std::string& name) {
        llvm::Function* const source = library_.getFunction(symbol);
        if (!source) throw std::runtime_error(library_file() + " has no function '" + symbol + "'; install libclc-22");
        if (const auto found = values_.find(source); found != values_.end()) return llvm::cast<llvm::Function>(found->second);
        if (llvm::Error error = source->materialize())
            throw std::runtime_error(library_file() + ": " + llvm::toString(std::move(error)));
        llvm::Function* const made =
            llvm::Function::Create(source->getFunctionType(), llvm::GlobalValue::InternalLinkage, name, module_);
        values_[source] = made;
        for (unsigned i = 0; i < source->arg_size(); ++i) values_[source->getArg(i)] = made->getArg(i);
        for (llvm::Instruction& instruction : llvm::instructions(*source))
            for (llvm::Value* const operand : instruction.operands()) map_globals(*operand);
        llvm::SmallVector<llvm::ReturnInst*> returns;
        without_spaces types;
        llvm::CloneFunctionInto(made, source, values_, llvm::CloneFunctionChangeType::DifferentModule, returns, "", nullptr,
                                &types);
        // The attributes are those of another target.
        made->setAttributes({});
        made->addFnAttr(llvm::Attribute::NoUnwind);
        made->addFnAttr(kept_function);
        return made;
    }

private:
    // Makes the constants and the intrinsics to which a value refers known in the module.
    void map_globals(llvm::Value& value) {
        if (values_.count(&value)) return;
        if (auto* const function = llvm::dyn_cast<llvm::Function>(&value)) {
            if (function->isIntrinsic())
                values_[function] =
                    module_.getOrInsertFunction(function->getName(), function->getFunctionType(), function->getAttributes())
                        .getCallee();
            else
                copy(function->getName().str(), "precise_" + function->getName().str());
        } else if (auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) {
            auto* const made =
                new llvm::GlobalVariable(module_, variable->getValueType(), true, llvm::GlobalValue::PrivateLinkage,
                                         variable->getInitializer(), variable->getName());
            made->setAlignment(variable->getAlign());
            values_[variable] = made;
        } else if (auto* const constant = llvm::dyn_cast<llvm::ConstantExpr>(&value)) {
            for (llvm::Value* const operand : constant->operands()) map_globals(*operand);
        }
    }

    llvm::Module& module_;
    llvm::Module& library_;
    llvm::ValueToValueMapTy values_;
};

// Makes remainder(x, y) of the library's function, which treats a denormal y as 0. With a scale of 2^64, y * scale is an even
// multiple of y, therefore
//   r = library(x, y * scale), remainder(x, y) = library(r * scale, y * scale) / scale
// without rounding. A result of 0 has the sign of x.
llvm::Function* complete_remainder(llvm::Function& library) {
    llvm::Module& module = *library.getParent();
    llvm::LLVMContext& context = module.getContext();
    library.setName("normal_remainder");
    llvm::Function* const made =
        llvm::Function::Create(library.getFunctionType(), llvm::GlobalValue::InternalLinkage, "precise_remainder", module);
    made->addFnAttr(llvm::Attribute::NoUnwind);
    made->addFnAttr(kept_function);
    llvm::Value* const x = made->getArg(0);
    llvm::Value* const y = made->getArg(1);
    auto* const begin = llvm::BasicBlock::Create(context, "", made);
    auto* const denormal = llvm::BasicBlock::Create(context, "", made);
    auto* const normal = llvm::BasicBlock::Create(context, "", made);
    llvm::IRBuilder<> builder(begin);
    llvm::Type* const type = builder.getFloatTy();
    const auto number = [&](double value) { return llvm::ConstantFP::get(type, value); };
    llvm::Value* const length = builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, y);
    builder.CreateCondBr(builder.CreateFCmpOLT(length, number(0x1p-126)), denormal, normal);
    builder.SetInsertPoint(normal);
    builder.CreateRet(builder.CreateCall(&library, {x, y}));
    builder.SetInsertPoint(denormal);
    llvm::Value* const scaled = builder.CreateFMul(y, number(0x1p64));
    llvm::Value* const rest = builder.CreateFMul(builder.CreateCall(&library, {x, scaled}), number(0x1p64));
    llvm::Value* const result = builder.CreateFMul(builder.CreateCall(&library, {rest, scaled}), number(0x1p-64));
    llvm::Value* const zero = builder.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, number(0), x);
    builder.CreateRet(builder.CreateSelect(builder.CreateFCmpOEQ(result, number(0)), zero, result));
    return made;
}

}  // namespace

llvm::PreservedAnalyses define_by_libclc::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    std::vector<std::pair<llvm::Function*, std::string>> missing;
    for (llvm::Function& function : module) {
        llvm::StringRef name = function.getName();
        unsigned length = 0;
        if (!function.isDeclaration() || function.use_empty() || !name.consume_front("_Z") || name.consumeInteger(10, length))
            continue;
        const std::string plain = name.take_front(length).str();
        if (is_built_in(function) && std::ranges::find(names_, plain) != names_.end()) missing.emplace_back(&function, plain);
    }
    if (missing.empty()) return llvm::PreservedAnalyses::all();
    auto buffer = llvm::MemoryBuffer::getFile(library_file());
    if (!buffer)
        throw std::runtime_error("cannot read " + library_file() + ": " + buffer.getError().message() + "; install libclc-22");
    auto library = llvm::getOwningLazyBitcodeModule(std::move(*buffer), module.getContext());
    if (!library) throw std::runtime_error(library_file() + ": " + llvm::toString(library.takeError()));
    library_copies copies(module, **library);
    for (const auto& [declared, name] : missing) {
        const std::string symbol = declared->getName().str();
        llvm::Function* made = copies.copy(symbol, "precise_" + name);
        if (name == "remainder" && made->getReturnType()->isFloatTy()) made = complete_remainder(*made);
        declared->replaceAllUsesWith(made);
        declared->eraseFromParent();
    }
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler::opencl_functions
