// The passes of the middle end. Each pass is in a file of its own name, which begins with an example of IR before and
// after. The passes of the first part run for every target; inline_functions() and lower_module() in middle_end.cpp show
// their order. Targets add the passes of the second part as they need them.
#pragma once

#include <llvm/IR/PassManager.h>

#include <initializer_list>
#include <string_view>
#include <vector>

#include "../device_module.hpp"
#include "../diagnostic.hpp"
#include "image_calls.hpp"

namespace ingot::compiler {

// Passes for every target.

/// Removes what binds the module to the build machine (attributes of its processor, assembly outside of functions), and
/// makes all functions internal except the kernels' entries, so that unused functions can be removed.
class prepare_module : public llvm::PassInfoMixin<prepare_module> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Splits loads and stores of integers of 3, 5, 6 or 7 bytes into loads and stores of smaller integers. The build
/// machine's calling convention passes structs of these sizes as integers. LLVM's SPIR-V back end would access the
/// next larger integer instead, and with it the bytes after the struct.
class split_odd_integers : public llvm::PassInfoMixin<split_odd_integers> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Defines the functions of the C library that the C++ standard library calls instead of a loop: memcmp, bcmp, memchr,
/// wmemchr.
class define_library_functions : public llvm::PassInfoMixin<define_library_functions> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Inlines functions that call each other in a cycle into one of them, which then calls itself.
class merge_recursive_functions : public llvm::PassInfoMixin<merge_recursive_functions> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Attaches the ranges of integer arguments to the calls of recursive functions, as the parameter attribute `range`.
/// The pass runs before inlining, where the ranges are easier to find.
class note_argument_ranges : public llvm::PassInfoMixin<note_argument_ranges> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

/// Numbers of instructions that decide which functions are inlined.
struct inlining_limits {
    /// A function with more instructions is large. A call costs a device as much time as some dozens of instructions.
    uint64_t function = 256;
    /// Large functions are kept only in a kernel that would have more instructions with all functions inlined. Kernels of
    /// real programs are smaller: a path tracer has 6,000 instructions.
    uint64_t kernel = 16'384;
    /// If no kernel has more instructions before simplification with all functions inlined, the pass does nothing.
    uint64_t kernel_before_simplification = 131'072;
};

/// Inlines functions by cost. In kernels that would be very large with all functions inlined, marks large functions with
/// several calls as kept functions (kept_functions.hpp). These are not inlined.
class keep_large_functions : public llvm::PassInfoMixin<keep_large_functions> {
public:
    explicit keep_large_functions(const inlining_limits& limits = {}) : limits_(limits) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }

private:
    inlining_limits limits_;
};

/// Inlines every function with a body into the kernels' entries. The pass repeats inlining and simplification, because
/// simplification can show which function an indirect call calls. Recursive functions and kept functions are not
/// inlined.
class inline_into_kernels : public llvm::PassInfoMixin<inline_into_kernels> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

/// Turns a recursive function into a loop if the depth of the recursion is provably at most `greatest_recursion_depth` and
/// the variables and values of all levels fit in 32 KiB; arrays hold them. std::sort needs this pass. Other recursive functions
/// stay and are reported as errors.
class turn_recursion_into_loops : public llvm::PassInfoMixin<turn_recursion_into_loops> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

/// Computes in double what the standard library's headers compute in long double.
void narrow_long_double(device_module& unit);

/// Replaces each entry by a function with the kernel's symbol and signature: buffers become pointers to global memory
/// (address space 1) or constant memory, local memory a pointer or an offset, values are passed by value or by a pointer,
/// and images as the target requires. Sets kernel_entry::entry_function to the symbol.
void make_kernel_signatures(device_module& unit);

/// Replaces the calls of failing functions (failing_functions.hpp) in the kernels by code that ends the work-item. Before that,
/// the code reports the failure to the host, in the buffer that is the kernel's last parameter (archive/failures.hpp). Returns
/// errors for calls that cannot be replaced.
std::vector<diagnostic> stop_failed_work_items(device_module& unit);

/// Replaces the calls of ingot_device_target_has by constants, and removes the code that is unreachable then.
class answer_target_features : public llvm::PassInfoMixin<answer_target_features> {
public:
    explicit answer_target_features(const target_traits& traits, const architecture_features& architecture = {})
        : traits_(traits), architecture_(architecture) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    const target_traits& traits_;
    architecture_features architecture_;
};

