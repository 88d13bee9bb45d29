// TALK-36 to TALK-39: arrays of the work-item that the compiler cannot keep in registers.
#include <fmt/format.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>

#include "../../middle_end/recursion_frame.hpp"
#include "../kernel_analysis.hpp"
#include "../rule.hpp"

namespace ingot::compiler::advice {

namespace {

// A loop with at most as many iterations over an array is unrolled by the compilers of the devices.
constexpr unsigned unrolled_iterations = 16;
constexpr unsigned requested_iterations = 128;  // if the author requests it by `#pragma unroll`

constexpr uint64_t most_vector_bytes = 16;  // of an array or a vector whose elements a few selects can choose

// How the kernel uses a variable.
struct array_use {
    std::vector<llvm::Instruction*> reads;   // at an index that is not constant
    std::vector<llvm::Instruction*> writes;  // the same
    std::vector<const llvm::Value*> indices;
    bool has_variable_values = false;  // is anything written but constants, each at a constant index, outside of loops?
    bool has_other_values = false;     // is anything written but arguments of the kernel, in the same way?
    bool escapes = false;              // the pointer goes where this rule cannot follow
};

bool has_variable_index(const llvm::GetElementPtrInst& element, array_use& use) {
    bool result = false;
    for (const llvm::Value* const index : element.indices())
        if (!llvm::isa<llvm::Constant>(index)) {
            use.indices.push_back(index);
            result = true;
        }
    return result;
}

// Is the value an argument that the kernel gets by value, or a member of one?
bool is_part_of_argument(const llvm::Value& value) {
    const auto* const member = llvm::dyn_cast<llvm::ExtractValueInst>(&value);
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&value)) {
        const auto* const object = llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(load->getPointerOperand()));
        return object && object->hasByValAttr();
    }
    return llvm::isa<llvm::Argument>(member ? member->getAggregateOperand() : &value);
}

void follow(llvm::Value& pointer, bool is_variable, kernel_analysis& kernel, array_use& use) {
    for (llvm::User* const user : pointer.users()) {
        auto* const instruction = llvm::dyn_cast<llvm::Instruction>(user);
        if (!instruction) {
            use.escapes = true;
            continue;
        }
        if (auto* const element = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction)) {
            follow(*element, has_variable_index(*element, use) || is_variable, kernel, use);
        } else if (llvm::isa<llvm::AddrSpaceCastInst>(instruction)) {
            follow(*instruction, is_variable, kernel, use);
        } else if (llvm::isa<llvm::LoadInst>(instruction)) {
            if (is_variable) use.reads.push_back(instruction);
        } else if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(instruction)) {
            if (store->getValueOperand() == &pointer) {
                use.escapes = true;
                continue;
            }
            if (is_variable) use.writes.push_back(instruction);
            const bool is_initialised = !is_variable && !kernel.loops().getLoopFor(store->getParent());
            use.has_variable_values |= !is_initialised || !llvm::isa<llvm::Constant>(store->getValueOperand());
            use.has_other_values |= !is_initialised || !is_part_of_argument(*store->getValueOperand());
        } else if (const auto* const intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(instruction)) {
            if (const auto* const copy = llvm::dyn_cast<llvm::MemCpyInst>(intrinsic)) {
                const auto* const source = llvm::dyn_cast<llvm::GlobalVariable>(copy->getSource()->stripPointerCasts());
                const bool is_written = copy->getRawDest() == &pointer;
                use.has_variable_values |= is_written && !(source && source->isConstant());
                const auto* const argument = llvm::dyn_cast<llvm::Argument>(copy->getSource()->stripPointerCasts());
                use.has_other_values |= is_written && (is_variable || !argument || !argument->hasByValAttr());
            } else if (const auto* const fill = llvm::dyn_cast<llvm::MemSetInst>(intrinsic)) {
                // A variable is often set to 0 before its elements are set.
                use.has_other_values |= fill->getRawDest() == &pointer;
            } else if (!intrinsic->isLifetimeStartOrEnd() && !intrinsic->isAssumeLikeIntrinsic()) {
                use.escapes = true;
            }
        } else {
            use.escapes = true;
        }
    }
}

