#include "invocation.hpp"

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

}  // namespace

std::shared_ptr<clang::CompilerInvocation> create_invocation(const source_options& options, const device_macros& macros,
                                                             messages printed) {
    std::vector<std::string> own {
        options.debug_information ? "-g" : "-gline-tables-only",  // line numbers for later diagnostics
        "-fno-builtin-printf",  // keeps calls of printf, so that a diagnostic does not name putchar
    };
    std::ranges::move(target_definitions(macros), std::back_inserter(own));
    std::vector<std::string> folders;
    for (const std::filesystem::path& folder : installation::current_tree().headers) folders.push_back(folder.string());
    return create_clang_invocation(options, own, folders, printed);
}

}  // namespace ingot::compiler
