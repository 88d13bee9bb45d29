// The steps that turn a lowered kernel into a function that runs one work-group:
//
//   1. add_item_parameters()   the kernel gets parameters for the ids of a work-item and for memory, and becomes an item function
//   2. place_stops()           barriers and sub-group functions become stops, at which work-items wait for each other
//   3. split_at_stops()        the item function becomes region functions, which run from one stop to the next
//   4. widen_regions()         regions get wide forms, each of which runs several neighbouring work-items in the lanes of vectors
//   5. create_group_function() runs each region for all work-items of the group in turn
//
// archive/cpu_code.hpp describes the functions that the last step makes.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

#include <cstdint>
#include <vector>

#include "../../device_module.hpp"
#include "../../middle_end/image_calls.hpp"
#include "../../middle_end/passes.hpp"

namespace ingot::compiler::cpu {

// Passes of the middle end.

/// Keeps the device functions that the steps of emit() replace.
inline keep_device_functions keep_functions_of_emit() {
    return keep_device_functions({"get_global_id", "get_local_id", "get_group_id", "get_global_size", "get_local_size",
                                  "get_num_groups", "barrier", "fence", "sub_group_size", "sub_group_id", "sub_group_local_id",
                                  "number_of_sub_groups", "sub_group_shuffle", "sub_group_shuffle_xor", "sub_group_shuffle_up",
                                  "sub_group_shuffle_down", "sub_group_ballot", "sub_group_barrier"});
}

/// The printf function for call_printf. The backend defines it (runtime/cpu_native/host_functions.cpp).
inline constexpr printf_interface cpu_printf {"ingot_cpu_printf", 0, "l"};

/// Replaces mathematical functions by functions of the backend, which are those of the C library:
///   %a = call float @llvm.sin.f32(float %x)
/// becomes
///   %a = call float @ingot_cpu_sinf(float %x)
class call_host_mathematics : public llvm::PassInfoMixin<call_host_mathematics> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// The names of the backend's functions for images begin with this.
inline constexpr llvm::StringLiteral image_function_prefix = "ingot_cpu_image_";

/// Reads a number, or a value of another type, from an archive::cpu::image_view at an offset in bytes.
llvm::LoadInst* load_from_view(llvm::Value& view, size_t offset, llvm::IRBuilder<>& builder, llvm::Type* type = nullptr);

/// Replaces an image call by a call of the backend's function: the `image_lowering` for call_image_functions.
llvm::Value* call_image_function(const image_call& call, llvm::IRBuilder<>& builder);

// Steps of cpu_target::emit().

/// The parameters that add_item_parameters() adds after the kernel's own ones. All but the last two are 32-bit numbers.
enum class item_parameter : unsigned {
    group_x,
    group_y,
    group_z,
    local_x,
    local_y,
    local_z,
    local_size_x,
    local_size_y,
    local_size_z,
    group_count_x,
    group_count_y,
    group_count_z,
    item,          ///< the index of the work-item in its group
    local_memory,  ///< the group's local memory, a pointer to address space 3
    contexts,      ///< the memory in which values of the work-items survive a stop
    count
};
inline constexpr unsigned item_parameter_count = static_cast<unsigned>(item_parameter::count);

/// Returns an added parameter of an item function or region function.
llvm::Argument* parameter_of(llvm::Function& function, item_parameter which);

/// One kernel on its way through the steps.
struct item_kernel {
    const kernel_entry* entry = nullptr;
    llvm::Function* function = nullptr;  ///< the item function
    uint64_t local_bytes = 0;            ///< size of the variables in local memory
    uint64_t context_bytes = 0;          ///< size of the memory for each work-item behind item_parameter::contexts
};

/// Creates the item function of each kernel. Functions that the kernel calls are copied for it. Replaces work-item functions,
/// fences and variables in local memory. Erases the kernels' original functions.
std::vector<item_kernel> add_item_parameters(device_module& unit);

/// A stop: a call of stop_function(), which is the last instruction of its block before the branch.
struct stop {
    llvm::CallInst* call;
    bool for_sub_group;  ///< only the work-items of a sub-group wait for each other
};

/// Turns the calls of functions in which work-items wait for each other into stops: barriers, sub-group barriers, and two stops
/// for each exchange of values. Returns the stops; those of the whole group are first.
std::vector<stop> place_stops(item_kernel& kernel);

/// Copies cheap computations to their uses, so that their results need not survive a stop: from
///   %i = add i32 %local_x, 1
///   call void @ingot_cpu_stop()
///   %p = getelementptr i32, ptr %values, i32 %i
/// it makes
///   call void @ingot_cpu_stop()
///   %i2 = add i32 %local_x, 1
///   %p = getelementptr i32, ptr %values, i32 %i2
void rematerialize(llvm::Function& function, llvm::ArrayRef<llvm::Instruction*> values);

/// The wide form of a region function. Both functions have the parameters of the region, for the first of the work-items.
struct wide_region {
    llvm::Function* function = nullptr;  ///< does what the region does, for `lanes` work-items of a row; null if there is none
    llvm::Function* guard = nullptr;     ///< returns whether the wide form may run for them; null if it always may
    /// Returns whether the wide form may run for all work-items of the row that begins at a work-item; null if there is no such
    /// test.
    llvm::Function* row_guard = nullptr;
    bool is_for_some_places = false;  ///< the guard also compares positions, not only tests for wrapping
    /// A second wide form, which runs where `guard` forbids the first one, and its own guard; null if there is none.
    llvm::Function* function_elsewhere = nullptr;
    llvm::Function* guard_elsewhere = nullptr;
};

/// The wide forms of all regions of a kernel with one number of lanes.
struct wide_forms {
    unsigned lanes = 8;
    std::vector<wide_region> regions;
};

/// How wide forms are made.
struct lane_choice {
    unsigned lanes = 8;   ///< number of work-items of a wide form; more than 8 lanes also get forms for 8
    unsigned widest = 8;  ///< number of floats in the machine's largest vector
    bool always = false;  ///< also if the wide form is likely to be slower
    bool counts = false;  ///< the code counts how many lanes are at work
};

/// The region functions of a kernel. Region 0 runs from the beginning, region i from the stop i - 1, both to the next stop.
/// Each returns 0 if the work-item has ended, otherwise the number of the region with which it goes on.
struct split_kernel {
    std::vector<llvm::Function*> regions;
    unsigned group_stops = 0;         ///< regions above this number begin at a stop of a sub-group
    std::vector<wide_forms> wide {};  ///< from the most lanes to the fewest; with sub-groups, at most a sub-group's work-items

    /// Returns whether work-items wait for the others of their sub-group. Wide forms then run only in sub-groups whose work-items
    /// are all in one row.
    bool has_sub_groups() const { return group_stops + 1 < regions.size(); }
};

/// Splits the item function at its stops, and erases it. Values that are used after a stop are kept in the contexts.
split_kernel split_at_stops(item_kernel& kernel, llvm::ArrayRef<stop> stops);

/// Creates the wide forms of each region, unless the region contains what cannot run in lanes, or the wide form is not likely to
/// be faster. With 16 lanes there are forms with 8 lanes too, for rows with fewer than 16 work-items. `counts` is the
/// kernel's variable for the number of lanes at work; null if they are not counted.
void widen_regions(split_kernel& split, const lane_choice& chosen, llvm::GlobalVariable* counts = nullptr);

/// Creates the function that runs one group, and the constant with what it needs.
llvm::Function* create_group_function(item_kernel& kernel, const split_kernel& split);

/// Returns the object as assembly. Throws std::runtime_error if the bytes are not an object of this target.
std::string disassemble_object(std::span<const std::byte> code);

}  // namespace ingot::compiler::cpu
