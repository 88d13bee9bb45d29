// Accesses of the fields of structs that lie next to each other in memory, in the order of the lanes.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <vector>

#include "lane_shapes.hpp"

namespace ingot::compiler::cpu {

/// Loads, or stores, of the fields of one struct. All fields have one type. Either the struct of the next lane follows
/// immediately, so one wide access serves all fields of all lanes:
///   %x = load float, ptr %p          ; %p grows by 8 from lane to lane
///   %q = getelementptr i8, ptr %p, i64 4
///   %y = load float, ptr %q
/// Or the structs are apart, in at most 16 bytes each, and one access serves all fields of one lane.
struct field_group {
    llvm::SmallVector<llvm::Instruction*, 4> fields;  ///< in the order of memory; null for a field that is not loaded
    llvm::Instruction* place = nullptr;               ///< where the wide access is: the first load, or the last store
    int64_t offset = 0;                               ///< of the first field from the address of `place`, in bytes
    bool is_apart = false;
    bool may_be_adjacent = false;  ///< for loads that are apart: it is worth a test whether they are
};

/// The groups of a region. A group has the first and the last field of its struct, and a group of stores has all of them. Between
/// the accesses of a group nothing else accesses the memory in a way that forbids to join them.
class field_groups {
public:
    field_groups(llvm::Function& region, const lane_shapes& shapes);

    /// Returns the group of a load or store, or null if it has none.
    const field_group* find(const llvm::Instruction* access) const {
        const auto found = groups_of_.find(access);
        return found == groups_of_.end() ? nullptr : &groups_[found->second];
    }

private:
    struct access {
        llvm::Instruction* instruction;
        int64_t offset;  // from the base
    };
    struct candidate {
        const llvm::Value* base;
        int64_t stride;  // from lane to lane; 0 if it is not known
        bool is_apart;
        llvm::Type* type;
        std::vector<access> accesses;
    };

    void search(llvm::BasicBlock& block, const lane_shapes& shapes);
    void form_groups(std::vector<candidate>& candidates, bool is_store);
    void form_group(candidate& of, bool is_store);

    const llvm::DataLayout& layout_;
    std::vector<field_group> groups_;
    llvm::DenseMap<const llvm::Instruction*, size_t> groups_of_;
};

}  // namespace ingot::compiler::cpu
