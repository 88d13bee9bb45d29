// The LLVM module of a kernel file. The front end generates it, the middle end lowers it, and a target emits its code.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <ingot/archive/archive.hpp>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostic.hpp"
#include "target.hpp"

namespace ingot::compiler {

/// One kernel in a module.
struct kernel_entry {
    archive::kernel_reflection reflection;
    /// Name of the entry function that the front end generated:
    ///
    ///     extern "C" void ingot_entry_SYMBOL(const void* const* arguments)
    ///
    /// It reads `arguments` and calls the kernel. The CPU debug device passes arguments in the same form
    /// (cpu_debug/run.hpp). For a value, arguments[i] points to the value; for a buffer or local memory, to a pointer to
    /// the memory. For an image, arguments[i] points to the address of an undefined variable. This variable represents
    /// the image: its name contains the image's shape, and the positions of the one or two arguments that the image
    /// becomes in the kernel's final signature (middle_end/image_arguments.hpp). The middle end replaces the function by one with
    /// the kernel's own symbol and signature, and sets this member to that symbol.
    std::string entry_function;
    /// Why the target's code does not have this kernel, which the target cannot express (target_traits::leaves_out_kernels).
    /// Set by lower_module(), which removes the kernel's function.
    std::optional<diagnostic> missing_reason {};
};

/// A kernel file as LLVM IR. Every front end generates it for the build machine's triple, with line tables and as Clang
/// emits it before any optimisation (-O2 -Xclang -disable-llvm-passes). Device functions are undefined functions and
/// variables with the prefix ingot_device_; middle_end/device_functions.hpp lists them.
struct device_module {
    const target* compiled_for = nullptr;  ///< the target for which lower_module() lowers the module
    std::string architecture {};           ///< the target's architecture, "sm_70"; empty if the target has none
    std::unique_ptr<llvm::LLVMContext> context;
    std::unique_ptr<llvm::Module> module;
    std::vector<kernel_entry> kernels;
    /// Is `file`, a name in line tables, a header of the language or of the standard library? An error in such a header
    /// is reported at the line of the user's code that calls into the header.
    std::function<bool(std::string_view file)> is_library = [](std::string_view) { return false; };

    /// The names of undefined functions that a header of the system declares, such as `rand`. An error about a call of
    /// one of these functions gives other advice than an error about a function that the author declared.
    std::set<std::string> library_functions;

    device_module() = default;
    device_module(device_module&&) = default;
    // The old module must be destroyed before its context.
    device_module& operator=(device_module&& other) noexcept {
        module.reset();
        context = std::move(other.context);
        module = std::move(other.module);
        compiled_for = other.compiled_for;
        architecture = std::move(other.architecture);
        is_library = std::move(other.is_library);
        library_functions = std::move(other.library_functions);
        kernels = std::move(other.kernels);
        return *this;
    }
};

}  // namespace ingot::compiler
