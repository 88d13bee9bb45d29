// Runs LLVM's pass for it:
//   %x = load float, ptr addrspace(1) %p, align 16
//   %q = getelementptr float, ptr addrspace(1) %p, i64 1
//   %y = load float, ptr addrspace(1) %q, align 4                   ; and two more
// becomes
//   %v = load <4 x float>, ptr addrspace(1) %p, align 16
//   %x = extractelement <4 x float> %v, i32 0
#include "vectorise_accesses.hpp"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Vectorize/LoadStoreVectorizer.h>

#include <algorithm>

#include "../../middle_end/address_spaces.hpp"
#include "../../pass_managers.hpp"

namespace ingot::compiler::vulkan {

namespace {

constexpr unsigned most_components = 4;  // of a vector in SPIR-V

bool is_number(const llvm::Type& type) {
    return type.isFloatingPointTy() || type.isIntegerTy(8) || type.isIntegerTy(16) || type.isIntegerTy(32) ||
           type.isIntegerTy(64);
}

// Can one instruction access a vector in this memory? Drivers keep private memory in registers, number by number.
bool has_vectors(unsigned space) { return space == global_space || space == local_space; }

// Says which accesses LLVM's pass may replace.
class access_costs final : public llvm::TargetTransformInfoImplCRTPBase<access_costs> {
public:
    explicit access_costs(const llvm::DataLayout& layout) : llvm::TargetTransformInfoImplCRTPBase<access_costs>(layout) {}

    bool isLegalToVectorizeLoad(llvm::LoadInst* load) const override {
        return has_vectors(load->getPointerAddressSpace()) && is_number(*load->getType());
    }
    bool isLegalToVectorizeStore(llvm::StoreInst* store) const override {
        return has_vectors(store->getPointerAddressSpace()) && is_number(*store->getValueOperand()->getType());
    }
    bool isLegalToVectorizeLoadChain(unsigned bytes, llvm::Align alignment, unsigned) const override {
        return alignment.value() >= bytes;
    }
    bool isLegalToVectorizeStoreChain(unsigned bytes, llvm::Align alignment, unsigned) const override {
        return alignment.value() >= bytes;
    }
    unsigned getLoadVectorFactor(unsigned count, unsigned, unsigned, llvm::VectorType*) const override {
        return std::min(count, most_components);
    }
    unsigned getStoreVectorFactor(unsigned count, unsigned, unsigned, llvm::VectorType*) const override {
        return std::min(count, most_components);
    }
};

}  // namespace

llvm::PreservedAnalyses vectorise_accesses::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    pass_managers managers(llvm::TargetIRAnalysis([](const llvm::Function& function) {
        return llvm::TargetTransformInfo(std::make_unique<access_costs>(function.getDataLayout()));
    }));
    llvm::ModulePassManager passes;
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::LoadStoreVectorizerPass()));
    passes.run(module, managers.module_analyses);
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler::vulkan
