#include "vector_mathematics.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <string>

#include "../../middle_end/device_functions.hpp"

namespace ingot::compiler::cpu {

namespace {

// The functions that runtime/cpu_native/vector_mathematics.cpp has. The logarithm logf is not one of them: near 1, that of
// libmvec is less accurate than the language's bound of 3 units in the last place.
constexpr std::array<llvm::StringRef, 25> functions {
    "acosf", "acoshf", "asinf",  "asinhf", "atanf",  "atan2f", "atanhf", "cbrtf", "cosf", "coshf", "erfcf", "erff", "exp10f",
    "exp2f", "expf",   "expm1f", "hypotf", "log10f", "log1pf", "log2f",  "powf",  "sinf", "sinhf", "tanf",  "tanhf"};

}  // namespace

bool is_vector_mathematics(const llvm::CallInst& call) {
    const llvm::Function* const callee = call.getCalledFunction();
    llvm::StringRef name = callee ? callee->getName() : "";
    return name.consume_front("ingot_cpu_") && is_built_in(*callee) && llvm::is_contained(functions, name);
}

llvm::Value* call_vector_mathematics(const llvm::CallInst& call, unsigned lanes, unsigned widest,
                                     llvm::function_ref<llvm::Value*(llvm::Value*)> vector, llvm::IRBuilder<>& builder) {
    const unsigned width = std::min(lanes, widest);
    llvm::Type* const type = llvm::FixedVectorType::get(call.getType(), width);
    const llvm::SmallVector<llvm::Type*, 2> types(call.arg_size(), type);
    const std::string name = (call.getCalledFunction()->getName() + "_lanes").str() + std::to_string(width);
    llvm::FunctionCallee callee =
        builder.GetInsertBlock()->getModule()->getOrInsertFunction(name, llvm::FunctionType::get(type, types, false));
    mark_built_in(*llvm::cast<llvm::Function>(callee.getCallee()), nullptr, device_effect::none);
    llvm::SmallVector<llvm::Value*, 4> parts;
    for (unsigned first = 0; first < lanes; first += width) {
        llvm::SmallVector<llvm::Value*, 2> arguments;
        for (llvm::Value* const argument : call.args())
            arguments.push_back(width == lanes
                                    ? vector(argument)
                                    : builder.CreateShuffleVector(vector(argument), llvm::createSequentialMask(first, width, 0)));
        parts.push_back(builder.CreateCall(callee, arguments));
    }
    return parts.size() == 1 ? parts.front() : llvm::concatenateVectors(builder, parts);
}

}  // namespace ingot::compiler::cpu
