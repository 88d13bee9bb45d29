// Printing: what a kernel prints is written into a buffer, and the host makes text of it (archive::vulkan_print_header).
#pragma once

#include <llvm/IR/PassManager.h>

#include <string>
#include <vector>

#include "../../middle_end/passes.hpp"

namespace ingot::compiler::vulkan {

/// The printf function for call_printf. write_print_records replaces its calls.
inline constexpr printf_interface vulkan_printf {"ingot_device_printf", 4, "ll"};

/// Returns the address of the buffer for printing. The writer knows it.
inline constexpr llvm::StringLiteral print_buffer_function = "ingot_device_print_buffer";

/// Replaces calls of ingot_device_printf by code that writes a record into the buffer for printing. The module's metadata has the
/// formats.
class write_print_records : public llvm::PassInfoMixin<write_print_records> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Returns the formats of a module after write_print_records.
std::vector<std::string> print_formats(const llvm::Module& module);

}  // namespace ingot::compiler::vulkan
