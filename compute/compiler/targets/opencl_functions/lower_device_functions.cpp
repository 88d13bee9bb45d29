#include "opencl_functions.hpp"

namespace ingot::compiler::opencl_functions {

void lower_device_functions(llvm::ModulePassManager& passes) {
    passes.addPass(call_mathematics());
    passes.addPass(call_opencl_functions());
    passes.addPass(call_printf(printing));
    passes.addPass(call_image_functions(&call_image_function));
}

}  // namespace ingot::compiler::opencl_functions