/// Replaces loads of variables like ingot_device_global_id by calls like ingot_device_get_global_id(dimension).
class read_work_item_variables : public llvm::PassInfoMixin<read_work_item_variables> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Replaces each call of ingot_device_local_memory(bytes, alignment) by an array in local memory (address space 3).
class allocate_local_memory : public llvm::PassInfoMixin<allocate_local_memory> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Gives each pointer the address space of the memory to which it points. If local memory and constants begin at
/// address 0 (target_traits::has_memory_at_null), the null pointer of these address spaces is an address that no memory
/// has.
class infer_pointer_address_spaces : public llvm::PassInfoMixin<infer_pointer_address_spaces> {
public:
    explicit infer_pointer_address_spaces(bool memory_at_null) : has_memory_at_null_(memory_at_null) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }

private:
    bool has_memory_at_null_;
};

/// Splits each pointer that can point to several memories into one pointer for each memory, and a number that says to which
/// of them it points. The pass runs after infer_pointer_address_spaces.
class split_mixed_pointers : public llvm::PassInfoMixin<split_mixed_pointers> {
public:
    /// `constants` is the target's address space of constants, to which no code writes; 0 if it has none.
    split_mixed_pointers(bool memory_at_null, unsigned constants)
        : has_memory_at_null_(memory_at_null), constant_space_(constants) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }

private:
    bool has_memory_at_null_;
    unsigned constant_space_;
};

/// Converts numbers to pointers to a memory that the author named, as a cast does in Metal.
class convert_numbers_to_pointers : public llvm::PassInfoMixin<convert_numbers_to_pointers> {
public:
    enum class pointers {
        to_device_memory,  ///< to global memory, local memory and constants; before specialize_kept_functions
        to_variables       ///< to the work-item's variables; after specialize_kept_functions
    };
    /// `constants` is the address space of the constants in the program, and `buffers` that of a constant_buffer<T>.
    convert_numbers_to_pointers(pointers which, bool memory_at_null, unsigned constants, unsigned buffers)
        : which_(which), has_memory_at_null_(memory_at_null), constant_space_(constants), constant_buffer_space_(buffers) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    pointers which_;
    bool has_memory_at_null_;
    unsigned constant_space_;
    unsigned constant_buffer_space_;
};

/// Makes a copy of each kept function for each combination of address spaces of its arguments. Runs
/// infer_pointer_address_spaces and split_mixed_pointers on all functions.
class specialize_kept_functions : public llvm::PassInfoMixin<specialize_kept_functions> {
public:
    specialize_kept_functions(bool memory_at_null, unsigned constants)
        : has_memory_at_null_(memory_at_null), constant_space_(constants) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }

private:
    bool has_memory_at_null_;
    unsigned constant_space_;
};

/// Replaces functions of <cmath> that are a few plain instructions: the functions that round to an integer, ldexp,
/// frexp and modf.
class expand_mathematics : public llvm::PassInfoMixin<expand_mathematics> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Moves constants to the target's address space for constants. If their size in bytes exceeds `max_size`, all of them
/// move to global memory.
class place_constants : public llvm::PassInfoMixin<place_constants> {
public:
    place_constants(unsigned constant_space, uint64_t max_size) : space_(constant_space), max_bytes_(max_size) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    unsigned space_;
    uint64_t max_bytes_;
};

/// Sets the scope of atomic accesses: the device for global memory, the work-group for local memory. Atomic accesses to
/// variables of the work-item become plain ones. Atomic accesses of other widths than 8, 16, 32 and 64 bits stay and
/// are reported as errors.
class scope_atomics : public llvm::PassInfoMixin<scope_atomics> {
public:
    explicit scope_atomics(llvm::StringRef scope_of_group) : group_scope_(scope_of_group) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    llvm::StringRef group_scope_;
};

/// Replaces atomic accesses of 8 and 16 bits by loops around a compare-exchange of the word that contains them. The
/// pass runs after scope_atomics.
class widen_atomics : public llvm::PassInfoMixin<widen_atomics> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Returns an error for each construct in the lowered module that the device does not support, with the line in the
/// author's code. If the target may leave out kernels, what the target lacks is no error, but the kernel's `missing_reason`.
std::vector<diagnostic> diagnose_unsupported(device_module& unit);

