#include "invocation.hpp"

#include <clang/Driver/CreateInvocationFromArgs.h>
#include <llvm/Support/Process.h>
#include <llvm/TargetParser/Host.h>

#include <algorithm>
#include <ingot/installation/installation.hpp>
#include <string>
#include <vector>

namespace ingot::compiler::metal {

namespace {

std::vector<std::string> arguments(const source_options& options) {
    const std::string clang_resources = installation::bundled_folder("clang", INGOT_CLANG_RESOURCES);
    std::vector<std::string> all {
        // The program's path. Clang's driver searches for system headers relative to it, as the installed clang++ does.
        clang_resources + "/../../../bin/clang++",
        "-fsyntax-only",
        "-x",
        "c++",
        "-std=c++20",
        "-fdeclspec",
        "-fsigned-char",
        "-resource-dir",
        clang_resources,
        "-O" + std::to_string(std::max(options.optimisation, 1u)),
        "-gline-tables-only",
        "-fno-vectorize",
        "-fno-slp-vectorize",
        "-fconvergent-functions",
        "-fno-math-errno",
        options.fast_math ? "-ffp-contract=fast" : "-ffp-contract=on",
        "-fno-stack-protector",
        "-fno-threadsafe-statics",
        "-fno-asynchronous-unwind-tables",
        "-fcf-protection=none",
        "-fno-pic",
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
        "-Wno-vla-cxx-extension",
        // Memory of the threadgroup is not initialised, and Clang takes it for static variables.
        "-Wno-exit-time-destructors",
        "-Wno-pragma-once-outside-header",
        "-DINGOT_DEVICE=1",
        "-D__METAL__=1",
        "-D__METAL_VERSION__=300",
        "-D__METAL_MACOS__=1",
    };
    if (options.fast_math) {
        all.emplace_back("-ffast-math");
        all.emplace_back("-D__FAST_MATH__=1");
    }
    if (!options.standard_library.empty()) all.push_back("-stdlib=" + options.standard_library);
    if (!options.gcc_installation.empty()) all.push_back("--gcc-install-dir=" + options.gcc_installation.string());
    for (const std::string& definition : options.definitions) all.push_back("-D" + definition);
    for (const std::string& folder : options.include_folders) all.push_back("-I" + folder);
    for (const std::string& warning : options.warnings) all.push_back("-W" + warning);
    for (const std::filesystem::path& folder : installation::current_tree().headers) {
        all.emplace_back("-isystem");
        all.push_back((folder / "ingot/metal").string());
        all.emplace_back("-isystem");
        all.push_back(folder.string());
    }
    all.emplace_back("--");
    all.push_back(options.file.string());
    return all;
}

}  // namespace

std::shared_ptr<clang::CompilerInvocation> create_invocation(const source_options& options) {
    const std::vector<std::string> texts = arguments(options);
    std::vector<const char*> pointers;
    for (const std::string& text : texts) pointers.push_back(text.c_str());
    std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(pointers);
    if (!invocation) return nullptr;
    static const bool has_colors = llvm::sys::Process::StandardErrHasColors();
    invocation->getDiagnosticOpts().ShowColors = has_colors;
    invocation->getCodeGenOpts().DisableLLVMPasses = true;
    invocation->getDiagnosticOpts().ElideType = false;
    invocation->getLangOpts().Exceptions = false;
    invocation->getFrontendOpts().DisableFree = false;
    return invocation;
}

}  // namespace ingot::compiler::metal
