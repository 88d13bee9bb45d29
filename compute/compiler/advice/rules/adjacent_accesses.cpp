// TALK-40: scalar accesses to adjacent places that could be one access to a vector.
#include <fmt/format.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "../kernel_analysis.hpp"
#include "../rule.hpp"

namespace ingot::compiler::advice {

namespace {

constexpr int64_t widest_access = 16;  // bytes that devices load by one instruction

struct scalar_access {
    llvm::Instruction* instruction;
    linear_address address;
    llvm::Type* type;
    bool is_store;
};

bool may_differ(const scalar_access& a, const scalar_access& b) {
    return a.type != b.type || a.is_store != b.is_store || a.address.object != b.address.object ||
           a.address.terms.size() != b.address.terms.size() || !llvm::equal(a.address.terms, b.address.terms);
}

// Does the kernel see the buffer as an array of elements of `bytes` bytes, of which the address is one? Members of a larger
// struct are no such elements: who changes their types changes the struct.
bool is_element(const linear_address& address, int64_t bytes) {
    int64_t step = 0;
    for (const auto& term : address.terms) step = std::gcd(step, term.second);
    return step == bytes && address.constant % bytes == 0;
}

// Do all accesses come from different places of the source? Accesses to the members of a struct or a vector that the author reads
// at once have the same place.
bool have_different_places(llvm::ArrayRef<const scalar_access*> accesses) {
    std::set<const llvm::DILocation*> places;
    for (const scalar_access* const each : accesses) {
        const llvm::DILocation* const place = each->instruction->getDebugLoc();
        if (!place || place->getLine() == 0 || !places.insert(place).second) return false;
    }
    return true;
}

// Does an instruction between the accesses keep them from being one?
bool is_interrupted(llvm::ArrayRef<const scalar_access*> accesses, kernel_analysis& kernel) {
    const auto is_before = [](const scalar_access* a, const scalar_access* b) {
        return a->instruction->comesBefore(b->instruction);
    };
    const auto [first, last] = std::minmax_element(accesses.begin(), accesses.end(), is_before);
    for (llvm::Instruction* each = (*first)->instruction->getNextNode(); each != (*last)->instruction;
         each = each->getNextNode()) {
        const bool is_one_of_them =
            llvm::any_of(accesses, [&](const scalar_access* other) { return other->instruction == each; });
        if (is_one_of_them || !each->mayReadOrWriteMemory()) continue;
        for (const scalar_access* const other : accesses) {
            const llvm::ModRefInfo effect = kernel.aliases().getModRefInfo(each, llvm::MemoryLocation::get(other->instruction));
            if (llvm::isModSet(effect) || (other->is_store && llvm::isRefSet(effect))) return true;
        }
    }
    return false;
}

// Adds the remarks about a block, at most one about the reads of a buffer and one about the writes.
void check_block(llvm::BasicBlock& block, kernel_analysis& kernel, std::set<std::pair<const llvm::Value*, bool>>& reported,
                 remark_list& found) {
    std::vector<scalar_access> all;
    for (llvm::Instruction& instruction : block) {
        const plain_access access = access_of(instruction);
        if (!access.pointer || !(access.type->isIntegerTy() || access.type->isFloatingPointTy())) continue;
        if (kernel.object_of(*access.pointer).kind != memory_kind::buffer || !kernel.is_authors(instruction)) continue;
        const std::optional<linear_address> address = kernel.address_of(*access.pointer);
        // All work-items read the same place by one access anyway.
        if (!address || kernel.stride_of(*address).type == lane_stride::kind::uniform) continue;
        all.push_back({&instruction, *address, access.type, access.is_store});
    }
    std::set<const llvm::Instruction*> used;
    for (const int64_t count : {int64_t(4), int64_t(2)})
        for (const scalar_access& first : all) {
            const auto size = static_cast<int64_t>(kernel.layout().getTypeStoreSize(first.type).getFixedValue());
            const int64_t bytes = count * size;
            if (bytes > widest_access || bytes < 4 || !is_element(first.address, bytes)) continue;
            // Where the type of the elements shows the alignment, the compiler does it.
            if (static_cast<int64_t>(llvm::getLoadStoreAlignment(first.instruction).value()) >= bytes) continue;
            llvm::SmallVector<const scalar_access*, 4> row;
            for (int64_t i = 0; i < count; ++i)
                for (const scalar_access& each : all)
                    if (!may_differ(first, each) && each.address.constant == first.address.constant + i * size &&
                        !used.contains(each.instruction)) {
                        row.push_back(&each);
                        break;
                    }
            if (static_cast<int64_t>(row.size()) != count || !have_different_places(row) || is_interrupted(row, kernel)) continue;
            for (const scalar_access* const each : row) used.insert(each->instruction);
            if (!reported.insert({first.address.object, first.is_store}).second) continue;
            const std::string buffer = kernel.object_of(*first.address.object).parameter->name;
            found.add(
                *first.instruction,
                fmt::format("{} adjacent {} of '{}' could be one access of {} bytes: GPUs limit the number of accesses, not only "
                            "of bytes, and the compiler cannot know that the buffer is aligned to {} bytes",
                            count, first.is_store ? "writes" : "reads", buffer, bytes, bytes),
                fmt::format("declare the elements of '{}' as vectors of {} numbers, and access a whole vector at once", buffer,
                            count));
        }
}

}  // namespace

void find_adjacent_accesses(kernel_analysis& kernel, remark_list& found) {
    std::set<std::pair<const llvm::Value*, bool>> reported;
    for (llvm::BasicBlock& block : kernel.function()) check_block(block, kernel, reported, found);
}

}  // namespace ingot::compiler::advice
