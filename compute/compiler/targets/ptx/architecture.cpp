#include "architecture.hpp"

#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>
#include <charconv>
#include <memory>

namespace ingot::compiler::ptx {

void initialise_nvptx() {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
}

bool is_architecture(const std::string& name) {
    initialise_nvptx();
    const llvm::Triple triple("nvptx64-nvidia-cuda");
    std::string error;
    const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
    if (!target) return false;
    const std::unique_ptr<llvm::MCSubtargetInfo> subtarget(target->createMCSubtargetInfo(triple, "", ""));
    return subtarget && name.starts_with("sm_") && subtarget->isCPUStringValid(name);
}

unsigned compute_capability_of(std::string_view architecture) {
    unsigned number = 0;
    architecture.remove_prefix(std::min(architecture.size(), std::string_view("sm_").size()));
    std::from_chars(architecture.data(), architecture.data() + architecture.size(), number);
    return number;
}

}  // namespace ingot::compiler::ptx
