// Inlines functions by cost, from the leaves of the call graph upwards, and marks those that stay functions:
//   define internal float @large(ptr %p) alwaysinline      ; 400 instructions; the kernel calls it 100 times
// becomes
//   define internal float @large(ptr %p) #0                ; #0: noinline "ingot-kept-function"
// Inlining everything, as for small kernels, makes code that grows exponentially: with the depth of a chain of
// functions in which each one calls the next one twice.
//
// A function is large if it still has many instructions after simplification, with all functions inlined into it that
// are not large. A large function with several calls is kept only in kernels that would be large with all functions
// inlined. So the code of a usual kernel is one function.
//
// If the code of every kernel is short even before simplification, the pass does nothing, because it would cost more time
// than it saves: inline_into_kernels then inlines all functions.
//
// In a kept function, as in a kernel, the memory of each pointer must be known. It is known for pointers that are
// arguments, because the callers show it, but not for pointers that the function loads from memory. (LLVM's argument
// promotion first replaces a pointer to a struct that holds pointers by the members that the function reads.) A function
// is inlined although it is large if
//   - it loads pointers from memory, stores pointers in memory or returns a pointer,
//   - it creates local memory: each of its calls must have memory of its own,
//   - it accesses images, or must know an argument at compile time (the pointer to a function, a format to print),
//   - it can fail, or it has a barrier and any function of the module can fail (stop_failed_work_items.cpp),
//   - it is called by a function that calls itself, because turn_recursion_into_loops needs all the code,
//   - its author requires it by [[gnu::always_inline]].
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SCCIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/IPO/ArgumentPromotion.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include <cstdint>
#include <string>
#include <vector>

#include "device_functions.hpp"
#include "failing_functions.hpp"
#include "kept_functions.hpp"
#include "passes.hpp"
#include "struct_copies.hpp"

namespace ingot::compiler {

namespace {

// The maximum number of members of a struct that argument promotion passes as separate arguments.
constexpr unsigned max_promoted_members = 16;

// The most rounds of inlining and simplification for one function (see inline_into_kernels).
constexpr int max_simplifications = 16;

struct ordered_function {
    llvm::Function* function;
    bool is_recursive;  // does the function call itself, directly or through others?
};

// Returns the functions with a body that are operands of the instruction: the instruction calls them, or uses their
// addresses, for example for an indirect call.
llvm::SmallVector<llvm::Function*, 1> functions_named_by(const llvm::Instruction& instruction) {
    llvm::SmallVector<llvm::Function*, 1> named_functions;
    for (const llvm::Use& operand : instruction.operands())
        if (auto* function = llvm::dyn_cast<llvm::Function>(operand); function && !function->isDeclaration())
            named_functions.push_back(function);
    return named_functions;
}

// Orders the functions that kernels reach so that each one comes after the functions that it calls.
class call_order {
public:
    explicit call_order(llvm::Module& module) {
        const llvm::CallGraph graph(module);
        for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component)
            for (const llvm::CallGraphNode* node : *component)
                if (component.hasCycle() && node->getFunction()) recursive_.insert(node->getFunction());
        for (llvm::Function& function : module)
            if (!function.isDeclaration() && !function.hasLocalLinkage()) visit(function);
    }
    llvm::ArrayRef<ordered_function> callees_first() const { return ordered_; }

private:
    void visit(llvm::Function& function) {
        if (!visited_.insert(&function).second) return;
        for (const llvm::Instruction& instruction : llvm::instructions(function))
            for (llvm::Function* callee : functions_named_by(instruction)) visit(*callee);
        ordered_.push_back({&function, recursive_.contains(&function)});
    }

    std::vector<ordered_function> ordered_;
    llvm::DenseSet<const llvm::Function*> recursive_;
    llvm::DenseSet<const llvm::Function*> visited_;
};

// Returns whether a function with this instruction can be kept: the instruction can be compiled without knowing the
// function's callers.
bool is_independent(const llvm::Instruction& instruction) {
    if (llvm::isa<llvm::IndirectBrInst>(instruction)) return false;
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call) return true;
    const llvm::Function* const callee = call->getCalledFunction();
    if (!llvm::isa<llvm::CallInst>(call) || !callee || call->isInlineAsm() || call->hasFnAttr(llvm::Attribute::ReturnsTwice))
        return false;
    const llvm::StringRef name = callee->getName();
    if (name == "ingot_device_local_memory" || name.starts_with("ingot_device_image_") || is_failing_function(*callee))
        return false;
    if (const device_function* function = find_device_function(name); function && !has_constant_operands(*call, *function))
        return false;
    const bool is_printing = name == "printf" || name == "ingot_device_print";
    return !is_printing || llvm::all_of(call->args(), [](const llvm::Use& argument) {
        return !argument->getType()->isPointerTy() || llvm::isa<llvm::GlobalVariable>(llvm::getUnderlyingObject(argument));
    });
}

