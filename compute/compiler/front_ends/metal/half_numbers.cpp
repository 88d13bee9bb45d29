#include "half_numbers.hpp"

#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace ingot::compiler::metal {

namespace {

constexpr llvm::StringLiteral widening = "ingot_metal_float_of_half";
constexpr llvm::StringLiteral narrowing = "ingot_metal_half_of_float";

bool is_conversion(const llvm::Function& function) { return function.getName() == widening || function.getName() == narrowing; }

// Maps half to i16, also inside of other types.
class half_remover final : public llvm::ValueMapTypeRemapper {
public:
    llvm::Type* remapType(llvm::Type* type) override {
        const auto [found, is_new] = known_.try_emplace(type, type);
        if (!is_new) return found->second;
        llvm::Type* const result = remap(type);
        return known_[type] = result;
    }

private:
    llvm::Type* remap(llvm::Type* type) {
        llvm::LLVMContext& context = type->getContext();
        if (type->isHalfTy()) return llvm::Type::getInt16Ty(context);
        if (auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
            return llvm::FixedVectorType::get(remapType(vector->getElementType()), vector->getNumElements());
        if (auto* const array = llvm::dyn_cast<llvm::ArrayType>(type))
            return llvm::ArrayType::get(remapType(array->getElementType()), array->getNumElements());
        if (auto* const function = llvm::dyn_cast<llvm::FunctionType>(type)) {
            std::vector<llvm::Type*> parameters;
            for (llvm::Type* const each : function->params()) parameters.push_back(remapType(each));
            return llvm::FunctionType::get(remapType(function->getReturnType()), parameters, function->isVarArg());
        }
        if (auto* const record = llvm::dyn_cast<llvm::StructType>(type); record && !record->isOpaque()) {
            std::vector<llvm::Type*> members;
            bool is_same = true;
            for (llvm::Type* const each : record->elements()) {
                members.push_back(remapType(each));
                is_same &= members.back() == each;
            }
            return is_same ? type : llvm::StructType::get(context, members, record->isPacked());
        }
        return type;
    }

    llvm::DenseMap<llvm::Type*, llvm::Type*> known_;
};

llvm::Constant* bits_of(const llvm::ConstantFP& number) {
    return llvm::ConstantInt::get(number.getContext(), number.getValueAPF().bitcastToAPInt());
}

class replacement {
public:
    explicit replacement(llvm::Module& module) : module_(module) {}

    void run() {
        for (llvm::Function& function : module_)
            if (!is_conversion(function)) replace_conversions(function);
        for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module_.globals())) replace(variable);
        std::vector<llvm::Function*> functions;
        for (llvm::Function& function : module_)
            if (!is_conversion(function)) functions.push_back(&function);
        std::vector<llvm::Function*> replaced;
        for (llvm::Function*& function : functions)
            if (llvm::Function* const changed = with_new_type(*function); changed != function) {
                replaced.push_back(function);
                function = changed;
            }
        for (llvm::Function* const function : functions)
            for (llvm::Instruction& instruction : llvm::instructions(*function))
                for (const llvm::Use& operand : instruction.operands())
                    if (auto* const constant = llvm::dyn_cast<llvm::Constant>(operand)) map_constant(*constant);
        for (llvm::GlobalVariable& variable : module_.globals())
            if (variable.hasInitializer()) {
                map_constant(*variable.getInitializer());
                variable.setInitializer(llvm::MapValue(variable.getInitializer(), map_, flags, &types_));
            }
        for (llvm::Function* const function : functions) {
            for (llvm::Instruction& instruction : llvm::instructions(*function))
                if (llvm::isa<llvm::FPMathOperator>(instruction) &&
                    types_.remapType(instruction.getType()) != instruction.getType())
                    instruction.setFastMathFlags({});
            llvm::RemapFunction(*function, map_, flags, &types_);
        }
        for (llvm::Function* const function : replaced) {
            function->replaceAllUsesWith(llvm::PoisonValue::get(function->getType()));
            function->eraseFromParent();
        }
        for (llvm::GlobalVariable* const variable : replaced_variables_) variable->eraseFromParent();
    }

private:
    static inline const llvm::RemapFlags flags = llvm::RF_IgnoreMissingLocals | llvm::RF_NoModuleLevelChanges;

    llvm::FunctionCallee widen() {
        return module_.getOrInsertFunction(widening, llvm::Type::getFloatTy(module_.getContext()),
                                           llvm::Type::getInt16Ty(module_.getContext()));
    }
    llvm::FunctionCallee narrow() {
        return module_.getOrInsertFunction(narrowing, llvm::Type::getInt16Ty(module_.getContext()),
                                           llvm::Type::getFloatTy(module_.getContext()));
    }

