#include "invocation.hpp"

#include <clang/Driver/CreateInvocationFromArgs.h>
#include <clang/Frontend/CompilerInstance.h>
#include <llvm/Support/Process.h>

#include <algorithm>
#include <ingot/installation/installation.hpp>
#include <iterator>

namespace ingot::compiler {

namespace {

// What the language's headers see of the target, and device_info.hpp of the devices.
std::vector<std::string> target_definitions(const target_traits& traits, const archive::device_profile& profile) {
    const auto number = [](std::string_view name, uint32_t value) {
        return "-DINGOT_PROFILE_" + std::string(name) + "=" + std::to_string(value);
    };
    std::vector<std::string> all {number("IS_GPU", profile.is_gpu),
                                  number("HAS_FMA", profile.has_fma),
                                  number("HAS_64_BIT_ATOMICS", profile.has_64_bit_atomics),
                                  number("SIMD_WIDTH", profile.simd_width),
                                  number("VENDOR", static_cast<uint32_t>(profile.vendor)),
                                  number("PLATFORM", static_cast<uint32_t>(traits.platform))};
    for (const std::string& macro : traits.macros) all.push_back("-D" + macro);
    return all;
}

std::vector<std::string> arguments(const source_options& options, const target& made_for,
                                   const archive::device_profile& profile) {
    const std::string clang_resources = installation::bundled_or("clang", INGOT_CLANG_RESOURCES);
    std::vector<std::string> all {
        // Beside Clang's resources, so that Clang's driver looks for the system's headers as the installed one does.
        clang_resources + "/../../../bin/clang++",
        "-fsyntax-only",
        "-x",
        "c++",
        "-std=c++20",
        "-resource-dir",
        clang_resources,
        "-O" + std::to_string(std::max(options.optimisation, 1u)),  // -O0 would forbid the inlining that devices need
        "-gline-tables-only",                                       // for the lines in later diagnostics
        "-fno-builtin-printf",                                      // a diagnostic shall name what the user called, not putchar
        // What loops become is for the targets to decide. (-fno-unroll-loops would forbid it to them too.)
        "-fno-vectorize",
        "-fno-slp-vectorize",
        "-Wno-vla-cxx-extension",  // in a kernel such an array is an error of ours
        "-fconvergent-functions",
        "-fno-math-errno",
        options.fast_math ? "-ffp-contract=fast" : "-ffp-contract=on",
        // What a host program needs and a device has not.
        "-fno-stack-protector",
        "-fno-threadsafe-statics",
        "-fno-asynchronous-unwind-tables",
        "-fcf-protection=none",
        "-fno-pic",
        "-DINGOT_DEVICE=1",
    };
    std::ranges::move(target_definitions(made_for.traits(), profile), std::back_inserter(all));
    // A failing assert() can stop the CPU debug device only.
    if (std::ranges::none_of(options.definitions, [](const std::string& text) { return text.starts_with("NDEBUG"); }))
        all.emplace_back("-DNDEBUG");
    if (options.fast_math) all.emplace_back("-ffast-math");
    if (!options.standard_library.empty()) all.push_back("-stdlib=" + options.standard_library);
    if (!options.gcc_installation.empty()) all.push_back("--gcc-install-dir=" + options.gcc_installation.string());
    for (const std::string& definition : options.definitions) all.push_back("-D" + definition);
    for (const std::string& folder : options.include_folders) all.push_back("-I" + folder);
    for (const std::string& warning : options.warnings) all.push_back("-W" + warning);
    for (const std::filesystem::path& folder : installation::own_tree().headers) {
        all.emplace_back("-isystem");
        all.push_back(folder.string());
    }
    all.emplace_back("--");
    all.push_back(options.file.string());
    return all;
}

}  // namespace

std::shared_ptr<clang::CompilerInvocation> create_invocation(const source_options& options, const target& made_for,
                                                             const archive::device_profile& profile) {
    const std::vector<std::string> texts = arguments(options, made_for, profile);
    std::vector<const char*> pointers;
    for (const std::string& text : texts) pointers.push_back(text.c_str());

    std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(pointers);
    if (!invocation) return nullptr;
    invocation->getDiagnosticOpts().ShowColors = llvm::sys::Process::StandardErrHasColors();
    invocation->getCodeGenOpts().DisableLLVMPasses = true;
    // The language knows exceptions, for host code in shared headers uses them; but a kernel cannot throw, so no call needs a way
    // to unwind.
    invocation->getLangOpts().Exceptions = false;
    invocation->getFrontendOpts().DisableFree = false;
    return invocation;
}

}  // namespace ingot::compiler
