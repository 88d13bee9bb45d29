#include "invocation.hpp"

#include <llvm/TargetParser/Host.h>

#include <ingot/installation/installation.hpp>
#include <string>
#include <vector>

namespace ingot::compiler::metal {

std::shared_ptr<clang::CompilerInvocation> create_invocation(const source_options& options, messages printed) {
    std::vector<std::string> own {
        "-fdeclspec",
        "-fsigned-char",
        "-gline-tables-only",
        "-ftemplate-depth=1024",
        "-Xclang",
        "-fsycl-is-device",
        // Without a second triple the mangling of some types fails.
        "-Xclang",
        "-aux-triple",
        "-Xclang",
        llvm::sys::getDefaultTargetTriple(),
        "-Xclang",
        "-ffloat16-excess-precision=none",
        // `constant const` names one qualifier twice, because `constant` implies const.
        "-Wno-duplicate-decl-specifier",
        "-Wno-unknown-pragmas",
        // Memory of the threadgroup is not initialised, and Clang takes it for static variables.
        "-Wno-exit-time-destructors",
        "-Wno-pragma-once-outside-header",
        "-D__METAL__=1",
        "-D__METAL_VERSION__=300",
        "-D__METAL_MACOS__=1",
    };
    if (options.fast_math) own.emplace_back("-D__FAST_MATH__=1");
    std::vector<std::string> folders;
    for (const std::filesystem::path& folder : installation::current_tree().headers) {
        folders.push_back((folder / "ingot/metal").string());
        folders.push_back(folder.string());
    }
    return create_clang_invocation(options, own, folders, printed);
}

}  // namespace ingot::compiler::metal
