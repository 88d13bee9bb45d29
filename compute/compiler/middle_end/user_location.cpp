#include "user_location.hpp"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "kept_functions.hpp"

namespace ingot::compiler {

std::string path_of(const llvm::DILocation& location) {
    const llvm::StringRef name = location.getFilename();
    if (name.starts_with("/") || location.getDirectory().empty()) return name.str();
    return (location.getDirectory() + "/" + name).str();
}

std::optional<source_location> author_line(const llvm::Instruction& instruction, const device_module& unit) {
    for (const llvm::DILocation* location = instruction.getDebugLoc(); location; location = location->getInlinedAt())
        if (location->getLine() != 0 && !unit.is_library(path_of(*location)))
            return source_location {path_of(*location), location->getLine(), location->getColumn()};
    return std::nullopt;
}

source_location user_location(const llvm::Instruction& instruction, const device_module& unit) {
    if (std::optional<source_location> line = author_line(instruction, unit)) return *std::move(line);
    const llvm::Function& function = *instruction.getFunction();
    if (function.hasFnAttribute(specialized_function))
        for (const llvm::User* user : function.users())
            if (const auto* call = llvm::dyn_cast<llvm::CallInst>(user); call && call->getFunction() != &function)
                return user_location(*call, unit);
    for (const kernel_entry& kernel : unit.kernels)
        if (kernel.entry_function == function.getName() && kernel.reflection.line != 0)
            return {kernel.reflection.file, kernel.reflection.line, 0};
    if (const llvm::DISubprogram* kernel = function.getSubprogram()) return {kernel->getFilename().str(), kernel->getLine(), 0};
    return {};
}

}  // namespace ingot::compiler
