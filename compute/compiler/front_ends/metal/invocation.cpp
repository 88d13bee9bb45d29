#include "invocation.hpp"

#include <llvm/TargetParser/Host.h>

#include <algorithm>
#include <ingot/installation/installation.hpp>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::compiler::metal {

namespace {

// Returns the macros of a version of the language, such as "ios-metal2.4" (MSL 3.0, sections 1.5.2 and 1.5.8).
std::vector<std::string> version_macros(std::string_view standard) {
    if (standard.empty()) standard = "metal3.0";
    const bool is_ios = standard.starts_with("ios-");
    const char major = standard[standard.size() - 3];
    const char minor = standard[standard.size() - 1];
    std::vector<std::string> macros {std::string("-D__METAL_VERSION__=") + major + minor + "0",
                                     is_ios ? "-D__METAL_IOS__=1" : "-D__METAL_MACOS__=1"};
    // The type bfloat belongs to Metal 3.1; kernels ask for it by this macro.
    if (standard == "metal3.1") macros.emplace_back("-D__HAVE_BFLOAT__=1");
    return macros;
}

}  // namespace

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
    };
    std::ranges::move(version_macros(options.standard), std::back_inserter(own));
    if (options.fast_math) own.emplace_back("-D__FAST_MATH__=1");
    std::vector<std::string> folders;
    for (const std::filesystem::path& folder : installation::current_tree().headers) {
        folders.push_back((folder / "ingot/metal").string());
        folders.push_back(folder.string());
    }
    return create_clang_invocation(options, own, folders, printed);
}

}  // namespace ingot::compiler::metal
