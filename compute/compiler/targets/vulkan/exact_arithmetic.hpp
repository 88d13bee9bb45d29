// Operations that are rounded correctly, for drivers whose own are not.
#pragma once

#include <llvm/IR/PassManager.h>

#include <array>
#include <ingot/archive/vulkan_code.hpp>

namespace ingot::compiler::vulkan {

/// A function without arguments that returns a specialisation constant, which tells what is known of the driver, as i32. The
/// writer knows these functions.
struct driver_question {
    llvm::StringLiteral function;
    archive::vulkan_constant answer;
};
inline constexpr std::array<driver_question, 4> driver_questions {{
    {"ingot_device_has_exact_fma", archive::vulkan_constant::exact_fma},
    {"ingot_device_has_exact_double_fma", archive::vulkan_constant::exact_double_fma},
    {"ingot_device_has_exact_division", archive::vulkan_constant::exact_division},
    {"ingot_device_has_exact_double_division", archive::vulkan_constant::exact_double_division},
}};

/// Replaces fma of all types, and divisions and square roots of half and double, by calls of functions that use the driver's
/// operations only if they are rounded correctly. Operations that may be approximated stay. The pass runs after the Scalarizer.
class exact_arithmetic : public llvm::PassInfoMixin<exact_arithmetic> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ingot::compiler::vulkan
