// The element types of memory. The lowered code accesses memory by bytes; a person reads `positions[i].x`.
#pragma once

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <string>

#include "../../device_module.hpp"

namespace ingot::compiler::msl {

/// The element type of an array: a number, or a vector of 2 to 4 of them.
struct memory_shape {
    llvm::Type* number = nullptr;  ///< null if accesses of different sizes make the memory an array of bytes
    unsigned components = 1;
    bool is_packed = false;  ///< is it a packed vector, which is aligned like its numbers?

    uint64_t number_bytes(const llvm::DataLayout& layout) const {
        return number ? layout.getTypeStoreSize(number).getFixedValue() : uint64_t {1};
    }
    uint64_t bytes(const llvm::DataLayout& layout) const { return number_bytes(layout) * components; }
    /// Returns "float4", "packed_float3", "uint" or "uchar".
    std::string name() const;
};

/// An address as the sum of a base, terms of an index and a factor each, and a number of bytes.
struct address_sum {
    const llvm::Value* base = nullptr;
    llvm::SmallMapVector<llvm::Value*, int64_t, 4> terms;
    int64_t bytes = 0;
};

/// Returns the address as a sum. The base is not a getelementptr.
address_sum sum_of(const llvm::Value& address, const llvm::DataLayout& layout);

/// Returns the shape of an array in memory, from all accesses to it: `base` is a variable, an alloca or an argument. `parameter`
/// describes the argument of a kernel; null otherwise. `size` is the array's size in bytes, or 0 if it is unknown.
memory_shape shape_of(const llvm::Value& base, const archive::parameter* parameter, uint64_t size, uint64_t alignment,
                      const llvm::DataLayout& layout);

}  // namespace ingot::compiler::msl
