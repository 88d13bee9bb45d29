// The passes of the middle end, in the order in which lower() runs them. Each is in a file of its own name.
#pragma once

#include <llvm/IR/PassManager.h>

#include <vector>

#include "../device_module.hpp"
#include "../diagnostic.hpp"

namespace ingot::compiler {

/// Forgets what ties the module to the build machine, and what keeps functions alive that no kernel calls.
class prepare_module : public llvm::PassInfoMixin<prepare_module> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Integers of 3, 5, 6 or 7 bytes in memory are read and written in parts. The build machine passes structs of that size in them,
/// and LLVM's SPIR-V back end would read the next larger integer instead, with whatever lies behind.
class split_odd_integers : public llvm::PassInfoMixin<split_odd_integers> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Gives functions of the C library a body that the standard library calls where the compiler knows them: memcmp, memchr.
class define_library_functions : public llvm::PassInfoMixin<define_library_functions> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Inlines every defined function into the functions with external linkage, again and again while simplification shows what an
/// indirect call calls. Recursive functions stay.
class inline_into_kernels : public llvm::PassInfoMixin<inline_into_kernels> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

/// Notes at each call of a recursive function between which numbers its integer arguments lie, as parameters' attribute `range`.
/// It runs before inlining: there it is easier to see.
class note_argument_ranges : public llvm::PassInfoMixin<note_argument_ranges> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

/// A function that calls itself, and provably not deeper than a small number known at compile time, becomes a loop with what each
/// level keeps in arrays: so std::sort runs on devices. Other recursive functions stay.
class turn_recursion_into_loops : public llvm::PassInfoMixin<turn_recursion_into_loops> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

/// Each call of ingot_device_local_memory(bytes, alignment) becomes an array in local memory (address space 3).
class allocate_local_memory : public llvm::PassInfoMixin<allocate_local_memory> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// A pointer's number, as for the difference of two pointers, is its address in its own memory, null is a null of that memory,
/// and comparisons with null are made there: after address spaces are inferred, no generic pointer is left for them.
class number_pointers : public llvm::PassInfoMixin<number_pointers> {
public:
    explicit number_pointers(target_kind of) : kind(of) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }

private:
    target_kind kind;
};

/// Loads from the variables ingot_device_global_id and so on become calls of OpenCL's built-in functions.
class read_work_item_variables : public llvm::PassInfoMixin<read_work_item_variables> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Device functions, LLVM's mathematical intrinsics and the C library's functions become OpenCL's built-in functions.
class call_built_in_functions : public llvm::PassInfoMixin<call_built_in_functions> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Calls of print and printf become calls of OpenCL's printf, with a format in constant memory (PTX: in global memory). Calls
/// whose format is not known at compile time, or does not fit its operands, stay.
class call_printf : public llvm::PassInfoMixin<call_printf> {
public:
    explicit call_printf(target_kind of) : kind(of) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    target_kind kind;
};

/// The device functions of sub-groups become OpenCL's, which PTX defines for itself.
class call_sub_group_functions : public llvm::PassInfoMixin<call_sub_group_functions> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Atomic accesses get the scope of their memory (the device's or the work-group's), and the form that the target's back end
/// takes: for SPIR-V those operations that it has not become loops of compare and exchange. Those of a width that no device has
/// stay as they are.
class lower_atomics : public llvm::PassInfoMixin<lower_atomics> {
public:
    explicit lower_atomics(target_kind target) : kind(target) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    target_kind kind;
};

/// Calls of the image functions become OpenCL's built-in functions on image arguments, or in PTX texture and surface intrinsics
/// on the handles of the image's descriptor. A call whose image is not known at compile time stays. An argument of which levels
/// other than the first are read gets the attribute "ingot-reads-levels".
class call_image_functions : public llvm::PassInfoMixin<call_image_functions> {
public:
    explicit call_image_functions(target_kind of) : kind(of) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    target_kind kind;
};

/// Constants go to constant memory (address space 2, or 4 in PTX; more than its 64 KiB hold go to global memory there).
class place_constants : public llvm::PassInfoMixin<place_constants> {
public:
    explicit place_constants(unsigned constant_space) : space(constant_space) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    unsigned space;
};

/// Integer intrinsics that SPIR-V's Kernel has not, or llvm-spirv does not translate, become plain instructions: the reversal of
/// bits, and operations that tell whether they overflow. Simplification would make them again.
class expand_integer_intrinsics : public llvm::PassInfoMixin<expand_integer_intrinsics> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Gives each entry its kernel's name and signature: buffers as pointers to global memory (address space 1), values by value.
void make_kernel_signatures(device_module& unit);

/// What is left in the module that a device cannot do, at the user's line.
std::vector<diagnostic> find_device_limits(const device_module& unit);

}  // namespace ingot::compiler
