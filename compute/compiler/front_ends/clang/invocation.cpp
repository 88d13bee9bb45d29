#include "invocation.hpp"

#include <clang/Driver/CreateInvocationFromArgs.h>
#include <clang/Frontend/CompilerInstance.h>
#include <llvm/Support/Process.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <algorithm>
#include <ingot/installation/installation.hpp>

namespace ingot::compiler {

namespace {

std::vector<std::string> arguments(const source_options& options, std::span<const std::string> own,
                                   std::span<const std::string> system_folders) {
    const std::string clang_resources = installation::bundled_folder("clang", INGOT_CLANG_RESOURCES);
    std::vector<std::string> all {
        // The program's path. Clang's driver searches for system headers relative to it, as the installed clang++ does.
        clang_resources + "/../../../bin/clang++",
        "-fsyntax-only",
        "-x",
        "c++",
        "-std=c++20",
        "-resource-dir",
        clang_resources,
        "-O" + std::to_string(
                   std::max(options.optimisation, 1u)),  // -O0 would mark functions noinline, but devices require inlining
        // Each target decides later whether it vectorises or unrolls loops. (-fno-unroll-loops is not used, because it
        // would also forbid the targets to unroll loops.)
        "-fno-vectorize",
        "-fno-slp-vectorize",
        "-Wno-vla-cxx-extension",  // ingotc reports an array of variable size as an error
        "-fconvergent-functions",
        "-fno-math-errno",
        options.fast_math ? "-ffp-contract=fast" : "-ffp-contract=on",
        // Features of host programs that devices do not support.
        "-fno-stack-protector",
        "-fno-threadsafe-statics",
        "-fno-asynchronous-unwind-tables",
        "-fcf-protection=none",
        "-fno-pic",
        "-DINGOT_DEVICE=1",
    };
    all.insert(all.end(), own.begin(), own.end());
    if (options.fast_math) all.emplace_back("-ffast-math");
    if (!options.standard_library.empty()) all.push_back("-stdlib=" + options.standard_library);
    if (!options.gcc_installation.empty()) all.push_back("--gcc-install-dir=" + options.gcc_installation.string());
    for (const std::string& definition : options.definitions) all.push_back("-D" + definition);
    for (const std::string& folder : options.include_folders) all.push_back("-I" + folder);
    for (const std::string& warning : options.warnings) all.push_back("-W" + warning);
    for (const std::string& folder : system_folders) {
        all.emplace_back("-isystem");
        all.push_back(folder);
    }
    all.emplace_back("--");
    all.push_back(options.file.string());
    return all;
}

}  // namespace

std::shared_ptr<clang::CompilerInvocation> create_clang_invocation(const source_options& options,
                                                                   std::span<const std::string> own,
                                                                   std::span<const std::string> system_folders,
                                                                   messages printed) {
    const std::vector<std::string> texts = arguments(options, own, system_folders);
    std::vector<const char*> pointers;
    for (const std::string& text : texts) pointers.push_back(text.c_str());

    clang::CreateInvocationOptions how;
    clang::DiagnosticOptions silent;
    if (printed == messages::off)
        how.Diags =
            clang::CompilerInstance::createDiagnostics(*llvm::vfs::getRealFileSystem(), silent, new clang::IgnoringDiagConsumer);
    std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(pointers, how);
    if (!invocation) return nullptr;
    // Only the first call asks whether the standard error stream shows colours. In a child process the stream is a file,
    // whose messages the parent process prints to its own stream.
    static const bool has_colors = llvm::sys::Process::StandardErrHasColors();
    invocation->getDiagnosticOpts().ShowColors = has_colors;
    invocation->getCodeGenOpts().DisableLLVMPasses = true;
    // Clang shall print a type in full, not as "vector<float, [...]>": the front ends replace it by a shorter name.
    invocation->getDiagnosticOpts().ElideType = false;
    // A kernel cannot throw: disable code for unwinding. The driver's option -fno-exceptions would also reject try and
    // throw (CXXExceptions), which host code in shared headers uses.
    invocation->getLangOpts().Exceptions = false;
    invocation->getFrontendOpts().DisableFree = false;
    return invocation;
}

}  // namespace ingot::compiler
