#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <map>

#include "device_functions.hpp"
#include "known_functions.hpp"
#include "passes.hpp"

namespace ingot::compiler {

namespace {

std::string path_of(const llvm::DILocation& location) {
    const llvm::StringRef name = location.getFilename();
    if (name.starts_with("/") || location.getDirectory().empty()) return name.str();
    return (location.getDirectory() + "/" + name).str();
}

// The innermost line of the author's in the chain of inlined calls that leads to the instruction.
source_location user_location(const llvm::Instruction& instruction, const device_module& unit) {
    for (const llvm::DILocation* location = instruction.getDebugLoc(); location; location = location->getInlinedAt())
        if (location->getLine() != 0 && !unit.is_library(path_of(*location)))
            return {path_of(*location), location->getLine(), location->getColumn()};
    if (const llvm::DISubprogram* kernel = instruction.getFunction()->getSubprogram())
        return {kernel->getFilename().str(), kernel->getLine(), 0};
    return {};
}

// A work-item's own memory, or none.
bool is_private(const llvm::Value* object) {
    return object->getType()->getPointerAddressSpace() == 0 &&
           (llvm::isa<llvm::AllocaInst>(object) || llvm::isa<llvm::GlobalVariable>(object) ||
            llvm::isa<llvm::ConstantPointerNull>(object));
}

// The device function that this is, not lowered.
const device_function* of_language(const llvm::Function& function) {
    return function.getName().starts_with(device_function_prefix) ? find_device_function(function.getName()) : nullptr;
}

// Pointers that the instruction looks behind, or at.
llvm::SmallVector<const llvm::Value*, 2> pointers_used(const llvm::Instruction& instruction) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return {load->getPointerOperand()};
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return {store->getPointerOperand()};
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

// Of the arrays that make up the constant.
uint64_t longest_array(const llvm::Constant& constant) {
    if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant)) return data->getNumElements();
    if (!llvm::isa<llvm::ConstantAggregate>(constant)) return 0;
    uint64_t longest = llvm::isa<llvm::ConstantArray>(constant) ? constant.getNumOperands() : 0;
    for (const llvm::Use& part : constant.operands())
        longest = std::max(longest, longest_array(*llvm::cast<llvm::Constant>(part)));
    return longest;
}

class limits_of_kernel {
public:
    limits_of_kernel(const device_module& of, std::vector<diagnostic>& into)
        : unit(of), traits(of.made_for->traits()), found(into) {}

    void check(const llvm::Instruction& instruction) {
        if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) check_call(*call);
        check_types(instruction);
        check_atomic(instruction);
        if (!stores_pointer(instruction))
            for (const llvm::Value* pointer : pointers_used(instruction)) check_memory(instruction, pointer);
        for (const llvm::Use& operand : instruction.operands()) check_variable(instruction, operand);
        if (llvm::isa<llvm::IndirectBrInst>(instruction))
            add(instruction, "a kernel cannot jump to a computed label", "use a switch");
    }

