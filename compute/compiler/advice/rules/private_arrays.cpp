// TALK-36 to TALK-39: arrays of the work-item that the compiler cannot keep in registers.
#include <fmt/format.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "../../middle_end/recursion_frame.hpp"
#include "../kernel_analysis.hpp"
#include "../rule.hpp"

namespace ingot::compiler::advice {

namespace {

// A loop with at most as many iterations over an array is unrolled by the compilers of the devices.
constexpr unsigned unrolled_iterations = 16;
constexpr unsigned requested_iterations = 128;  // if the author requests it by `#pragma unroll` or `#pragma GCC unroll N`

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
    const unsigned count = evolution.getSmallConstantMaxTripCount(&loop);
    const int requested = llvm::getOptionalIntLoopAttribute(&loop, "llvm.loop.unroll.count").value_or(0);
    const bool is_requested = llvm::getBooleanLoopAttribute(&loop, "llvm.loop.unroll.enable") ||
                              llvm::getBooleanLoopAttribute(&loop, "llvm.loop.unroll.full") ||
                              requested >= static_cast<int>(count);
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

// Is there a pragma about the loop already? Clang rejects a second one.
bool has_pragma_above(const source_location& loop, const kernel_analysis& kernel) {
    for (uint32_t line = loop.line - 1; line > 0; --line) {
        const std::string text = kernel.source_before({loop.file, line, UINT32_MAX});
        const size_t first = text.find_first_not_of(" \t");
        if (first == std::string::npos) continue;
        if (text[first] == '#') return true;
        if (text.compare(first, 2, "//") != 0) return false;
    }
    return false;
}

// Returns the fix that requests the unrolling of the loops that compute the indices, in the form that both Clang and GCC know.
// Returns nothing if one of them has too many iterations, or if it does not begin its line.
std::optional<fix> unrolling(const array_use& use, kernel_analysis& kernel) {
    std::set<const llvm::Loop*> loops;
    for (const llvm::Value* const index : use.indices)
        if (llvm::SCEVExprContains(kernel.evolution().getSCEV(const_cast<llvm::Value*>(index)), [&](const llvm::SCEV* part) {
                const auto* const recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(part);
                if (recurrence && !is_unrolled(*recurrence->getLoop(), kernel.evolution())) loops.insert(recurrence->getLoop());
                return llvm::isa<llvm::SCEVUnknown>(part);
            }))
            return {};
    std::vector<text_edit> edits;
    for (const llvm::Loop* const loop : loops) {
        const unsigned count = kernel.evolution().getSmallConstantMaxTripCount(loop);
        const std::optional<source_location> place = kernel.location_of(*loop);
        uint64_t copies = 1;  // of the body, if it is in other loops that are to be unrolled
        for (const llvm::Loop* outer = loop; outer; outer = outer->getParentLoop())
            if (loops.contains(outer)) copies *= kernel.evolution().getSmallConstantMaxTripCount(outer);
        if (count == 0 || copies > requested_iterations || !place) return {};
        const source_tokens tokens = kernel.tokens_of(*place);
        const std::optional<size_t> index = tokens.at(*place);
        if (!index || !tokens[*index].is("for")) return {};
        const std::string indent = kernel.source_before(*place);
        const bool has_attribute = *index > 0 && tokens[*index - 1].is("]");
        if (indent.find_first_not_of(" \t") != std::string::npos || has_attribute || has_pragma_above(*place, kernel)) return {};
        const text_edit edit {{place->file, place->line, 1}, 0, fmt::format("{}#pragma GCC unroll {}\n", indent, count)};
        if (std::ranges::find(edits, edit) == edits.end()) edits.push_back(edit);
    }
    if (edits.empty()) return {};
    std::ranges::sort(edits, {}, [](const text_edit& each) { return std::pair(each.place.file, each.place.line); });
    return fix {"request that the loop is unrolled", std::move(edits)};
}

// Is every index the counter of some loop, so that it is constant in each iteration if that loop is unrolled?
bool is_indexed_by_loops(const array_use& use, llvm::ScalarEvolution& evolution) {
    return llvm::all_of(use.indices, [&](const llvm::Value* index) {
        const llvm::SCEV* sum = evolution.getSCEV(const_cast<llvm::Value*>(index));
        while (const auto* const cast = llvm::dyn_cast<llvm::SCEVCastExpr>(sum)) sum = cast->getOperand();
        const auto is_run_time = [](const llvm::SCEV* part) { return llvm::isa<llvm::SCEVUnknown>(part); };
        return llvm::isa<llvm::SCEVAddRecExpr>(sum) && !llvm::SCEVExprContains(sum, is_run_time);
    });
}

// Do the tokens contain nothing that must be evaluated only once?
bool can_be_repeated(const source_tokens& tokens, size_t first, size_t end) {
    for (size_t i = first; i < end; ++i) {
        const bool is_doubled = i > first && tokens[i].is(tokens[i - 1].text) && (tokens[i].is("+") || tokens[i].is("-"));
        if (is_doubled || tokens[i].is("(") || tokens[i].is("=")) return false;
    }
    return true;
}

// Is `name` declared as an array before a token, nearest to it?
bool is_declared_as_array(const source_tokens& tokens, size_t before) {
    for (size_t i = before; i-- > 1;) {
        if (!tokens[i].is(tokens[before].text) || i + 1 >= before) continue;
        const source_token& type = tokens[i - 1];
        if (type.type != source_token::kind::word && !type.is(">")) continue;
        if (type.is("return") || type.is("case")) continue;
        const std::optional<size_t> end = tokens[i + 1].is("[") ? tokens.closing(i + 1) : std::nullopt;
        return end && *end + 1 < before && !tokens[*end + 1].is("[");
    }
    return false;
}

// Returns the fix that chooses among at most four elements by conditions. Returns nothing if the source at one of the places is
// something else than NAME[INDEX].
std::optional<fix> choice_by_conditions(const llvm::AllocaInst& array, const array_use& use, kernel_analysis& kernel) {
    constexpr uint64_t most_elements = 4;
    const auto* const type = llvm::dyn_cast<llvm::ArrayType>(array.getAllocatedType());
    if (!type || type->getElementType()->isAggregateType() || type->getElementType()->isVectorTy()) return {};
    const uint64_t count = type->getNumElements();
    if (count < 2 || count > most_elements || !use.writes.empty()) return {};
    std::vector<text_edit> edits;
    for (const llvm::Instruction* const read : use.reads) {
        const std::optional<source_location> place = kernel.location_of(*read);
        if (!place || !kernel.is_authors(*read)) return {};
        const source_tokens tokens = kernel.tokens_of(*place);
        const std::optional<size_t> name = tokens.at(*place);
        if (!name || tokens[*name].type != source_token::kind::word || *name + 1 >= tokens.size() || !tokens[*name + 1].is("["))
            return {};
        const bool is_address = *name > 0 && tokens[*name - 1].is("&");
        const std::optional<size_t> end = tokens.closing(*name + 1);
        if (is_address || !end || *end == *name + 2 || !tokens.are_in_one_line(*name, *end + 1)) return {};
        if (!is_declared_as_array(tokens, *name) || (count > 2 && !can_be_repeated(tokens, *name + 2, *end))) return {};
        const std::string& array_name = tokens[*name].text;
        const bool is_one_word = *end == *name + 3;
        const std::string index = is_one_word ? tokens[*name + 2].text : fmt::format("({})", tokens.text(*name + 2, *end));
        std::string text;
        for (uint64_t i = 0; i + 1 < count; ++i) text += fmt::format("{} == {} ? {}[{}] : ", index, i, array_name, i);
        const text_edit edit = tokens.replace(*name, *end + 1, fmt::format("({}{}[{}])", text, array_name, count - 1));
        if (std::ranges::find(edits, edit) == edits.end()) edits.push_back(edit);
    }
    const auto position = [](const text_edit& each) { return std::tuple(each.place.file, each.place.line, each.place.column); };
    std::ranges::sort(edits, {}, position);
    // An index that itself reads the array.
    for (size_t i = 1; i < edits.size(); ++i) {
        const auto& [file, line, column] = position(edits[i - 1]);
        if (file == edits[i].place.file && line == edits[i].place.line && column + edits[i - 1].length > edits[i].place.column)
            return {};
    }
    return fix {"choose the element by conditions", std::move(edits)};
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
            "are needed",
            unrolling(use, kernel));
    else if (bytes <= most_vector_bytes)
        found.add(*place, what, "choose among the few elements by conditions, as in `i == 0 ? a : b`",
                  choice_by_conditions(array, use, kernel));
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
