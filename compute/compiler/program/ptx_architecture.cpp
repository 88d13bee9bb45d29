#include "ptx_architecture.hpp"

#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Triple.h>

#include <memory>

namespace ingot::compiler {

bool is_ptx_architecture(const std::string& name) {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTargetMC();
    const llvm::Triple triple("nvptx64-nvidia-cuda");
    std::string error;
    const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
    if (!target) return false;
    const std::unique_ptr<llvm::MCSubtargetInfo> subtarget(target->createMCSubtargetInfo(triple, "", ""));
    return subtarget && name.starts_with("sm_") && subtarget->isCPUStringValid(name);
}

}  // namespace ingot::compiler
