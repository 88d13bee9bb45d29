// What the functions of one text share.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

#include <map>
#include <set>
#include <string>
#include <utility>

#include "../../device_module.hpp"
#include "memory_shapes.hpp"

namespace ingot::compiler::msl {

/// What the functions of one text share.
struct module_text {
    const device_module& unit;
    bool is_fast = false;
    std::set<std::string> names {};                  ///< names in the whole text: constants, functions
    std::map<std::string, std::string> samplers {};  ///< the properties of each sampler of the text
    std::set<std::string> helpers {};                ///< helper functions that the text needs (write_msl.cpp)
    std::map<std::string, std::string> aliased {};   ///< the types of memory that is accessed as several types, by their names
    llvm::DenseMap<const llvm::GlobalVariable*, std::pair<std::string, memory_shape>>
        variables {};                                                 ///< constants and local memory
    llvm::DenseMap<const llvm::Function*, std::string> functions {};  ///< names of the kept functions
};

}  // namespace ingot::compiler::msl
