// All work-items compute an expensive function of the launch's arguments.
#include <fmt/format.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>

#include <array>

#include "../../middle_end/c_mathematics.hpp"
#include "../kernel_analysis.hpp"
#include "../rule.hpp"

namespace ingot::compiler::advice {

namespace {

// Functions that take at least about 20 instructions on a GPU without fast mathematics.
constexpr std::array expensive_functions {"sin",  "cos",  "tan",  "asin",  "acos",   "atan",   "atan2", "sinh",  "cosh",
                                          "tanh", "exp",  "exp2", "exp10", "expm1",  "log",    "log2",  "log10", "log1p",
                                          "pow",  "cbrt", "erf",  "erfc",  "tgamma", "lgamma", "sincos"};

// Returns the name of the function, or "".
std::string expensive_function(const llvm::CallInst& call) {
    std::string name = c_mathematics_of(call.getIntrinsicID()).str();
    if (name.empty() && call.getCalledFunction() && is_c_mathematics(call.getCalledFunction()->getName())) {
        name = call.getCalledFunction()->getName().str();
        if (call.getType()->isFloatTy() && name.ends_with('f')) name.pop_back();
    }
    return llvm::is_contained(expensive_functions, name) ? name : std::string();
}

// Does the value depend on nothing but values that the host passes, and on at least one of them?
bool is_known_to_host(const llvm::Value& value, kernel_analysis& kernel) {
    bool has_argument = false;
    const auto is_unknown = [&](const llvm::Value& each) {
        if (llvm::isa<llvm::Argument>(each)) {
            has_argument = true;
            return each.getType()->isPointerTy() && !llvm::cast<llvm::Argument>(each).hasByValAttr();
        }
        if (llvm::isa<llvm::PHINode, llvm::AllocaInst>(each)) return true;
        const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&each);
        if (load && !llvm::isa<llvm::Argument>(llvm::getUnderlyingObject(load->getPointerOperand()))) return true;
        const auto* const call = llvm::dyn_cast<llvm::CallInst>(&each);
        return call && (!device_call(*call).empty() || !call->doesNotAccessMemory());
    };
    return !kernel.derives_from(value, is_unknown, true) && has_argument;
}

}  // namespace

void find_host_work(kernel_analysis& kernel, remark_list& found) {
    for (const llvm::Instruction& instruction : llvm::instructions(kernel.function())) {
        const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (!call) continue;
        const std::string name = expensive_function(*call);
        if (name.empty() || !is_known_to_host(*call, kernel)) continue;
        found.add(
            instruction,
            fmt::format("each work-item computes {} of values that are arguments of the launch: the result is the same in all of "
                        "them, and costs each 20 to 60 instructions",
                        name),
            "compute it once on the host, and pass the result as a parameter");
    }
}

}  // namespace ingot::compiler::advice
