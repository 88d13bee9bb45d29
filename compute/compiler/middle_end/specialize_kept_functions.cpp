// Gives the pointer arguments of kept functions the address spaces of the memory to which they point, with a copy of the
// function for each combination of address spaces:
//   define internal float @sum(ptr %values)               ; a kept function
//   …
//   %a = call float @sum(ptr %generic)                    ; %generic is cast from ptr addrspace(1) %buffer
//   %b = call float @sum(ptr %variable)
// becomes
//   define internal float @sum.1(ptr addrspace(1) %values)
//   define internal float @sum.0(ptr %values)
//   …
//   %a = call float @sum.1(ptr addrspace(1) %buffer)
//   %b = call float @sum.0(ptr %variable)
// The pass begins with the kernels. When it has made a copy, it goes on with the functions that the copy calls. In each
// function it finds the address spaces, and splits pointers to several memories, by the passes
// infer_pointer_address_spaces and split_mixed_pointers. A call is inlined if the memory of an argument is not known, if an
// argument can point to several memories and the call must not be duplicated, or if the copy would share pointers with its
// callers in another way than by arguments.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "generic_pointers.hpp"
#include "kept_functions.hpp"
#include "passes.hpp"
#include "pointer_memory.hpp"

namespace ingot::compiler {

namespace {

using address_spaces = std::vector<unsigned>;  // of each argument; private_space for an argument that is no generic pointer

llvm::SmallVector<llvm::CallInst*> kept_calls_of(llvm::Function& function) {
    llvm::SmallVector<llvm::CallInst*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (called_kept_function(instruction)) calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
    return calls;
}

// Returns the combinations of address spaces that the pointers of a call can have. Returns none if the memory of a
// pointer is unknown, or if a pointer has several memories and the call cannot be duplicated.
std::vector<address_spaces> combinations_of(const llvm::CallInst& call, const pointer_memory& memory) {
    std::vector<address_spaces> all {{}};
    for (const llvm::Use& argument : call.args()) {
        const memory_set memories = is_generic_pointer(argument) ? memory.of(argument) : memory_set();
        if (memories.is_unknown || (memories.is_mixed() && call.cannotDuplicate())) return {};
        std::vector<address_spaces> longer;
        for (const address_spaces& one : all) {
            longer.push_back(one);
            longer.back().push_back(memories.spaces.empty() ? private_space : memories.spaces.front());
            for (const unsigned space : llvm::drop_begin(memories.spaces, memories.spaces.empty() ? 0 : 1)) {
                longer.push_back(one);
                longer.back().push_back(space);
            }
        }
        all = std::move(longer);
    }
    return all;
}

// Makes a copy of a function with pointers in these address spaces. The copy casts them to generic pointers.
llvm::Function& copy_for(llvm::Function& function, const address_spaces& spaces) {
    llvm::LLVMContext& context = function.getContext();
    llvm::SmallVector<llvm::Type*> types;
    std::string name = function.getName().str();
    for (const llvm::Argument& argument : function.args()) {
        const bool is_generic = is_generic_pointer(&argument);
        types.push_back(is_generic ? llvm::PointerType::get(context, spaces[argument.getArgNo()]) : argument.getType());
        if (is_generic) name += "." + std::to_string(spaces[argument.getArgNo()]);
    }
    llvm::ValueToValueMapTy values;
    llvm::Function* const copy = llvm::CloneFunction(&function, values);
    llvm::Function* const specialization = llvm::Function::Create(llvm::FunctionType::get(function.getReturnType(), types, false),
                                                                  llvm::GlobalValue::InternalLinkage, name, function.getParent());
    specialization->copyAttributesFrom(copy);
    specialization->removeFnAttr(kept_function);
    specialization->addFnAttr(specialized_function);
    llvm::DISubprogram* const debug_info = copy->getSubprogram();
    copy->setSubprogram(nullptr);
    specialization->splice(specialization->begin(), copy);
    specialization->setSubprogram(debug_info);
    llvm::IRBuilder<> builder(&*specialization->getEntryBlock().begin());
    for (llvm::Argument& argument : copy->args()) {
        llvm::Argument* const specialized_argument = specialization->getArg(argument.getArgNo());
        specialized_argument->takeName(&argument);
        argument.replaceAllUsesWith(specialized_argument->getType() == argument.getType()
                                        ? static_cast<llvm::Value*>(specialized_argument)
                                        : builder.CreateAddrSpaceCast(specialized_argument, argument.getType()));
        for (const auto kind :
             {llvm::Attribute::NonNull, llvm::Attribute::Dereferenceable, llvm::Attribute::DereferenceableOrNull})
            specialization->removeParamAttr(argument.getArgNo(), kind);  // there may be memory at address 0
    }
    copy->eraseFromParent();
    return *specialization;
}

// Returns the pointer in its address space from which a generic pointer was cast. infer_pointer_address_spaces has created
// the cast.
llvm::Value* in_space(llvm::Value* pointer, unsigned space) {
    if (!is_generic_pointer(pointer) || space == private_space) return pointer;
    auto* const cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(pointer);
    if (!cast || cast->getSrcAddressSpace() != space) throw std::logic_error("a kept function is called with an unknown pointer");
    return cast->getPointerOperand();
}

// Specialises the kept functions of one module.
class function_specializer {
public:
    function_specializer(llvm::FunctionAnalysisManager& analyses, bool has_memory_at_null, unsigned constant_space)
        : analyses_(analyses) {
        infer_.addPass(infer_pointer_address_spaces(has_memory_at_null));
        split_.addPass(split_mixed_pointers(has_memory_at_null, constant_space));
    }

