#include "invocation.hpp"

#include <clang/Driver/CreateInvocationFromArgs.h>
#include <clang/Frontend/CompilerInstance.h>
#include <llvm/Support/Process.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <algorithm>
#include <ingot/installation/installation.hpp>
#include <iterator>

namespace ingot::compiler {

namespace {

// Returns the macros that describe the target and the device profile to the language's headers (device_info.hpp).
std::vector<std::string> target_definitions(const device_macros& macros) {
    const archive::device_profile& profile = macros.profile;
    const auto number = [](std::string_view name, uint32_t value) {
        return "-DINGOT_PROFILE_" + std::string(name) + "=" + std::to_string(value);
    };
    std::vector<std::string> all {number("IS_GPU", profile.is_gpu),
                                  number("HAS_FMA", profile.has_fma),
                                  number("HAS_64_BIT_ATOMICS", profile.has_64_bit_atomics),
                                  number("SIMD_WIDTH", profile.simd_width),
                                  number("VENDOR", static_cast<uint32_t>(profile.vendor)),
                                  number("PLATFORM", static_cast<uint32_t>(macros.platform))};
    for (const std::string& macro : macros.target->macros) all.push_back("-D" + macro);
    return all;
}

std::vector<std::string> arguments(const source_options& options, const device_macros& macros) {
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
        options.debug_information ? "-g" : "-gline-tables-only",  // line numbers for later diagnostics
        "-fno-builtin-printf",  // keeps calls of printf, so that a diagnostic does not name putchar
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
    std::ranges::move(target_definitions(macros), std::back_inserter(all));
    if (options.fast_math) all.emplace_back("-ffast-math");
    if (!options.standard_library.empty()) all.push_back("-stdlib=" + options.standard_library);
    if (!options.gcc_installation.empty()) all.push_back("--gcc-install-dir=" + options.gcc_installation.string());
    for (const std::string& definition : options.definitions) all.push_back("-D" + definition);
    for (const std::string& folder : options.include_folders) all.push_back("-I" + folder);
    for (const std::string& warning : options.warnings) all.push_back("-W" + warning);
    for (const std::filesystem::path& folder : installation::current_tree().headers) {
        all.emplace_back("-isystem");
        all.push_back(folder.string());
    }
    all.emplace_back("--");
    all.push_back(options.file.string());
    return all;
}

}  // namespace

std::shared_ptr<clang::CompilerInvocation> create_invocation(const source_options& options, const device_macros& macros,
                                                             messages printed) {
    const std::vector<std::string> texts = arguments(options, macros);
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
    // Clang shall print a type in full, not as "vector<float, [...]>": message_advisor.cpp replaces it by a shorter name.
    invocation->getDiagnosticOpts().ElideType = false;
    // A kernel cannot throw: disable code for unwinding. The driver's option -fno-exceptions would also reject try and
    // throw (CXXExceptions), which host code in shared headers uses.
    invocation->getLangOpts().Exceptions = false;
    invocation->getFrontendOpts().DisableFree = false;
    return invocation;
}

}  // namespace ingot::compiler
