// What LLVM's code generator says about the stack of functions.
#pragma once

#include <llvm/IR/LLVMContext.h>

#include <map>
#include <string>

#include "../kernel_resources.hpp"

namespace ingot::compiler {

/// Keeps the code generator's remarks about stacks and spilled registers, as long as the object exists.
class frame_remarks {
public:
    explicit frame_remarks(llvm::LLVMContext& context);
    frame_remarks(const frame_remarks&) = delete;
    frame_remarks& operator=(const frame_remarks&) = delete;
    ~frame_remarks();

    /// Returns what the code generator said about a function, or nothing if it said nothing. `symbol` is the function's name.
    std::optional<kernel_resources> of(const std::string& function) const;

private:
    llvm::LLVMContext& context_;
    std::unique_ptr<llvm::DiagnosticHandler> previous_;
    std::map<std::string, kernel_resources> functions_;
};

}  // namespace ingot::compiler