    // Finds the address spaces of all pointers in a function, and specialises the functions that it calls.
    void specialize_calls(llvm::Function& function) {
        run(infer_, function);
        while (inline_unknown_calls(function)) run(infer_, function);
        run(split_, function);
        if (kept_calls_of(function).empty()) return;
        run(infer_, function);
        const pointer_memory memory(function);
        llvm::SmallVector<std::pair<llvm::CallInst*, address_spaces>> calls;
        for (llvm::CallInst* call : kept_calls_of(function)) {
            const std::vector<address_spaces> combinations = combinations_of(*call, memory);
            if (combinations.size() != 1) throw std::logic_error("a kept function is called with several memories");
            calls.emplace_back(call, combinations.front());
        }
        for (const auto& [call, spaces] : calls) {
            llvm::Function* const callee = find_copy(*call->getCalledFunction(), spaces);
            if (!callee) throw std::logic_error("a kept function cannot be specialised");
            replace(*call, *callee, spaces);
        }
        analyses_.invalidate(function, llvm::PreservedAnalyses::none());
    }

    // Allows back ends to inline copies with only one call.
    void allow_inlining() {
        for (const auto& [key, copy] : copies_)
            if (copy && copy->hasOneUse()) copy->removeFnAttr(llvm::Attribute::NoInline);
    }

private:
    void run(llvm::FunctionPassManager& passes, llvm::Function& function) {
        analyses_.invalidate(function, passes.run(function, analyses_));
    }

    // Inlines the calls for which there can be no copy of the function. Returns whether it inlined a call.
    bool inline_unknown_calls(llvm::Function& function) {
        llvm::SmallVector<llvm::CallInst*> inlined;
        {
            const pointer_memory memory(function);
            for (llvm::CallInst* call : kept_calls_of(function)) {
                const std::vector<address_spaces> combinations = combinations_of(*call, memory);
                const bool has_copies = llvm::all_of(
                    combinations, [&](const address_spaces& spaces) { return find_copy(*call->getCalledFunction(), spaces); });
                if (combinations.empty() || !has_copies) inlined.push_back(call);
            }
        }
        for (llvm::CallInst* call : inlined)
            if (!inline_call(*call)) throw std::logic_error("a kept function cannot be inlined");
        if (!inlined.empty()) analyses_.invalidate(function, llvm::PreservedAnalyses::none());
        return !inlined.empty();
    }

    // Returns the copy for these address spaces; makes the copy when it is requested for the first time. Returns null if the
    // copy would share pointers with its callers in another way than by arguments.
    llvm::Function* find_copy(llvm::Function& function, const address_spaces& spaces) {
        const auto [found, is_new] = copies_.try_emplace({&function, spaces}, nullptr);
        if (!is_new) return found->second;
        llvm::Function& copy = copy_for(function, spaces);
        specialize_calls(copy);
        if (!shares_pointers(copy)) return found->second = &copy;
        analyses_.clear(copy, copy.getName());
        copy.eraseFromParent();
        return nullptr;
    }

    static void replace(llvm::CallInst& call, llvm::Function& callee, const address_spaces& spaces) {
        llvm::SmallVector<llvm::Value*> arguments;
        for (unsigned i = 0; i < call.arg_size(); ++i) arguments.push_back(in_space(call.getArgOperand(i), spaces[i]));
        auto* const specialized_call = llvm::CallInst::Create(&callee, arguments, "", call.getIterator());
        specialized_call->setDebugLoc(call.getDebugLoc());
        specialized_call->takeName(&call);
        call.replaceAllUsesWith(specialized_call);
        call.eraseFromParent();
    }

    llvm::FunctionAnalysisManager& analyses_;
    llvm::FunctionPassManager infer_;
    llvm::FunctionPassManager split_;
    std::map<std::pair<llvm::Function*, address_spaces>, llvm::Function*> copies_;
};

}  // namespace

llvm::PreservedAnalyses specialize_kept_functions::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    auto& function_analyses = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    // Collect the functions first: specialisation adds functions to the module.
    std::vector<llvm::Function*> callers;
    std::vector<llvm::Function*> kept_functions;
    for (llvm::Function& function : module)
        if (!function.isDeclaration()) (function.hasFnAttribute(kept_function) ? kept_functions : callers).push_back(&function);
    function_specializer specializer(function_analyses, has_memory_at_null_, constant_space_);
    for (llvm::Function* function : callers) specializer.specialize_calls(*function);
    specializer.allow_inlining();
    // Nothing calls the originals, but they call each other.
    for (llvm::Function* function : kept_functions) {
        function_analyses.clear(*function, function->getName());
        function->dropAllReferences();
    }
    for (llvm::Function* function : kept_functions) function->eraseFromParent();
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
