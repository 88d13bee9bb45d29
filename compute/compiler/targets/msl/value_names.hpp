// Names for the values of a function, from the debug information where it has one.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>

#include <set>
#include <string>
#include <unordered_map>

#include "../../device_module.hpp"

namespace ingot::compiler::msl {

/// The names of one function. Each name is given once, and is no reserved word.
class value_names {
public:
    value_names(const device_module& unit, std::set<std::string> taken) : unit_(unit), taken_(std::move(taken)) {}

    /// Returns the name of a value. The first call for a value chooses it.
    const std::string& of(const llvm::Value& value);
    /// Has the author given the value a name?
    bool is_named(const llvm::Value& value) const { return !author_name(value).empty(); }
    /// Returns a new name that is or begins with `wanted`.
    std::string unique(const std::string& wanted);

private:
    std::string author_name(const llvm::Value& value) const;

    const device_module& unit_;
    std::set<std::string> taken_;
    // The last number behind each wanted name: with a search from 2 for each value, the time would be quadratic.
    std::unordered_map<std::string, unsigned> last_number_;
    llvm::DenseMap<const llvm::Value*, std::string> names_;
};

}  // namespace ingot::compiler::msl
