#include "verify_module.hpp"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <stdexcept>
#include <string>

namespace ingot::compiler {

void move_records_behind_phis(llvm::Function& function) {
    for (llvm::BasicBlock& block : function)
        for (const llvm::PHINode& phi : block.phis())
            for (llvm::DbgRecord& record : llvm::make_early_inc_range(phi.getDbgRecordRange())) {
                record.removeFromParent();
                block.insertDbgRecordBefore(&record, block.getFirstNonPHIIt());
            }
}

void verify_module(llvm::Module& module, const char* what) {
    for (llvm::Function& function : module) move_records_behind_phis(function);
    std::string problems;
    llvm::raw_string_ostream stream(problems);
    bool has_broken_debug_information = false;
    if (llvm::verifyModule(module, &stream, &has_broken_debug_information))
        throw std::logic_error(std::string(what) + ": " + problems);
    if (has_broken_debug_information) llvm::StripDebugInfo(module);
}

}  // namespace ingot::compiler