// Does the function call barrier() itself?
bool calls_barrier(const llvm::Function& function) {
    return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
        const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        return call && call->getCalledFunction() && call->getCalledFunction()->getName() == "ingot_device_barrier";
    });
}

// Inlines the functions of one module by cost.
class cost_inliner {
public:
    cost_inliner(llvm::Module& module, llvm::FunctionAnalysisManager& analyses, const inlining_limits& limits)
        : module_(module), analyses_(analyses), limits_(limits) {
        simplify_.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
        simplify_.addPass(llvm::EarlyCSEPass(true));
        simplify_.addPass(llvm::InstCombinePass());
    }

    // Returns whether a kernel has so much code that some of its functions may have to be kept. The limit is high, because
    // simplification makes C++ code many times shorter.
    bool has_large_kernel() {
        bool found = false;
        const call_order order(module_);
        for (const auto& [function, is_recursive] : order.callees_first()) {
            size_[function] = size_with_callees(*function);
            found |= !function->hasLocalLinkage() && size_[function] > limits_.kernel_before_simplification;
        }
        return found;
    }

    // Inlines the small functions everywhere, and the large ones into those kernels that remain small with all functions
    // inlined. Returns whether any function is large.
    bool inline_small() {
        const call_order order(module_);
        const llvm::ArrayRef<ordered_function> ordered = order.callees_first();
        count_copies(ordered);
        for (const auto& [function, is_recursive] : ordered) {
            if (is_recursive) continue;
            inline_calls(*function, [&](const llvm::Function& callee) { return !large_.contains(&callee); });
            size_[function] = size_with_callees(*function);
            if (!function->hasFnAttribute(always_inlined) && is_only_called(*function) && copies_[function] > 1 &&
                !is_in_recursion_.contains(function) && size_with_recursive_callees(*function) > limits_.function)
                large_.insert(function);
        }
        for (const auto& [function, is_recursive] : ordered)
            if (!function->hasLocalLinkage() && size_[function] <= limits_.kernel)
                inline_calls(*function, [](const llvm::Function&) { return true; });
        return !large_.empty();
    }

    // Marks each large function that still has several calls as a kept function if it can be kept, and inlines all other
    // functions.
    void keep_large() {
        const call_order order(module_);
        const bool can_fail = llvm::any_of(
            module_, [](const llvm::Function& function) { return !function.use_empty() && is_failing_function(function); });
        for (const auto& [function, is_recursive] : order.callees_first()) {
            if (is_recursive) continue;
            inline_calls(*function, [](const llvm::Function& callee) { return !callee.hasFnAttribute(kept_function); });
            if (!large_.contains(function) || !function->hasNUsesOrMore(2)) continue;
            pass_structs_by_pointer(*function);
            simplify_.run(*function, analyses_);
            const bool must_be_inlined = can_fail && calls_barrier(*function);
            if (!must_be_inlined && llvm::all_of(llvm::instructions(*function), is_independent) && !shares_pointers(*function))
                keep(*function);
        }
    }