// Returns whether the compilers of the devices unroll the loop. A loop that can end earlier is unrolled too.
bool is_unrolled(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
    const bool is_requested = llvm::getBooleanLoopAttribute(&loop, "llvm.loop.unroll.enable") ||
                              llvm::getBooleanLoopAttribute(&loop, "llvm.loop.unroll.full");
    const unsigned count = evolution.getSmallConstantMaxTripCount(&loop);
    return count != 0 && count <= (is_requested ? requested_iterations : unrolled_iterations);
}

// Does every index consist of constants and counters of loops that are unrolled?
bool will_be_unrolled(const array_use& use, llvm::ScalarEvolution& evolution) {
    return llvm::all_of(use.indices, [&](const llvm::Value* index) {
        return !llvm::SCEVExprContains(evolution.getSCEV(const_cast<llvm::Value*>(index)), [&](const llvm::SCEV* part) {
            const auto* const recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(part);
            return llvm::isa<llvm::SCEVUnknown>(part) || (recurrence && !is_unrolled(*recurrence->getLoop(), evolution));
        });
    });
}

// Is every index the counter of some loop?
bool is_indexed_by_loops(const array_use& use, llvm::ScalarEvolution& evolution) {
    return llvm::all_of(use.indices, [&](const llvm::Value* index) {
        const llvm::SCEV* sum = evolution.getSCEV(const_cast<llvm::Value*>(index));
        while (const auto* const cast = llvm::dyn_cast<llvm::SCEVCastExpr>(sum)) sum = cast->getOperand();
        return llvm::isa<llvm::SCEVAddRecExpr>(sum);
    });
}

void check_array(llvm::AllocaInst& array, kernel_analysis& kernel, remark_list& found) {
    array_use use;
    follow(array, false, kernel, use);
    if (use.escapes || use.reads.empty() || will_be_unrolled(use, kernel.evolution())) return;
    const std::optional<llvm::TypeSize> size = array.getAllocationSize(kernel.layout());
    if (!size) return;
    // The first access that the author wrote.
    llvm::Instruction* place = nullptr;
    for (llvm::Instruction* const each : use.reads)
        if (kernel.is_authors(*each) && (!place || kernel.dominators().dominates(each, place))) place = each;
    if (!place) return;
    const uint64_t bytes = size->getFixedValue();
    if (!use.has_variable_values) {
        found.add(
            *place,
            fmt::format("each work-item fills a table of {} bytes of its own with constants and reads it at an index that is "
                        "known only at run time: on GPUs such a table lies in slow memory, once for each work-item",
                        bytes),
            "declare the table `static constexpr` or at namespace scope (in Metal `constant`), so that all work-items share it");
        return;
    }
    if (!use.has_other_values) {
        found.add(
            *place,
            fmt::format("an array of a parameter is read at an index that is known only at run time: each work-item copies the "
                        "parameter's {} bytes to memory of its own first",
                        bytes),
            "pass the parameter as constant_buffer<T>, which is not copied");
        return;
    }
    const std::string what = fmt::format(
        "a private array{} of {} bytes is read at an index that is known only at run time: GPUs have no registers that can be "
        "indexed, so it lies in memory",
        bytes <= most_vector_bytes ? " or vector" : "", bytes);
    if (is_indexed_by_loops(use, kernel.evolution()))
        found.add(
            *place, what + "; a loop that is not unrolled computes the index",
            "give the loop a small constant number of iterations, so that it can be unrolled, or compute the elements when they "
            "are needed");
    else if (bytes <= most_vector_bytes)
        found.add(*place, what, "choose among the few elements by conditions, as in `i == 0 ? a : b`");
    else
        found.add(*place, what, "hold the elements in local memory, in several variables, or compute them when they are needed");
}

}  // namespace

void find_private_arrays(kernel_analysis& kernel, remark_list& found) {
    for (llvm::Instruction& instruction : llvm::instructions(kernel.function()))
        if (auto* const array = llvm::dyn_cast<llvm::AllocaInst>(&instruction); array && !array->hasMetadata(recursion_array))
            check_array(*array, kernel, found);
}

}  // namespace ingot::compiler::advice
