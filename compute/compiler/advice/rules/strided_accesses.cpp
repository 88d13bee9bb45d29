// Neighbouring work-items access places that are far apart: the device loads whole lines of its cache, and uses few bytes of
// each.
#include <fmt/format.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/InstIterator.h>

#include <cstdlib>
#include <set>

#include "../kernel_analysis.hpp"
#include "../rule.hpp"

namespace ingot::compiler::advice {

namespace {

constexpr int64_t line_bytes = 128;      // of a cache: NVIDIA, AMD and Apple have 128 bytes, Intel 64
constexpr int64_t least_stride = 32;     // GPUs read at least 32 bytes at a time
constexpr unsigned least_used_part = 2;  // an access that uses at least the half of the bytes is no defect

// A step of a loop that goes to the next element.
constexpr int64_t longest_step = 16;

constexpr const char* why_rows_are_slow =
    "on GPUs each access of a sub-group moves as many lines of the cache as it has work-items";
constexpr const char* advice_about_rows =
    "let neighbouring work-items access neighbouring elements: exchange the roles of the loop and the work-item, or transpose "
    "the "
    "buffer";

struct strided_access {
    llvm::Instruction* instruction;
    linear_address address;
    int64_t bytes;
    lane_stride stride;
};

// Returns the greatest number of bytes by which the address steps through the memory in a loop, or 0 if there is no loop, or if
// the step is known only at run time.
int64_t loop_step(const linear_address& address) {
    int64_t step = 0;
    for (const auto& [term, factor] : address.terms)
        if (const auto* const recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(term);
            recurrence && recurrence->getOperand(1)->isOne())
            step = std::max(step, std::abs(factor));
    return step;
}

// Returns how many of the bytes from one work-item's place to the next the kernel accesses, by all accesses to that memory.
// Returns nothing if that is unknown.
std::optional<int64_t> used_bytes(const strided_access& access, const std::vector<strided_access>& all) {
    const int64_t stride = std::abs(access.stride.bytes);
    std::set<int64_t> used;
    for (const strided_access& other : all) {
        if (other.address.object != access.address.object) continue;
        if (other.stride.type == lane_stride::kind::uniform) continue;
        if (other.stride.type != lane_stride::kind::constant || other.stride.bytes != access.stride.bytes) return {};
        // Loops and values that are known only at run time move an access to other bytes of the same work-item, or to another
        // part of the buffer.
        const bool is_beside =
            other.address.terms.size() == access.address.terms.size() && llvm::equal(other.address.terms, access.address.terms);
        if (!is_beside) return {};
        const int64_t first = other.address.constant - access.address.constant;
        for (int64_t byte = first; byte < first + other.bytes; ++byte) used.insert(((byte % stride) + stride) % stride);
    }
    return static_cast<int64_t>(used.size());
}

}  // namespace

void find_strided_accesses(kernel_analysis& kernel, remark_list& found) {
    std::vector<strided_access> all;
    for (llvm::Instruction& instruction : llvm::instructions(kernel.function())) {
        const plain_access access = access_of(instruction);
        if (!access.pointer || kernel.object_of(*access.pointer).kind != memory_kind::buffer) continue;
        const std::optional<linear_address> address = kernel.address_of(*access.pointer);
        if (!address) continue;
        all.push_back({&instruction, *address,
                       static_cast<int64_t>(kernel.layout().getTypeStoreSize(access.type).getFixedValue()),
                       kernel.stride_of(*address)});
    }
    std::set<const llvm::Value*> reported;  // one remark for each buffer
    for (const strided_access& each : all) {
        if (reported.contains(each.address.object) || !kernel.is_authors(*each.instruction)) continue;
        const int64_t step = loop_step(each.address);
        const std::string buffer = kernel.object_of(*each.address.object).parameter->name;
        const std::string verb = llvm::isa<llvm::StoreInst>(each.instruction) ? "write" : "read";
        if (each.stride.type == lane_stride::kind::run_time && step != 0 && step <= longest_step) {
            reported.insert(each.address.object);
            found.add(
                *each.instruction,
                fmt::format(
                    "neighbouring work-items {} '{}' a number of bytes apart that is known only at run time, and each walks "
                    "through its own row in steps of {} bytes: {}",
                    verb, buffer, step, why_rows_are_slow),
                advice_about_rows);
            continue;
        }
        if (each.stride.type != lane_stride::kind::constant) continue;
        const int64_t stride = std::abs(each.stride.bytes);
        if (stride < least_stride || stride <= each.bytes) continue;
        if (step != 0 && step < stride) {
            // Each work-item walks through a part of its own.
            if (stride < line_bytes) continue;
            reported.insert(each.address.object);
            found.add(
                *each.instruction,
                fmt::format("neighbouring work-items {} '{}' {} bytes apart, and each walks through its own {} bytes in steps of "
                            "{}: {}",
                            verb, buffer, stride, stride, step, why_rows_are_slow),
                advice_about_rows);
            continue;
        }
        if (step != 0) continue;
        const std::optional<int64_t> used = used_bytes(each, all);
        if (!used || *used * least_used_part >= stride) continue;
        reported.insert(each.address.object);
        found.add(
            *each.instruction,
            fmt::format("neighbouring work-items {} '{}' {} bytes apart and use {} bytes of them: GPUs move whole lines of the "
                        "cache, so {} of {} bytes are moved for nothing",
                        verb, buffer, stride, *used, stride - *used, stride),
            "keep the members that this kernel uses in a buffer of their own (a structure of arrays), or let neighbouring "
            "work-items access neighbouring elements");
    }
}

}  // namespace ingot::compiler::advice