    void replace_conversions(llvm::Function& function) {
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
            llvm::IRBuilder<> builder(&instruction);
            llvm::Value* result = nullptr;
            if (llvm::isa<llvm::FPExtInst>(instruction) && instruction.getOperand(0)->getType()->isHalfTy()) {
                llvm::Value* const bits = builder.CreateBitCast(instruction.getOperand(0), builder.getInt16Ty());
                result = builder.CreateCall(widen(), {bits});
                if (!instruction.getType()->isFloatTy()) result = builder.CreateFPExt(result, instruction.getType());
            } else if (llvm::isa<llvm::FPTruncInst>(instruction) && instruction.getType()->isHalfTy()) {
                result = builder.CreateBitCast(builder.CreateCall(narrow(), {instruction.getOperand(0)}), instruction.getType());
            } else if (instruction.getOpcode() == llvm::Instruction::FNeg && instruction.getType()->isHalfTy()) {
                llvm::Value* const bits = builder.CreateBitCast(instruction.getOperand(0), builder.getInt16Ty());
                result = builder.CreateBitCast(builder.CreateXor(bits, builder.getInt16(0x8000)), instruction.getType());
            }
            if (!result) continue;
            instruction.replaceAllUsesWith(result);
            instruction.eraseFromParent();
        }
    }

    void replace(llvm::GlobalVariable& variable) {
        llvm::Type* const type = types_.remapType(variable.getValueType());
        if (type == variable.getValueType()) return;
        auto* const changed = new llvm::GlobalVariable(module_, type, variable.isConstant(), variable.getLinkage(), nullptr, "",
                                                       &variable, variable.getThreadLocalMode(), variable.getAddressSpace());
        changed->copyAttributesFrom(&variable);
        changed->takeName(&variable);
        if (variable.hasInitializer()) changed->setInitializer(initial(*variable.getInitializer()));
        variable.replaceAllUsesWith(changed);
        replaced_variables_.push_back(&variable);
    }
    llvm::Constant* initial(llvm::Constant& value) {
        map_constant(value);
        return llvm::MapValue(&value, map_, flags, &types_);
    }

    // Returns the function, or one with the changed type that has taken the body.
    llvm::Function* with_new_type(llvm::Function& function) {
        auto* const type = llvm::cast<llvm::FunctionType>(types_.remapType(function.getFunctionType()));
        if (type == function.getFunctionType()) return &function;
        auto* const changed = llvm::Function::Create(type, function.getLinkage(), function.getAddressSpace(), "", &module_);
        llvm::AttributeList attributes = function.getAttributes();
        for (unsigned i = 0; i < type->getNumParams(); ++i)
            if (type->getParamType(i) != function.getFunctionType()->getParamType(i))
                attributes = attributes.removeParamAttributes(module_.getContext(), i);
        if (type->getReturnType() != function.getReturnType())
            attributes =
                attributes.removeRetAttributes(module_.getContext(), llvm::AttributeMask(function.getAttributes().getRetAttrs()));
        changed->copyAttributesFrom(&function);
        changed->setAttributes(attributes);
        changed->setComdat(function.getComdat());
        changed->takeName(&function);
        changed->setSubprogram(function.getSubprogram());
        changed->splice(changed->begin(), &function);
        for (unsigned i = 0; i < function.arg_size(); ++i) {
            changed->getArg(i)->takeName(function.getArg(i));
            map_[function.getArg(i)] = changed->getArg(i);
        }
        map_[&function] = changed;
        return changed;
    }

    // Enters the integers for the numbers in a constant. The mapper composes structs and arrays of them.
    void map_constant(llvm::Constant& constant) {
        if (map_.count(&constant) != 0 || llvm::isa<llvm::GlobalValue>(constant)) return;
        if (const auto* const number = llvm::dyn_cast<llvm::ConstantFP>(&constant)) {
            if (number->getType()->isHalfTy()) map_[&constant] = bits_of(*number);
            return;
        }
        if (const auto* const data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant)) {
            if (!data->getElementType()->isHalfTy()) return;
            std::vector<uint16_t> bits;
            for (unsigned i = 0; i < data->getNumElements(); ++i)
                bits.push_back(static_cast<uint16_t>(data->getElementAsAPFloat(i).bitcastToAPInt().getZExtValue()));
            map_[&constant] = data->getType()->isArrayTy() ? llvm::ConstantDataArray::get(constant.getContext(), bits)
                                                           : llvm::ConstantDataVector::get(constant.getContext(), bits);
            return;
        }
        for (const llvm::Use& operand : constant.operands())
            if (auto* const part = llvm::dyn_cast<llvm::Constant>(operand)) map_constant(*part);
    }

    llvm::Module& module_;
    half_remover types_;
    llvm::ValueToValueMapTy map_;
    std::vector<llvm::GlobalVariable*> replaced_variables_;
};

}  // namespace

void store_half_as_integers(llvm::Module& module) {
    // Without the functions for conversions there are no kernels.
    if (!module.getFunction(widening) || !module.getFunction(narrowing)) return;
    replacement(module).run();
}

}  // namespace ingot::compiler::metal
