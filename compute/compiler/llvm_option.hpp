// Sets options of LLVM's passes that have no other interface than LLVM's command line.
#pragma once

#include <llvm/Support/CommandLine.h>

#include <stdexcept>
#include <string>

namespace ingot::compiler {

/// Sets an option of LLVM for this process, as `-name=value` does in LLVM's own programs. Throws std::logic_error if this
/// LLVM has no such option.
inline void set_llvm_option(const std::string& name, const std::string& value) {
    auto& options = llvm::cl::getRegisteredOptions();
    const auto found = options.find(name);
    if (found == options.end()) throw std::logic_error("this LLVM has no option " + name);
    found->second->addOccurrence(1, name, value);
}

}  // namespace ingot::compiler
