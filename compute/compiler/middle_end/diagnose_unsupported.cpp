// Reports what is left in the lowered module that the device does not support, at the line of the author's code. The
// pass changes no code. From
//   store ptr addrspace(1) %pixels, ptr addrspace(1) %kept, !dbg !7          ; !7: line 13 of blur.kernels.cpp
//   %t = call i64 @llvm.readcyclecounter(), !dbg !8
//   %x = call i32 @on_the_host(i32 %y), !dbg !9
// it makes
//   blur.kernels.cpp:13: a kernel cannot store a pointer in memory
//   blur.kernels.cpp:14: a kernel cannot use '__builtin_readcyclecounter', which not every device has
//   blur.kernels.cpp:15: a kernel cannot call 'on_the_host(int)', which is only on the host
//
// It runs last, after inlining and simplification: only code that a kernel reaches is reported. Earlier passes leave in
// the module what they cannot lower, so that this pass reports it.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <map>

#include "address_spaces.hpp"
#include "device_functions.hpp"
#include "generic_pointers.hpp"
#include "kept_functions.hpp"
#include "passes.hpp"
#include "pointer_memory.hpp"
#include "printf_format.hpp"
#include "recursion_analysis.hpp"
#include "recursion_frame.hpp"
#include "supported_functions.hpp"
#include "user_location.hpp"

namespace ingot::compiler {

namespace {

// Returns the entry of a device function that the target did not lower, or null for any other function.
const device_function* unlowered_device_function(const llvm::Function& function) {
    return function.getName().starts_with(device_function_prefix) ? find_device_function(function.getName()) : nullptr;
}

// Returns the pointers that the instruction accesses, compares, stores or converts to numbers.
llvm::SmallVector<const llvm::Value*, 2> pointers_used_by(const llvm::Instruction& instruction) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return {load->getPointerOperand()};
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        if (!store->getValueOperand()->getType()->isPointerTy()) return {store->getPointerOperand()};
        return {store->getPointerOperand(), store->getValueOperand()};
    }
    if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return {update->getPointerOperand()};
    if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) return {exchange->getPointerOperand()};
    if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction)) return {copy->getRawDest(), copy->getRawSource()};
    if (const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&instruction)) return {fill->getRawDest()};
    if (const auto* number = llvm::dyn_cast<llvm::PtrToIntInst>(&instruction)) return {number->getPointerOperand()};
    if (const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
        comparison && comparison->getOperand(0)->getType()->isPointerTy())
        return {comparison->getOperand(0), comparison->getOperand(1)};
    return {};
}

// Returns the number of elements of the longest array in the constant: the constant itself or a part of it. Returns 0
// if it has no array. Arrays of zeros (zeroinitializer) are not counted.
uint64_t longest_array(const llvm::Constant& constant) {
    if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant)) return data->getNumElements();
    if (!llvm::isa<llvm::ConstantAggregate>(constant)) return 0;
    uint64_t longest = llvm::isa<llvm::ConstantArray>(constant) ? constant.getNumOperands() : 0;
    for (const llvm::Use& part : constant.operands())
        longest = std::max(longest, longest_array(*llvm::cast<llvm::Constant>(part)));
    return longest;
}

// Checks the instructions of one kernel or kept function, and collects an error for each that the device does not
// support.
class instruction_checker {
public:
    // `limits` gets what the target lacks, and `errors` all other errors. They may be the same list.
    instruction_checker(const device_module& checked, const llvm::Function& kernel, std::vector<diagnostic>& errors,
                        std::vector<diagnostic>& limits)
        : unit_(checked), traits_(checked.compiled_for->traits()), memory_(kernel), found_(errors), limits_(limits) {}

    void check(const llvm::Instruction& instruction) {
        if (auto problem = unit_.compiled_for->find_unsupported(instruction))
            return add({user_location(instruction, unit_), std::move(problem->message), std::move(problem->advice)}, limits_);
        if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) check_call(*call);
        check_types(instruction);
        check_atomic(instruction);
        if (!stores_pointer(instruction))
            for (const llvm::Value* pointer : pointers_used_by(instruction)) check_memory(instruction, pointer);
        for (const llvm::Use& operand : instruction.operands()) check_variable(instruction, operand);
        if (llvm::isa<llvm::IndirectBrInst>(instruction))
            add(instruction, "a kernel cannot jump to a computed label", "use a switch");
    }

