// What the front end hands to the middle end, and the middle end to a target.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <ingot/archive/archive.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "target.hpp"

namespace ingot::compiler {

/// One kernel in a module.
struct kernel_entry {
    archive::kernel_reflection reflection;
    /// The front end's entry: `extern "C" void ingot_entry_SYMBOL(const void* const* arguments)`, the text that also calls the
    /// kernel on the CPU debug device. arguments[i] points, for a buffer, to the pointer to its memory; for a value, to the
    /// value. The middle end replaces it by a function of the kernel's own symbol and signature.
    std::string function;
};

/// A kernel file as LLVM IR for the build machine's own triple, as Clang emits it before any optimisation (-O2
/// -Xclang -disable-llvm-passes), with line tables. Device functions are undefined functions and variables with the prefix
/// ingot_device_, which middle_end/device_functions.hpp lists. Every front end ends in this.
struct device_module {
    const target* made_for = nullptr;
    std::unique_ptr<llvm::LLVMContext> context;
    std::unique_ptr<llvm::Module> module;
    std::vector<kernel_entry> kernels;
    /// Is that file, as line tables name it, a header that the kernels' author did not write? Errors inside of such files are
    /// reported where the author's code leads there.
    std::function<bool(std::string_view file)> is_library = [](std::string_view) { return false; };

    device_module() = default;
    device_module(device_module&&) = default;
    // The module must go before its context.
    device_module& operator=(device_module&& other) noexcept {
        module.reset();
        context = std::move(other.context);
        module = std::move(other.module);
        made_for = other.made_for;
        is_library = std::move(other.is_library);
        kernels = std::move(other.kernels);
        return *this;
    }
};

}  // namespace ingot::compiler
