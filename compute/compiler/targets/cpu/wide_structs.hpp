// Loads and stores of structs in lanes: those of all lanes at once, in the order of memory.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <map>
#include <utility>
#include <vector>

#include "field_groups.hpp"
#include "wide_function.hpp"

namespace ingot::compiler::cpu {

/// Makes the accesses of field groups in a wide function. A vector of structs has lane 0's fields, then lane 1's fields and so
/// on, as the memory has them if the structs follow each other.
class wide_structs {
public:
    explicit wide_structs(wide_function& wide) : wide_(wide) {}

    /// Loads the structs of all lanes, and makes the vectors of the fields.
    void load(const field_group& group);
    void store(const field_group& group);

private:
    llvm::IRBuilder<>& builder() const { return wide_.builder(); }
    llvm::Type* structs_of(llvm::Type* field, size_t fields) const;
    llvm::Value* address_of(const field_group& group) const;
    llvm::SmallVector<llvm::Value*, 16> addresses_of(const field_group& group);
    llvm::Value* usable_addresses(const field_group& group);
    llvm::Value* load_adjacent(const field_group& group, llvm::Value* address) const;
    llvm::Value* load_apart(const field_group& group);
    llvm::Value* load_if_adjacent(const field_group& group);
    llvm::Value* in_memory_order(llvm::ArrayRef<llvm::Value*> values);
    llvm::Value* loaded_structs(llvm::ArrayRef<llvm::Value*> values) const;
    bool is_one_operation(llvm::ArrayRef<llvm::Value*> values) const;
    bool is_plain_wide_call(const llvm::CallInst& call) const;
    llvm::Value* one_operation(llvm::ArrayRef<llvm::Value*> values);
    llvm::Value* repeated(llvm::ArrayRef<llvm::Value*> values) const;
    llvm::Value* interleaved(llvm::ArrayRef<llvm::Value*> values);

    wide_function& wide_;
    llvm::Value* unused_ = nullptr;  // memory that lanes that are not active access
    llvm::DenseMap<const llvm::Value*, std::pair<const field_group*, llvm::Value*>> loaded_;  // by the first field: its structs
    // The results of in_memory_order(), by the block that computes them.
    std::map<std::pair<llvm::BasicBlock*, std::vector<llvm::Value*>>, llvm::Value*> ordered_;
};

}  // namespace ingot::compiler::cpu
