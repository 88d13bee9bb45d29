#include <algorithm>

#include "kernel_analysis.hpp"
#include "rule.hpp"

namespace ingot::compiler::advice {

std::span<const rule> rules() {
    static const std::vector<rule> all {
        {"private-array",
         "A private array with an index that is known only at run time lies in memory.",
         {"TALK-36", "TALK-37", "TALK-38", "TALK-39"},
         &find_private_arrays},
        {"integer-division",
         "An integer is divided by a number that is known only at run time.",
         {"TALK-30"},
         &find_integer_divisions},
        {"spilled-registers", "The values of a work-item do not fit into its registers.", {"TALK-43"}, &find_spilled_registers},
        {"strided-access", "Neighbouring work-items access places of a buffer that are far apart.", {}, &find_strided_accesses},
        {"bank-conflict", "Neighbouring work-items access the same bank of local memory.", {}, &find_bank_conflicts},
        {"shared-atomic", "All work-items update one number in a buffer.", {}, &find_shared_atomics},
        {"uniform-buffer",
         "A buffer only holds values that all work-items read.",
         {"TALK-01", "TALK-04"},
         &find_constant_buffers},
        {"constant-index", "Each work-item reads its own element of constant memory.", {"TALK-02"}, &find_constant_indices},
        {"divergent-barrier", "Only some of the work-items of a group come to a barrier.", {}, &find_divergent_barriers},
        {"divergent-branch",
         "Work-items of a sub-group run both sides of a large branch.",
         {"TALK-34"},
         &find_divergent_branches},
        {"double-literal", "A literal makes arithmetic of floats double.", {}, &find_double_arithmetic},
        {"half-literal", "A literal makes arithmetic of halves float.", {"TALK-21"}, &find_half_arithmetic},
        {"byte-arithmetic", "A variable of 8 bits changes in a loop.", {"TALK-23"}, &find_byte_arithmetic},
        {"half-range", "A literal is too large for half.", {"TALK-18"}, &find_half_ranges},
        {"adjacent-access", "Several accesses could be one access to a vector.", {"TALK-40"}, &find_adjacent_accesses},
        {"sub-group-barrier", "A barrier of a group that is one sub-group.", {"TALK-13"}, &find_sub_group_barriers},
        {"host-work", "All work-items compute what the host could compute once.", {}, &find_host_work},
    };
    return all;
}

std::string page_of(std::string_view rule) { return "docs/advice.md#" + std::string(rule); }

void remark_list::begin(const rule& current, const kernel_analysis& kernel) {
    rule_ = &current;
    kernel_ = &kernel;
}

void remark_list::add(const llvm::Instruction& place, std::string message, std::string advice, std::optional<fix> mechanical) {
    if (const std::optional<source_location> location = kernel_->location_of(place))
        add(*location, std::move(message), std::move(advice), std::move(mechanical));
}

void remark_list::add_at(const source_location& place, std::string message, std::string advice) {
    add(place, std::move(message), std::move(advice), {});
}

void remark_list::add(const source_location& location, std::string message, std::string advice, std::optional<fix> mechanical) {
    const auto is_same = [&](const remark& each) {
        return each.rule == rule_->name && each.location.file == location.file && each.location.line == location.line &&
               each.location.column == location.column;
    };
    const std::string& kernel = kernel_->description().name;
    if (const auto known = std::ranges::find_if(remarks_, is_same); known != remarks_.end()) {
        if (std::ranges::find(known->kernels, kernel) == known->kernels.end()) known->kernels.push_back(kernel);
        if (known->mechanical != mechanical) known->mechanical.reset();
        return;
    }
    remarks_.push_back(
        {std::string(rule_->name), {kernel}, location, std::move(message), std::move(advice), std::move(mechanical)});
}

}  // namespace ingot::compiler::advice
