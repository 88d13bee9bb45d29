// The passes of the middle end, each in a file of its own name. Those of the first part run for every target, in the order in
// which lower() in middle_end.cpp adds them; those of the second part are for targets to add, with what they have.
#pragma once

#include <llvm/IR/PassManager.h>

#include <initializer_list>
#include <string_view>
#include <vector>

#include "../device_module.hpp"
#include "../diagnostic.hpp"
#include "image_calls.hpp"

namespace ingot::compiler {

// For every target.

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

/// Notes at each call of a recursive function between which numbers its integer arguments lie, as parameters' attribute `range`.
/// It runs before inlining: there it is easier to see.
class note_argument_ranges : public llvm::PassInfoMixin<note_argument_ranges> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

/// Inlines every defined function into the functions with external linkage, again and again while simplification shows what an
/// indirect call calls. Recursive functions stay.
class inline_into_kernels : public llvm::PassInfoMixin<inline_into_kernels> {
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

/// Gives each entry its kernel's name and signature: buffers as pointers to global memory (address space 1), values by value.
void make_kernel_signatures(device_module& unit);

/// Loads from the variables ingot_device_global_id and so on become calls of ingot_device_get_global_id(dimension) and so on.
class read_work_item_variables : public llvm::PassInfoMixin<read_work_item_variables> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Each call of ingot_device_local_memory(bytes, alignment) becomes an array in local memory (address space 3).
class allocate_local_memory : public llvm::PassInfoMixin<allocate_local_memory> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// A pointer's number, as for the difference of two pointers, is its address in its own memory, null is a null of that memory,
/// and comparisons with null are made there: after address spaces are inferred, no generic pointer is left for them. Where local
/// memory and constants begin at address 0 (target_traits::has_memory_at_null), their null is the last address.
class number_pointers : public llvm::PassInfoMixin<number_pointers> {
public:
    explicit number_pointers(bool memory_at_null) : has_memory_at_null(memory_at_null) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }

private:
    bool has_memory_at_null;
};

/// Functions of <cmath> that are a few plain instructions become these: those that round to an integer, and ldexp.
class expand_mathematics : public llvm::PassInfoMixin<expand_mathematics> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Constants go to their address space, or to global memory where there are more bytes than that holds.
class place_constants : public llvm::PassInfoMixin<place_constants> {
public:
    place_constants(unsigned constant_space, uint64_t most) : space(constant_space), most_bytes(most) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    unsigned space;
    uint64_t most_bytes;
};

/// Atomic accesses get the scope of their memory: the device's, or of local memory the work-group's. Those of a work-item's own
/// variables become plain, and those of a width that no device has stay as they are.
class scope_atomics : public llvm::PassInfoMixin<scope_atomics> {
public:
    explicit scope_atomics(llvm::StringRef scope_of_group) : group_scope(scope_of_group) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    llvm::StringRef group_scope;
};

/// What is left in the module that a device cannot do, at the user's line.
std::vector<diagnostic> find_device_limits(const device_module& unit);

// For targets to add.

/// What a target has for printing.
struct printf_form {
    std::string_view function;     ///< int f(format, ...)
    unsigned format_space;         ///< the address space of the format
    std::string_view long_length;  ///< the length modifier of an integer of 64 bits
};

/// Calls of print and printf become calls of the target's printf. Calls whose format is not known at compile time, or does not
/// fit its operands, stay.
class call_printf : public llvm::PassInfoMixin<call_printf> {
public:
    explicit call_printf(const printf_form& of) : form(of) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    printf_form form;
};

/// Calls of the image functions become what `lowering` makes of each. A call whose image is not known at compile time stays. An
/// argument of which levels other than the first are read gets the attribute "ingot-reads-levels".
class call_image_functions : public llvm::PassInfoMixin<call_image_functions> {
public:
    explicit call_image_functions(image_lowering with) : lower(with) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    image_lowering lower;
};

/// Leaves the device functions of these names, without the prefix, to the target's code generator: they are marked as known. One
/// of which a call has no constant where there must be one stays unmarked, and is reported.
class keep_device_functions : public llvm::PassInfoMixin<keep_device_functions> {
public:
    explicit keep_device_functions(std::initializer_list<llvm::StringRef> of) : names(of) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    std::vector<llvm::StringRef> names;
};

/// Integer intrinsics that SPIR-V's Kernel has not, or llvm-spirv does not translate, become plain instructions: the reversal of
/// bits, and operations that tell whether they overflow. Simplification would make them again.
class expand_integer_intrinsics : public llvm::PassInfoMixin<expand_integer_intrinsics> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Replaces each memmove, and each memset whose value or size is not constant, by loads and stores. Simplification would create
/// them again.
class expand_memory_intrinsics : public llvm::PassInfoMixin<expand_memory_intrinsics> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ingot::compiler
