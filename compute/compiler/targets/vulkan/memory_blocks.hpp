// The memories of a kernel that have no addresses in Vulkan: private memory, local memory and tables of constants. A pointer to
// one of them becomes a 32-bit offset in bytes into a block, which is one variable of the SPIR-V module: an array of numbers. In
//   %first = alloca [4 x float]
//   %second = alloca [4 x float]
//   %chosen = select i1 %condition, ptr %first, ptr %second
//   %value = load float, ptr %chosen
// both variables are in one block of eight floats, because %chosen can point to each: offset 0 and offset 16. Variables that no
// pointer and no comparison brings together have blocks of their own. (The blocks are the sets of Steensgaard's analysis:
// Points-to Analysis in Almost Linear Time, 1996.)
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <vector>

#include "module_words.hpp"

namespace ingot::compiler::vulkan {

/// The address space of tables of constants.
inline constexpr unsigned constant_space = 4;

/// One number in memory that an instruction accesses.
struct scalar_access {
    llvm::Type* type;  ///< an integer or a floating-point number, as it is in memory: i8 for a bool, i64 for a pointer
    uint64_t offset;   ///< bytes from the address of the access
    llvm::Align alignment;
};

/// Returns the type in which a scalar is in memory.
llvm::Type* memory_type(llvm::Type& scalar);

/// Returns the numbers of which a value consists in memory.
std::vector<scalar_access> scalars_of(llvm::Type& type, llvm::Align alignment, const llvm::DataLayout& layout);

/// Can one instruction of SPIR-V access a value of this type with this alignment as a vector?
bool is_vector_access(const llvm::Type& type, llvm::Align alignment, const llvm::DataLayout& layout);

/// What a load, store or atomic instruction accesses.
struct memory_access {
    const llvm::Value* pointer;
    llvm::Type* type;
    llvm::Align alignment;
    bool is_atomic;
};
std::optional<memory_access> access_of(const llvm::Instruction& instruction);

/// Is a pointer of this type an offset in a block?
inline bool is_offset(const llvm::Type& type) { return type.isPointerTy() && pointer_bits(type) == 32; }

/// One block.
struct memory_block {
    spv::StorageClass space = spv::StorageClassFunction;
    llvm::Type* element = nullptr;  ///< the type of the array's elements: a number, or in local memory a vector
    uint64_t bytes = 0;             ///< without the part whose size the launch gives
    bool has_dynamic_part = false;
    bool is_shared = false;  ///< do several functions access it?
    std::vector<std::pair<const llvm::Value*, uint64_t>> objects {};
    const llvm::Function* function = nullptr;  ///< the function whose private memory it is, if it is not shared
    std::string problem {};                    ///< why the block cannot be written; empty if it can
};

/// The blocks of a kernel and of the functions that it calls.
class memory_blocks {
public:
    memory_blocks(const llvm::SetVector<const llvm::Function*>& functions, const llvm::DataLayout& layout);

    /// Returns the index of the block into which a pointer points. Returns nothing if it never points to any memory.
    std::optional<size_t> block_of(const llvm::Value& pointer) const;
    const std::vector<memory_block>& all() const { return blocks_; }
    /// Returns the offset of a variable in its block.
    uint32_t offset_of(const llvm::Value& object) const { return static_cast<uint32_t>(offsets_.lookup(&object)); }

private:
    using node = unsigned;

    node node_of(const llvm::Value& pointer);
    node new_node();
    node root_of(node each) const;
    void unite(node one, node other);
    void unite_pointers(const llvm::Value& one, const llvm::Value& other);
    void unite_with_stored(const llvm::Value& pointer);
    void visit(const llvm::Instruction& instruction);
    void visit_constant(const llvm::Constant& constant);
    void visit_call(const llvm::CallBase& call);
    void collect_blocks(const llvm::SetVector<const llvm::Function*>& functions);
    void choose_elements(const llvm::SetVector<const llvm::Function*>& functions);
    void place_objects();

    const llvm::DataLayout& layout_;
    std::vector<node> parents_;
    std::vector<bool> can_be_null_;
    llvm::DenseMap<const llvm::Value*, node> nodes_;
    llvm::DenseMap<unsigned, node> stored_;  // for each address space, what pointers in memory and numbers point to
    llvm::DenseSet<const llvm::Constant*> visited_constants_;
    llvm::DenseMap<node, size_t> blocks_of_roots_;
    llvm::DenseMap<const llvm::Value*, uint64_t> offsets_;
    std::vector<memory_block> blocks_;
};

}  // namespace ingot::compiler::vulkan