private:
    // Adds an error at the line of the instruction.
    void add(const llvm::Instruction& instruction, std::string message, std::string advice) {
        add({user_location(instruction, unit_), std::move(message), std::move(advice)}, found_);
    }
    // Adds an error to a list. A line gets each message once.
    static void add(diagnostic entry, std::vector<diagnostic>& errors) {
        const auto is_same = [&](const diagnostic& other) {
            return other.message == entry.message && other.location.line == entry.location.line &&
                   other.location.file == entry.location.file;
        };
        if (std::ranges::none_of(errors, is_same)) errors.push_back(std::move(entry));
    }

    void check_call(const llvm::CallBase& call) {
        if (call.isInlineAsm())
            return add(call, "a kernel cannot contain inline assembly",
                       "devices have no common assembly language: write it in C++");
        const llvm::Function* callee = call.getCalledFunction();
        if (!callee)
            return add(call, "a kernel cannot call through a pointer that is not known at compile time",
                       "call the function by its name, pass a lambda or make the function a template's parameter");
        if (!callee->isDeclaration() && !callee->hasFnAttribute(specialized_function)) return add_not_inlined(call, *callee);
        if (!callee->isDeclaration()) return;
        if (callee->getName().starts_with("ingot_device_image_"))
            return add(
                call, "it is not known at compile time which image this is",
                "name the image, or choose between the results of two reads: a kernel can neither store an image nor choose one "
                "by a condition");
        if (callee->getName() == pointer_of_unknown_memory) return;  // check_memory() reports the use of the pointer
        if (callee->getName() == "ingot_device_local_memory")
            return add(call, "the size of local memory must be known at compile time", "use local_buffer<T, N>");
        if (callee->getName() == "printf" || callee->getName() == "ingot_device_print")
            return add(call, "the text that a kernel prints must be known at compile time, and fit the values that it prints",
                       "pass a string literal; devices do not support printf's '*' and '%n', and support '%s' only with a string "
                       "literal and with a width of at most " +
                           std::to_string(max_string_width));
        if (const device_function* const known = original_device_function(*callee)) check_operands(call, *known);
        if (is_supported_function(*callee, traits_.intrinsic_prefix)) return;
        if (const device_function* const unknown = unlowered_device_function(*callee);
            unknown && has_constant_operands(call, *unknown))
            return add({user_location(call, unit_),
                        std::string(traits_.title) + " has no function for '" + std::string(unknown->name) + "'",
                        "do not compile for this target, or write the kernel without this function"},
                       limits_);
        // The compiler calls a function of libatomic for a type that no instruction of the build machine can access.
        if (callee->getName().starts_with("__atomic_")) return add_atomic_type(call);
        if (callee->isIntrinsic())
            add(call, "a kernel cannot use '" + intrinsic_source_name(*callee) + "', which not every device has",
                "write it in C++, or with a function of <ingot/kernel.hpp>");
        else
            add(call, "a kernel cannot call '" + llvm::demangle(callee->getName().str()) + "', which is only on the host",
                unit_.library_functions.contains(callee->getName().str())
                    ? "this library function does not exist on devices: write it in the kernel file under a name of your own"
                    : "define it in the kernel file or in a header that it includes");
    }

    // Reports pointers to another memory than the device function needs.
    void check_operands(const llvm::CallBase& call, const device_function& function) {
        for (const operand_memory& required : function.memories) {
            const llvm::Value* const pointer = call.getArgOperand(required.operand);
            if (memory_.of(pointer).single() == required.space) continue;
            if (required.space == local_space)
                add(call, "a pointer that is passed here must point to local memory",
                    "pass the address of an element of a local_buffer");
            else
                add(call, "a pointer that is passed here must point to a buffer", "pass the address of an element of a buffer");
        }
    }

    // Adds the reason why a function with a body was not inlined.
    void add_not_inlined(const llvm::CallBase& call, const llvm::Function& callee) {
        const std::string name = llvm::demangle(callee.getName().str());
        if (callee.isVarArg())
            return add(call, "a kernel cannot call '" + name + "', which takes C's variable arguments",
                       "write a template with a parameter pack: `template <typename... T> … (T... values)`");
        for (const llvm::Instruction& instruction : llvm::instructions(callee)) {
            if (llvm::isa<llvm::IndirectBrInst>(instruction)) return check(instruction);
            const auto* inner = llvm::dyn_cast<llvm::CallBase>(&instruction);
            if (inner && inner->hasFnAttr(llvm::Attribute::ReturnsTwice)) return check_call(*inner);
        }
        add_recursion(call, callee);
    }

    // Adds an error about a function that calls itself. The error is at the line of the recursive call in the function's body.
    // If that is not a line of the author's code, for example in a function of a library, the error is at the author's line
    // that calls the function.
    void add_recursion(const llvm::CallBase& call, const llvm::Function& callee) {
        const std::string message = "a kernel cannot call '" + llvm::demangle(callee.getName().str()) + "' recursively";
        std::string advice =
            "device code has no call stack. Write a loop; or add an integer parameter that counts down: pass a constant of at "
            "most " +
            std::to_string(greatest_recursion_depth) +
            " in the first call, pass one less in each further call, and return where it is 0";
        if (const llvm::Attribute bytes = callee.getFnAttribute(frame_bytes_attribute); bytes.isValid())
            advice = "the variables of all levels need " + bytes.getValueAsString().str() +
                     " bytes, and a work-item has at most " + std::to_string(greatest_frame_bytes) +
                     " for them: pass a smaller greatest depth in the first call, or keep less in each level";
        for (const llvm::Instruction& instruction : llvm::instructions(callee))
            if (called_definition(instruction) == &callee)
                if (const std::optional<source_location> line = author_line(instruction, unit_))
                    return add({*line, message, advice, user_location(call, unit_)}, found_);
        add(call, message, advice);
    }

    void check_types(const llvm::Instruction& instruction) {
        const auto is_long_double = [](const llvm::Type* type) {
            return type->isX86_FP80Ty() || type->isFP128Ty() || type->isPPC_FP128Ty();
        };
        const bool has =
            is_long_double(instruction.getType()) ||
            std::ranges::any_of(instruction.operands(), [&](const llvm::Use& use) { return is_long_double(use->getType()); });
        if (has) add(instruction, "a kernel cannot compute with long double", "use double or float");
    }

    void add_atomic_type(const llvm::Instruction& instruction) {
        add(instruction, "devices have atomic operations on numbers of 8, 16, 32 and 64 bits only",
            "use an integer, for example uint32_t, or store its parts in several atomic values");
    }

    // Reports atomic operations of a type that scope_atomics and widen_atomics did not lower.
    void check_atomic(const llvm::Instruction& instruction) {
        if (!instruction.isAtomic() || llvm::isa<llvm::FenceInst>(instruction)) return;
        const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
        const llvm::Type* const type = exchange                                      ? exchange->getNewValOperand()->getType()
                                       : llvm::isa<llvm::AtomicRMWInst>(instruction) ? instruction.getType()
                                                                                     : llvm::getLoadStoreType(&instruction);
        if (const auto bits = type->getPrimitiveSizeInBits(); bits != 32 && bits != 64) add_atomic_type(instruction);
    }

    // If the instruction stores a pointer, and not in a variable of the work-item, reports it and returns true.
    bool stores_pointer(const llvm::Instruction& instruction) {
        const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
        if (!store || !store->getValueOperand()->getType()->isPointerTy() ||
            memory_.points_to_variables(store->getPointerOperand()))
            return false;
        add(instruction, "a kernel cannot store a pointer in memory", "store an index into the buffer instead");
        return true;
    }

    // Returns whether the pointer comes from a function that the device does not have.
    bool comes_from_unknown_function(const llvm::Value* pointer) const {
        llvm::SmallVector<const llvm::Value*> objects;
        llvm::getUnderlyingObjects(pointer, objects, nullptr, 0);
        return std::ranges::any_of(objects, [&](const llvm::Value* object) {
            const auto* call = llvm::dyn_cast<llvm::CallBase>(object);
            return call && call->getCalledFunction() && call->getCalledFunction()->getName() != pointer_of_unknown_memory &&
                   !is_supported_function(*call->getCalledFunction(), traits_.intrinsic_prefix);
        });
    }

    // Reports a generic pointer, unless it is null or points to the work-item's own memory.
    void check_memory(const llvm::Instruction& instruction, const llvm::Value* pointer) {
        if (pointer->getType()->getPointerAddressSpace() != private_space) return;
        const memory_set memories = memory_.of(pointer);
        if (!memories.is_unknown && (memories.spaces.empty() || memories.single() == private_space)) return;
        if (comes_from_unknown_function(pointer)) return;  // check_call() reports the call
        add(instruction, "it is not known at compile time which memory this pointer points to",
            "a pointer cannot come from a buffer's element or from a number; use an index into a buffer");
    }

    // Reports global variables that are neither constant nor in an address space of the device, and constants with an array
    // that is too long for the target.
    void check_variable(const llvm::Instruction& instruction, const llvm::Value* operand) {
        if (!operand->getType()->isPointerTy()) return;
        const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(operand));
        if (!variable) return;
        if (variable->isConstant()) return check_constant(instruction, *variable);
        if (variable->getAddressSpace() != 0) return;
        if (variable->getName().starts_with("ingot_device_")) return;
        add(instruction, "a kernel cannot use the variable '" + llvm::demangle(variable->getName().str()) + "'",
            "make it const or constexpr, or pass it as a param or in a buffer");
    }

    void check_constant(const llvm::Instruction& instruction, const llvm::GlobalVariable& variable) {
        if (!variable.hasInitializer()) return;
        const auto [length, is_new] = lengths_.try_emplace(&variable, 0);
        if (is_new) length->second = longest_array(*variable.getInitializer());
        if (length->second > traits_.max_constant_array_length)
            add(instruction,
                "a constant array of " + std::to_string(length->second) + " elements is too long: " + std::string(traits_.title) +
                    " has at most " + std::to_string(traits_.max_constant_array_length),
                "make it an array of shorter arrays, or pass it as a constant_buffer<T>");
    }

    const device_module& unit_;
    const target_traits& traits_;
    const pointer_memory memory_;
    std::vector<diagnostic>& found_;
    std::vector<diagnostic>& limits_;
    std::map<const llvm::GlobalVariable*, uint64_t> lengths_;
};

}  // namespace

