#include "driver_compiler.hpp"

#include <dlfcn.h>

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "known_drivers.hpp"

namespace ingot::backends::opencl {

namespace {

// Returns the first two numbers of LLVM's release in the version text of a platform. The names of LLVM's libraries end with
// them. The result is "18.1" for "OpenCL 3.0 PoCL 6.0  Linux, Release, RELOC, SPIR-V, LLVM 18.1.8, SLEEF"; "" if the text does
// not name LLVM.
std::string llvm_release(std::string_view platform_version) {
    constexpr std::string_view before = "LLVM ";
    const size_t begin = platform_version.find(before);
    if (begin == std::string_view::npos) return {};
    const std::string_view number = platform_version.substr(begin + before.size());
    const size_t minor = number.find('.');
    return std::string(number.substr(0, number.find_first_not_of("0123456789", minor == std::string_view::npos ? 0 : minor + 1)));
}

struct close_library {
    void operator()(void* library) const { dlclose(library); }
};

// Returns the LLVM library of this release if this process has already loaded it; else null, for example if the driver is
// linked to LLVM statically.
std::unique_ptr<void, close_library> loaded_llvm(const std::string& release) {
    const std::string major = release.substr(0, release.find('.'));
    for (const std::string& name : {"libLLVM.so." + release, "libLLVM-" + major + ".so." + release, "libLLVM-" + major + ".so",
                                    "libLLVM-" + major + ".so.1"})
        if (void* const library = dlopen(name.c_str(), RTLD_NOLOAD | RTLD_LAZY | RTLD_LOCAL))
            return std::unique_ptr<void, close_library>(library);
    return nullptr;
}

// Sets options of the LLVM library of this release, if it is loaded. They apply to all users of that library in the process.
void set_options(const std::string& release, std::span<const char* const> options) {
    const auto llvm = loaded_llvm(release);
    if (!llvm) return;
    // Declared by llvm-c/Support.h.
    using parse_options = void(int count, const char* const* arguments, const char* overview);
    auto* const parse = reinterpret_cast<parse_options*>(dlsym(llvm.get(), "LLVMParseCommandLineOptions"));
    if (!parse) return;
    std::vector<const char*> arguments {"ingot"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    parse(static_cast<int>(arguments.size()), arguments.data(), "");
}

}  // namespace

void configure_compiler(std::string_view platform_version) {
    const std::span<const char* const> options = compiler_options(platform_version);
    if (options.empty()) return;
    static std::once_flag is_configured;
    std::call_once(is_configured, [&] { set_options(llvm_release(platform_version), options); });
}

}  // namespace ingot::backends::opencl
