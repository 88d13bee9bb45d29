#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <set>

#include "passes.hpp"

namespace ingot::compiler {

namespace {

// Headers that a kernel's author did not write: an error inside them is reported where the author's code leads there.
bool is_library(llvm::StringRef file) {
    return file.starts_with("/usr/") || file.contains("/ingot/language/") || file.contains("/ingot/cpu_debug/") ||
           file.ends_with("/ingot/kernel.hpp");
}

std::string path_of(const llvm::DILocation& location) {
    const llvm::StringRef name = location.getFilename();
    if (name.starts_with("/") || location.getDirectory().empty()) return name.str();
    return (location.getDirectory() + "/" + name).str();
}

// The innermost line of the author's in the chain of inlined calls that leads to the instruction.
source_location user_location(const llvm::Instruction& instruction) {
    for (const llvm::DILocation* location = instruction.getDebugLoc(); location; location = location->getInlinedAt())
        if (location->getLine() != 0 && !is_library(path_of(*location)))
            return {path_of(*location), location->getLine(), location->getColumn()};
    if (const llvm::DISubprogram* kernel = instruction.getFunction()->getSubprogram())
        return {kernel->getFilename().str(), kernel->getLine(), 0};
    return {};
}

// OpenCL's built-in functions with an effect; the mathematical ones access no memory.
constexpr llvm::StringRef built_in_functions[] = {
    "_Z7barrierj",
    "_Z6printfPU3AS2Kcz",
};

// Functions that the middle end leaves to the targets.
bool is_known(const llvm::Function& function) {
    const llvm::StringRef name = function.getName();
    return function.isIntrinsic() || function.doesNotAccessMemory() || name.contains("__spirv_") ||
           (name.starts_with("_Z") && (name.contains("sub_group") || name.contains("_image"))) ||
           llvm::is_contained(built_in_functions, name);
}

class limits_of_kernel {
public:
    explicit limits_of_kernel(std::vector<diagnostic>& into) : found(into) {}

    void check(const llvm::Instruction& instruction) {
        if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) check_call(*call);
        check_types(instruction);
        check_pointers(instruction);
        for (const llvm::Use& operand : instruction.operands()) check_variable(instruction, operand);
        if (llvm::isa<llvm::IndirectBrInst>(instruction))
            add(instruction, "a kernel cannot jump to a computed label", "use a switch");
    }

private:
    void add(const llvm::Instruction& at, std::string message, std::string advice) {
        diagnostic one {user_location(at), std::move(message), std::move(advice)};
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
        if (!callee->isDeclaration())
            return add(call, "a kernel cannot call '" + llvm::demangle(callee->getName().str()) + "' recursively",
                       "write a loop, or count an argument down to zero from a number that is known when the kernel is compiled");
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
        if (!is_known(*callee))
            add(call, "a kernel cannot call '" + llvm::demangle(callee->getName().str()) + "', which is only on the host",
                "define it in the kernel file or in a header that it includes");
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
    void check_atomic(const llvm::Instruction& instruction, const llvm::Type* type) {
        const auto bits = type->getPrimitiveSizeInBits();
        if (instruction.isAtomic() && bits != 32 && bits != 64)
            add(instruction, "devices have atomic operations on 32 and 64 bits only", "use uint32_t");
    }

    void check_pointers(const llvm::Instruction& instruction) {
        const llvm::Value* pointer = nullptr;
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
            pointer = load->getPointerOperand();
            check_atomic(instruction, load->getType());
        }
        if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
            pointer = update->getPointerOperand();
            check_atomic(instruction, update->getType());
        }
        if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
            pointer = exchange->getPointerOperand();
            check_atomic(instruction, exchange->getNewValOperand()->getType());
        }
        if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
            pointer = store->getPointerOperand();
            check_atomic(instruction, store->getValueOperand()->getType());
            if (store->getValueOperand()->getType()->isPointerTy() &&
                !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer)))
                return add(instruction, "a kernel cannot store a pointer in memory", "store an index into the buffer instead");
        }
        if (!pointer || pointer->getType()->getPointerAddressSpace() != 0) return;
        // An iterator over an array is a pointer that changes in a loop.
        llvm::SmallVector<const llvm::Value*> objects;
        llvm::getUnderlyingObjects(pointer, objects, nullptr, 0);
        const auto is_known_memory = [](const llvm::Value* object) {
            return llvm::isa<llvm::AllocaInst>(object) || llvm::isa<llvm::GlobalVariable>(object);
        };
        if (!std::ranges::all_of(objects, is_known_memory))
            add(instruction, "it cannot be told at compile time which memory this pointer points to",
                "a pointer may point to one kind of memory only (buffer, local_buffer or a variable), and cannot come out of "
                "memory");
    }

    void check_variable(const llvm::Instruction& instruction, const llvm::Value* operand) {
        const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(operand->stripPointerCasts());
        if (!variable || variable->getAddressSpace() != 0 || variable->isConstant()) return;
        if (variable->getName().starts_with("ingot_device_")) return;
        add(instruction, "a kernel cannot use the variable '" + llvm::demangle(variable->getName().str()) + "'",
            "make it const or constexpr, or pass it as a param or in a buffer");
    }

    std::vector<diagnostic>& found;
};

}  // namespace

std::vector<diagnostic> find_device_limits(const device_module& unit) {
    std::vector<diagnostic> found;
    limits_of_kernel limits(found);
    for (const kernel_entry& kernel : unit.kernels)
        if (const llvm::Function* function = unit.module->getFunction(kernel.function))
            for (const llvm::Instruction& instruction : llvm::instructions(*function)) limits.check(instruction);
    return found;
}

}  // namespace ingot::compiler