    // Argument promotion replaces a function by a new one of the same name. Therefore the large functions are remembered by
    // their names before it, and found again after it.
    void remember_large() {
        for (const llvm::Function* function : large_) names_.push_back(function->getName().str());
    }
    void find_large_again() {
        large_.clear();
        for (const std::string& name : names_)
            if (llvm::Function* function = module_.getFunction(name)) large_.insert(function);
    }

private:
    // Counts how many copies of each function there would be if all functions were inlined, and finds the functions that
    // recursive functions call.
    void count_copies(llvm::ArrayRef<ordered_function> ordered) {
        for (const auto& [function, is_recursive] : llvm::reverse(ordered)) {  // callers first
            uint64_t& own = copies_[function];
            if (!function->hasLocalLinkage()) own = 1;
            const uint64_t copies = own;
            if (is_recursive) is_recursive_.insert(function);
            const bool is_inside = is_recursive || is_in_recursion_.contains(function);
            for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
                for (const llvm::Function* callee : functions_named_by(instruction)) {
                    copies_[callee] = llvm::SaturatingAdd(copies_[callee], std::max<uint64_t>(copies, 1));
                    if (is_inside) is_in_recursion_.insert(callee);
                }
            }
        }
    }

    // Returns the number of instructions that the function has when its recursive callees, as std::sort's, have become loops
    // and are inlined.
    uint64_t size_with_recursive_callees(const llvm::Function& function) {
        uint64_t size = function.getInstructionCount();
        for (const llvm::Instruction& instruction : llvm::instructions(function))
            for (const llvm::Function* callee : functions_named_by(instruction))
                if (is_recursive_.contains(callee)) size = llvm::SaturatingAdd(size, size_.lookup(callee));
        return size;
    }

    // Returns the number of instructions that the function would have if its calls were inlined.
    uint64_t size_with_callees(const llvm::Function& function) {
        uint64_t size = function.getInstructionCount();
        for (const llvm::Instruction& instruction : llvm::instructions(function))
            for (const llvm::Function* callee : functions_named_by(instruction))
                size = llvm::SaturatingAdd(size, size_.lookup(callee));
        return size;
    }

    // Inlines calls, and simplifies the function, until no call is left that is to be inlined. Simplification can find
    // the function that an indirect call calls.
    template <typename Condition>
    void inline_calls(llvm::Function& function, Condition is_inlined) {
        for (int round = 0; round < max_simplifications; ++round) {
            llvm::SmallVector<llvm::CallBase*> calls;
            for (llvm::Instruction& instruction : llvm::instructions(function))
                if (const llvm::Function* callee = called_definition(instruction);
                    callee && callee->hasFnAttribute(llvm::Attribute::AlwaysInline) && !is_recursive_.contains(callee) &&
                    is_inlined(*callee))
                    calls.push_back(llvm::cast<llvm::CallBase>(&instruction));
            bool has_inlined = false;
            for (llvm::CallBase* call : calls) has_inlined |= inline_call(*call);
            if (has_inlined) analyses_.invalidate(function, llvm::PreservedAnalyses::none());
            if (!has_inlined && round > 0) return;
            analyses_.invalidate(function, simplify_.run(function, analyses_));
        }
    }

    static void keep(llvm::Function& function) {
        function.removeFnAttr(llvm::Attribute::AlwaysInline);
        function.addFnAttr(llvm::Attribute::NoInline);
        function.addFnAttr(kept_function);
        // Work-items communicate in this function too if they do in a function that it calls: take over the attributes.
        for (const llvm::Instruction& instruction : llvm::instructions(function)) {
            const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            const llvm::Function* const callee = call ? call->getCalledFunction() : nullptr;
            if (!callee) continue;
            const device_function* const device = find_device_function(callee->getName());
            const bool is_in_table = device && callee->isDeclaration();
            if (is_in_table ? device->effect == device_effect::convergent_noduplicate
                            : callee->hasFnAttribute(llvm::Attribute::NoDuplicate))
                function.addFnAttr(llvm::Attribute::NoDuplicate);
            if (callee->isConvergent() || (is_in_table && (device->effect == device_effect::convergent ||
                                                           device->effect == device_effect::convergent_noduplicate)))
                function.setConvergent();
        }
    }

    llvm::Module& module_;
    llvm::FunctionAnalysisManager& analyses_;
    const inlining_limits limits_;
    llvm::FunctionPassManager simplify_;
    llvm::DenseMap<const llvm::Function*, uint64_t> copies_;  // of each function, if all functions were inlined
    llvm::DenseMap<const llvm::Function*, uint64_t> size_;    // of each function with all functions that it calls
    llvm::DenseSet<const llvm::Function*> is_recursive_;      // functions that call themselves
    llvm::DenseSet<const llvm::Function*> is_in_recursion_;   // functions that recursive functions call
    llvm::DenseSet<const llvm::Function*> large_;
    std::vector<std::string> names_;  // of the large functions
};

}  // namespace

llvm::PreservedAnalyses keep_large_functions::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    auto& function_analyses = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    cost_inliner inliner(module, function_analyses, limits_);
    if (!inliner.has_large_kernel()) return llvm::PreservedAnalyses::all();
    if (!inliner.inline_small()) return llvm::PreservedAnalyses::none();
    inliner.remember_large();
    llvm::ModulePassManager promotion;
    promotion.addPass(llvm::GlobalDCEPass());
    promotion.addPass(llvm::createModuleToPostOrderCGSCCPassAdaptor(llvm::ArgumentPromotionPass(max_promoted_members)));
    analyses.invalidate(module, llvm::PreservedAnalyses::none());
    promotion.run(module, analyses);
    analyses.invalidate(module, llvm::PreservedAnalyses::none());
    inliner.find_large_again();
    inliner.keep_large();
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