// Passes that targets add.

/// The printf function of a target.
struct printf_interface {
    std::string_view function;               ///< the function's name; its type is int(format, ...)
    unsigned format_space;                   ///< the address space of the format string
    std::string_view int64_length_modifier;  ///< the length modifier of a 64-bit integer: "l" or "ll"
};

/// Replaces calls of print and printf by calls of the target's printf. Calls stay, and are reported as errors, if their
/// format is not known at compile time or does not fit their operands.
class call_printf : public llvm::PassInfoMixin<call_printf> {
public:
    explicit call_printf(const printf_interface& target_form) : interface_(target_form) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    printf_interface interface_;
};

/// Turns image calls whose image is known only when the kernel runs (an element of an array of images) into switches over the
/// images.
class choose_images : public llvm::PassInfoMixin<choose_images> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Replaces calls of the image functions by the target's code, which `lowering` creates. A call stays, and is reported
/// as an error, if its image or an operand that must be constant is not known at compile time. The pass adds the attribute
/// "ingot-reads-levels" to an image argument if the kernel may read mip levels other than the first.
class call_image_functions : public llvm::PassInfoMixin<call_image_functions> {
public:
    explicit call_image_functions(image_lowering lowering) : lowering_(lowering) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    image_lowering lowering_;
};

/// Marks the device functions of these names (without the prefix) as functions that the target's emit() defines. A
/// function stays unmarked, and its calls are reported as errors, if a call passes a variable for an operand that must
/// be constant.
class keep_device_functions : public llvm::PassInfoMixin<keep_device_functions> {
public:
    explicit keep_device_functions(std::initializer_list<llvm::StringRef> function_names) : names_(function_names) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    std::vector<llvm::StringRef> names_;
};

/// Replaces integer intrinsics by plain instructions: bitreverse, and arithmetic with an overflow flag. SPIR-V's Kernel
/// capability lacks them, or llvm-spirv does not translate them. The pass must run after all simplification, which would
/// create the intrinsics again.
class expand_integer_intrinsics : public llvm::PassInfoMixin<expand_integer_intrinsics> {
public:
    /// What else the instructions depend on.
    struct options {
        bool has_word_reversal = false;  ///< does the target have bitreverse of 32 bits?
        /// A function that returns 0 as an i32, which the device's compiler does not know to be 0: its simplification would make
        /// the intrinsic of an unsigned product with an overflow flag again. Empty if that does no harm.
        llvm::StringRef unknown_zero = "";
    };

    expand_integer_intrinsics() = default;
    explicit expand_integer_intrinsics(options chosen) : options_(chosen) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }

private:
    options options_ {};
};

/// Replaces atomic updates other than exchanges, sums, bit operations, minima and maxima of integers by loops around a
/// compare-exchange.
class expand_atomic_updates : public llvm::PassInfoMixin<expand_atomic_updates> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Replaces integers of odd widths, such as i2, by the next wider ones of 8, 16, 32 or 64 bits. LLVM's SPIR-V back end
/// computes with wider integers too, but does not cut the results to the odd width. Throws std::logic_error for an operation
/// on such integers that the pass does not know.
class widen_odd_integers : public llvm::PassInfoMixin<widen_odd_integers> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

/// If the default of a switch is unreachable, makes one of the cases the default. Some drivers derive from the control flow
/// whether all work-items reach a barrier, and a path that is never taken leads to wrong results. The pass must run after all
/// simplification, which would make defaults unreachable again.
class make_defaults_reachable : public llvm::PassInfoMixin<make_defaults_reachable> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Replaces each memmove, and each memset whose value or size is not constant, by loads and stores. The pass must run after
/// all simplification, which would create memmove and memset again.
class expand_memory_intrinsics : public llvm::PassInfoMixin<expand_memory_intrinsics> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Changes functions that a structured language cannot express, for example loops with two entries, so that each function has a
/// region tree (region_tree.hpp). The pass must run after all simplification. Throws std::logic_error if that fails, which is a
/// defect of the compiler.
class structure_control_flow : public llvm::PassInfoMixin<structure_control_flow> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

/// Turns the pointers that variables of the work-item hold into numbers, because LLVM's SPIR-V back end allocates too
/// little memory for arrays of pointers.
class hold_pointers_as_numbers : public llvm::PassInfoMixin<hold_pointers_as_numbers> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ingot::compiler
