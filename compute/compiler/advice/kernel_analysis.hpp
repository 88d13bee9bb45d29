// What the rules ask about one kernel: LLVM's analyses, which values are the same in all work-items of a group, and how an
// address depends on the position of the work-item.
#pragma once

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../device_module.hpp"
#include "source_lines.hpp"
#include "source_tokens.hpp"

namespace ingot::compiler::advice {

/// The memory to which a pointer points.
enum class memory_kind { buffer, constant_buffer, local, work_item, unknown };

/// A memory object: a parameter, an array in local memory, or a variable of the work-item.
struct memory_object {
    memory_kind kind = memory_kind::unknown;
    const llvm::Value* object = nullptr;            ///< the argument, global variable or alloca; null if unknown
    const archive::parameter* parameter = nullptr;  ///< the parameter, if the object is one
};

/// An address as a sum: constant + Σ factor · term, in bytes. Conversions between widths of integers are ignored: they matter
/// only if a number overflows.
struct linear_address {
    const llvm::Value* object = nullptr;  ///< the memory object to whose beginning the sum is added
    int64_t constant = 0;
    llvm::MapVector<const llvm::SCEV*, int64_t> terms;
};

/// By how much an address grows from a work-item to the next one, in the first dimension.
struct lane_stride {
    enum class kind { uniform, constant, run_time, unknown };
    kind type = kind::unknown;
    int64_t bytes = 0;  ///< for `constant`
};

/// The analyses of one kernel after simplify_for_analysis(). Pointers stay valid as long as the module does not change.
class kernel_analysis {
public:
    kernel_analysis(const device_module& unit, const kernel_entry& kernel, llvm::Function& function,
                    llvm::FunctionAnalysisManager& analyses, source_lines& lines, std::span<const resource_report> resources);

    /// What the kernels of the module need on each architecture; empty if that is not known.
    std::span<const resource_report> resources() const { return resources_; }

    const archive::kernel_reflection& description() const { return kernel_.reflection; }
    llvm::Function& function() { return function_; }
    const llvm::DataLayout& layout() const { return function_.getDataLayout(); }
    llvm::LoopInfo& loops() { return loops_; }
    /// The loops of a function that the kernel calls, or of the kernel itself.
    llvm::LoopInfo& loops_of(llvm::Function& function) { return analyses_.getResult<llvm::LoopAnalysis>(function); }
    llvm::ScalarEvolution& evolution_of(llvm::Function& function) {
        return analyses_.getResult<llvm::ScalarEvolutionAnalysis>(function);
    }
    llvm::ScalarEvolution& evolution() { return evolution_; }
    llvm::AAResults& aliases() { return aliases_; }
    llvm::DominatorTree& dominators() { return dominators_; }
    llvm::PostDominatorTree& post_dominators() { return post_dominators_; }

    /// Has the value the same value in all work-items of a work-group that compute it together?
    bool is_uniform(const llvm::Value& value) const;

    /// Returns the branches that decide whether a block runs, directly or through other branches.
    const std::vector<const llvm::Instruction*>& controlling_branches(const llvm::BasicBlock& block);

    /// Returns whether all work-items of a group run the block together: no branch that depends on the work-item decides about
    /// it.
    bool runs_in_all_items(const llvm::BasicBlock& block);

    /// Returns the author's line of an instruction. The line of the kernel itself is not an answer.
    std::optional<source_location> location_of(const llvm::Instruction& instruction) const;

    /// Returns the line of the kernel, and the column of its name.
    source_location location() const;

    /// Returns where a loop of the author begins, or nothing if it is in a function of a library.
    std::optional<source_location> location_of(const llvm::Loop& loop) const;

    /// Did the author write the operation of the instruction? An operation inside of a function of a library is the library's,
    /// except in operators, such as those of vectors.
    bool is_authors(const llvm::Instruction& instruction) const;

    /// Returns the name of the author's function that contains an instruction, with template arguments: "scale<float>".
    std::string authors_function(const llvm::Instruction& instruction) const;

    /// Returns the text of a line of the source in front of a column.
    std::string source_before(const source_location& place) const;

    /// Returns the words of the source file at a place.
    source_tokens tokens_of(const source_location& place) const { return {place.file, lines_.lines_of(place.file)}; }

    memory_object object_of(const llvm::Value& pointer) const;

    /// Returns an address as a sum. Returns nothing if its memory object is unknown.
    std::optional<linear_address> address_of(const llvm::Value& pointer);

    lane_stride stride_of(const linear_address& address);

    /// Is a value computed, not across iterations of a loop, from a value that `fits` accepts? `if_too_many` is the answer if the
    /// value is computed from more than a few hundred others, and none of the first ones fits.
    bool derives_from(const llvm::Value& value, const std::function<bool(const llvm::Value&)>& fits, bool if_too_many) const;

private:
    void add_terms(const llvm::SCEV* sum, int64_t factor, linear_address& address);
    // `factor` is what the term is multiplied by in the address.
    lane_stride stride_of(const llvm::SCEV* term, int64_t factor);

    const device_module& unit_;
    const kernel_entry& kernel_;
    llvm::Function& function_;
    llvm::FunctionAnalysisManager& analyses_;
    llvm::LoopInfo& loops_;
    llvm::ScalarEvolution& evolution_;
    llvm::AAResults& aliases_;
    llvm::DominatorTree& dominators_;
    llvm::PostDominatorTree& post_dominators_;
    llvm::UniformityInfo& uniformity_;
    source_lines& lines_;
    std::span<const resource_report> resources_;
    std::vector<const llvm::Instruction*> branches_;  // all branches with a condition
    std::map<const llvm::BasicBlock*, std::vector<const llvm::Instruction*>> controlling_branches_;
};

/// Simplifies the module with simplify_for_analysis(), and calls `visit` for each kernel. `resources` are what the kernels need,
/// or nothing if that is not known.
void for_each_kernel(device_module& unit, const std::function<void(kernel_analysis&)>& visit,
                     std::span<const resource_report> resources = {});

/// Returns the name of the device function that a value calls, without the prefix: "get_global_id". Returns "" for other values.
llvm::StringRef device_call(const llvm::Value& value);

/// Returns whether the value is the position of the work-item in the launch or in its group, in this dimension.
bool is_position(const llvm::Value& value, unsigned dimension);

/// Returns whether the value is the position of the work-item in any dimension.
bool is_position(const llvm::Value& value);

/// Returns the number of bytes that a load or a store accesses, and the pointer. The pointer is null for other instructions.
struct plain_access {
    llvm::Value* pointer = nullptr;
    llvm::Type* type = nullptr;
    bool is_store = false;
};
plain_access access_of(llvm::Instruction& instruction);

}  // namespace ingot::compiler::advice