std::vector<diagnostic> diagnose_unsupported(device_module& unit) {
    std::vector<diagnostic> found;
    // The first limit of the target that each function meets.
    std::map<const llvm::Function*, diagnostic> first_limits;
    llvm::SmallSetVector<const llvm::Function*, 16> functions;
    for (const kernel_entry& kernel : unit.kernels)
        if (const llvm::Function* function = unit.module->getFunction(kernel.entry_function))
            for (const llvm::Function* one : function_and_specialized_callees(*function)) functions.insert(one);
    for (const llvm::Function* function : functions) {
        std::vector<diagnostic> limits;
        instruction_checker checker(unit, *function, found, unit.compiled_for->traits().leaves_out_kernels ? limits : found);
        for (const llvm::Instruction& instruction : llvm::instructions(*function)) checker.check(instruction);
        if (!limits.empty()) first_limits.emplace(function, limits.front());
    }
    if (!found.empty()) return found;
    for (kernel_entry& kernel : unit.kernels)
        if (const llvm::Function* function = unit.module->getFunction(kernel.entry_function))
            for (const llvm::Function* one : function_and_specialized_callees(*function))
                if (const auto limit = first_limits.find(one); limit != first_limits.end() && !kernel.missing_reason)
                    kernel.missing_reason = limit->second;
    return {};
}

}  // namespace ingot::compiler
