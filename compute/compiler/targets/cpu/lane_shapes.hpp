// What the values of a region look like over the lanes of a vector: consecutive work-items of a row, which run together.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>

#include "divergent_control.hpp"

namespace ingot::compiler::cpu {

/// The shape of a value: `uniform` is the same in all lanes, `affine` is first + lane * stride, `varying` is anything else. The
/// stride of a pointer is in bytes.
struct lane_shape {
    enum class kind { uniform, affine, varying };
    kind is = kind::uniform;
    int64_t stride = 0;
    bool operator==(const lane_shape&) const = default;
};

/// A condition under which the shapes are right. All of them can be computed at the beginning of the region.
struct lane_condition {
    enum class kind {
        does_not_wrap,      ///< `value` grows or shrinks from lane to lane without wrapping
        compares_alike,     ///< the comparison `value` has the same result in all lanes
        is_chosen_operand,  ///< the minimum or maximum `value` is its operand number `operand` in all lanes
        selects_operand,    ///< the `select` instruction `value` selects its operand number `operand`; its condition is uniform
    };
    kind is;
    llvm::Instruction* value;
    unsigned operand = 0;    ///< the affine operand of `value`
    bool is_signed = false;  ///< for does_not_wrap
    int64_t stride = 0;      ///< of the affine value
};

/// Which conditions shapes may have: any, or only that values do not wrap.
enum class lane_conditions { any, does_not_wrap };

/// Finds the shapes of a region's values (Karrenberg and Hack, "Whole-Function Vectorization", 2011). Control flow is the same in
/// all lanes where it can be, if necessary under conditions: so a condition decides about a branch, and whether a clamped
/// coordinate is inside of a picture.
class lane_shapes {
public:
    /// `is_item_aligned` says that the index of the first work-item in its group is a multiple of `lanes`.
    lane_shapes(llvm::Function& region, unsigned lanes, bool is_item_aligned, lane_conditions allowed = lane_conditions::any)
        : lane_shapes(region, lanes, is_item_aligned, allowed, nullptr) {}

    /// Where branches are divergent, values that depend on the way of a lane are varying. Adds the divergent branches to
    /// `control`.
    lane_shapes(llvm::Function& region, unsigned lanes, bool is_item_aligned, lane_conditions allowed, divergent_control& control)
        : lane_shapes(region, lanes, is_item_aligned, allowed, &control) {}

    /// Returns whether all branches are uniform under the conditions, or divergent branches of `control`.
    bool is_coherent() const { return is_coherent_; }
    lane_shape of(const llvm::Value* value) const;
    llvm::Function& region() const { return region_; }
    unsigned lanes() const { return lanes_; }
    const llvm::SmallVector<lane_condition>& conditions() const { return conditions_; }
    /// Returns the stride that a value has if nothing wraps, and if clamps and selections choose what moves from lane to lane.
    /// Returns 0 if there is no such stride.
    int64_t guessed_stride(const llvm::Value* value) const;
    /// Returns whether conditions that hold for the first and the last work-item of a row, with at most longest_row of them, hold
    /// for all work-items of the row.
    bool hold_for_rows() const;
    static constexpr unsigned longest_row = 4096;

private:
    struct found {
        lane_shape shape;
        llvm::SmallVector<lane_condition, 2> conditions {};
    };

    lane_shapes(llvm::Function& region, unsigned lanes, bool is_item_aligned, lane_conditions allowed,
                divergent_control* control);
    void find_shapes();
    bool add_divergent_branches();
    void mark_needed();
    void mark_branch_condition(llvm::Value* condition);
    void mark_address(llvm::Value* index);
    std::optional<lane_shape> known(const llvm::Value* value) const;
    std::optional<found> evaluate(llvm::Instruction& instruction) const;
    std::optional<found> evaluate_phi(llvm::PHINode& phi) const;
    bool is_aligned(const llvm::Value* value) const;
    std::optional<lane_shape> part_of_aligned(const llvm::Instruction& instruction) const;
    found evaluate_address(llvm::GetElementPtrInst& address) const;
    found evaluate_comparison(llvm::ICmpInst& comparison) const;
    found evaluate_choice(llvm::CallInst& call) const;
    found evaluate_select(llvm::SelectInst& select) const;
    found extended(llvm::Value* value, lane_shape shape, bool is_signed, bool is_any_sign) const;
    bool is_proven(const llvm::Value* value, bool is_signed) const;
    bool fits(const llvm::Value* value, int64_t stride) const { return fits(value, stride, lanes_); }
    static bool fits(const llvm::Value* value, int64_t stride, unsigned items);
    std::optional<int64_t> guess(const llvm::Value* value, unsigned depth) const;
    bool can_be_computed_early(const llvm::Value* value, unsigned& budget) const;
    bool can_be_computed_early(const llvm::Value* value) const;
    bool is_part_of_value(const llvm::LoadInst& load) const;

    llvm::Function& region_;
    unsigned lanes_;
    bool is_item_aligned_;
    divergent_control* control_;
    bool is_coherent_ = true;
    llvm::DenseMap<const llvm::Value*, lane_shape> shapes_;
    llvm::SmallPtrSet<const llvm::Value*, 16> decide_branches_;  ///< comparisons
    llvm::SmallPtrSet<const llvm::Value*, 32> make_addresses_;   ///< whole numbers
    llvm::SmallVector<lane_condition> conditions_;
};

}  // namespace ingot::compiler::cpu