private:
    void add(const llvm::Instruction& at, std::string message, std::string advice) {
        diagnostic one {user_location(at, unit), std::move(message), std::move(advice)};
        const auto same = [&](const diagnostic& other) {
            return other.message == one.message && other.where.line == one.where.line && other.where.file == one.where.file;
        };
        if (std::ranges::none_of(found, same)) found.push_back(std::move(one));
    }

    void check_call(const llvm::CallBase& call) {
        if (call.isInlineAsm())
            return add(call, "a kernel cannot hold inline assembly", "devices have no common assembly: write it in C++");
        const llvm::Function* callee = call.getCalledFunction();
        if (!callee)
            return add(call, "a kernel cannot call through a pointer that is not known at compile time",
                       "call the function by its name, pass a lambda or make the function a template's parameter");
        if (!callee->isDeclaration()) return add_defined(call, *callee);
        if (callee->getName().starts_with("ingot_device_image_"))
            return add(
                call, "it cannot be told at compile time which image this is",
                "name the image, or choose between the results of two reads: an image is never stored, and no condition can "
                "choose one");
        if (callee->getName() == "ingot_device_local_memory")
            return add(call, "the size of local memory must be known at compile time", "use local_buffer<T, N>");
        if (callee->getName() == "printf" || callee->getName() == "ingot_device_print")
            return add(
                call, "the text that a kernel prints must be known at compile time, and fit the values that it prints",
                "pass a string literal; of printf's conversions devices have no '*' and '%n', and strings only as literals");
        if (is_known(*callee, traits.intrinsics)) return;
        if (const device_function* const unknown = of_language(*callee); unknown && has_constant_operands(call, *unknown))
            return add(call, std::string(traits.title) + " has no function for '" + std::string(unknown->name) + "'",
                       "leave this target out, or write the kernel without it");
        if (callee->isIntrinsic())
            add(call, "a kernel cannot use '" + words_of_intrinsic(*callee) + "', which not every device has",
                "write it in C++, or with a function of <ingot/kernel.hpp>");
        else
            add(call, "a kernel cannot call '" + llvm::demangle(callee->getName().str()) + "', which is only on the host",
                "define it in the kernel file or in a header that it includes");
    }

    // A function that was not inlined.
    void add_defined(const llvm::CallBase& call, const llvm::Function& callee) {
        const std::string name = llvm::demangle(callee.getName().str());
        if (callee.isVarArg())
            return add(call, "a kernel cannot call '" + name + "', which takes C's variable arguments",
                       "write a template with a parameter pack: `template <typename... T> … (T... values)`");
        for (const llvm::Instruction& instruction : llvm::instructions(callee)) {
            if (llvm::isa<llvm::IndirectBrInst>(instruction)) return check(instruction);
            const auto* inner = llvm::dyn_cast<llvm::CallBase>(&instruction);
            if (inner && inner->hasFnAttr(llvm::Attribute::ReturnsTwice)) return check_call(*inner);
        }
        add(call, "a kernel cannot call '" + name + "' recursively",
            "write a loop, or count an argument down to zero from a number that is known when the kernel is compiled");
    }

    void check_types(const llvm::Instruction& instruction) {
        const auto unknown = [](const llvm::Type* type) {
            return type->isX86_FP80Ty() || type->isFP128Ty() || type->isPPC_FP128Ty();
        };
        const bool has = unknown(instruction.getType()) || std::ranges::any_of(instruction.operands(), [&](const llvm::Use& use) {
                             return unknown(use->getType());
                         });
        if (has) add(instruction, "a kernel cannot compute with long double", "use double or float");
    }

    // A width that the lowering of atomics left.
    void check_atomic(const llvm::Instruction& instruction) {
        if (!instruction.isAtomic() || llvm::isa<llvm::FenceInst>(instruction)) return;
        const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
        const llvm::Type* const type = exchange                                      ? exchange->getNewValOperand()->getType()
                                       : llvm::isa<llvm::AtomicRMWInst>(instruction) ? instruction.getType()
                                                                                     : llvm::getLoadStoreType(&instruction);
        if (const auto bits = type->getPrimitiveSizeInBits(); bits != 32 && bits != 64)
            add(instruction, "devices have atomic operations on 32 and 64 bits only", "use uint32_t");
    }

    bool stores_pointer(const llvm::Instruction& instruction) {
        const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
        if (!store || !store->getValueOperand()->getType()->isPointerTy() ||
            llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(store->getPointerOperand())))
            return false;
        add(instruction, "a kernel cannot store a pointer in memory", "store an index into the buffer instead");
        return true;
    }

    // Of a function that no device has.
    bool is_result_of_unknown(const llvm::Value* object) const {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(object);
        return call && call->getCalledFunction() && !is_known(*call->getCalledFunction(), traits.intrinsics);
    }

    void check_memory(const llvm::Instruction& instruction, const llvm::Value* pointer) {
        if (pointer->getType()->getPointerAddressSpace() != 0) return;
        // An iterator over an array is a pointer that changes in a loop.
        llvm::SmallVector<const llvm::Value*> objects;
        llvm::getUnderlyingObjects(pointer, objects, nullptr, 0);
        if (std::ranges::any_of(objects, [&](const llvm::Value* object) { return is_result_of_unknown(object); }))
            return;  // The call is reported.
        if (!std::ranges::all_of(objects, is_private))
            add(instruction, "it cannot be told at compile time which memory this pointer points to",
                "a pointer may point to one kind of memory only (buffer, local_buffer or a variable), and cannot come out of "
                "memory");
    }

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
        const auto [length, is_new] = lengths.try_emplace(&variable, 0);
        if (is_new) length->second = longest_array(*variable.getInitializer());
        if (length->second > traits.longest_constant_array)
            add(instruction,
                "a constant array of " + std::to_string(length->second) + " elements is too long: " + std::string(traits.title) +
                    " has at most " + std::to_string(traits.longest_constant_array),
                "make it an array of shorter arrays, or pass it as a constant_buffer<T>");
    }

    const device_module& unit;
    const target_traits& traits;
    std::vector<diagnostic>& found;
    std::map<const llvm::GlobalVariable*, uint64_t> lengths;
};

}  // namespace

std::vector<diagnostic> find_device_limits(const device_module& unit) {
    std::vector<diagnostic> found;
    limits_of_kernel limits(unit, found);
    for (const kernel_entry& kernel : unit.kernels)
        if (const llvm::Function* function = unit.module->getFunction(kernel.function))
            for (const llvm::Instruction& instruction : llvm::instructions(*function)) limits.check(instruction);
    return found;
}

}  // namespace ingot::compiler
