// The rules of the advisor. To add one, write a file in `rules`, declare its function here, and add a line in rules.cpp.
#pragma once

#include <llvm/IR/Instruction.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "remark.hpp"

namespace ingot::compiler::advice {

class kernel_analysis;
class remark_list;

/// A rule: it finds places in a kernel that could be faster.
struct rule {
    std::string_view name;                  ///< "integer-division"
    std::string_view title;                 ///< one sentence for lists of rules
    std::vector<std::string_view> origins;  ///< the rows of the list of 52 rules that the rule implements: "TALK-30"
    /// Adds the remarks about one kernel.
    void (*check)(kernel_analysis& kernel, remark_list& found);
};

/// Returns all rules, with pitfalls that cost most first.
std::span<const rule> rules();

/// Collects the remarks of all rules about all kernels. Several instructions can come from one place of the source: kernels are
/// instances of one template, or loops are unrolled. Such a place gets one remark for each rule.
class remark_list {
public:
    /// Names the rule and the kernel of the following remarks.
    void begin(const rule& current, const kernel_analysis& kernel);

    /// Adds a remark at the author's line of the instruction. If there is no such line, adds nothing. A fix belongs to the remark
    /// only if all kernels that contain the place ask for the same one.
    void add(const llvm::Instruction& place, std::string message, std::string advice, std::optional<fix> mechanical = {});

    /// Adds a remark at a place that a rule has found in the source.
    void add_at(const source_location& place, std::string message, std::string advice);

    /// Returns the remarks, in any order.
    std::vector<remark> all() && { return std::move(remarks_); }

private:
    void add(const source_location& location, std::string message, std::string advice, std::optional<fix> mechanical);

    const rule* rule_ = nullptr;
    const kernel_analysis* kernel_ = nullptr;
    std::vector<remark> remarks_ {};
};

void find_integer_divisions(kernel_analysis& kernel, remark_list& found);
void find_private_arrays(kernel_analysis& kernel, remark_list& found);
void find_strided_accesses(kernel_analysis& kernel, remark_list& found);
void find_bank_conflicts(kernel_analysis& kernel, remark_list& found);
void find_adjacent_accesses(kernel_analysis& kernel, remark_list& found);
void find_shared_atomics(kernel_analysis& kernel, remark_list& found);
void find_divergent_barriers(kernel_analysis& kernel, remark_list& found);
void find_divergent_branches(kernel_analysis& kernel, remark_list& found);
void find_double_arithmetic(kernel_analysis& kernel, remark_list& found);
void find_half_arithmetic(kernel_analysis& kernel, remark_list& found);
void find_constant_buffers(kernel_analysis& kernel, remark_list& found);
void find_constant_indices(kernel_analysis& kernel, remark_list& found);
void find_spilled_registers(kernel_analysis& kernel, remark_list& found);
void find_byte_arithmetic(kernel_analysis& kernel, remark_list& found);
void find_half_ranges(kernel_analysis& kernel, remark_list& found);
void find_sub_group_barriers(kernel_analysis& kernel, remark_list& found);
void find_host_work(kernel_analysis& kernel, remark_list& found);

}  // namespace ingot::compiler::advice
