#include "known_drivers.hpp"

#include <charconv>
#include <optional>

namespace ingot::backends::opencl {

namespace {

std::optional<unsigned> pocl_release(std::string_view driver) {
    constexpr std::string_view pocl = "Portable Computing Language ";
    if (!driver.starts_with(pocl)) return {};
    driver.remove_prefix(pocl.size());
    unsigned release = 0;
    std::from_chars(driver.data(), driver.data() + driver.size(), release);
    return release;
}

}  // namespace

// Before release 7 PoCL's library has no case for a single half: it reads 234.0 and writes nothing (lib/kernel/read_image.cl).
bool handles_rightly(std::string_view driver, pixel_format format) {
    return pocl_release(driver).value_or(7) >= 7 || format != pixel_format {channel_type::float_16, 1};
}

// Before release 7 its write_imagei for them calls a function whose name nothing has (lib/kernel/SPIR/generate_spir_wrapper.py),
// and at the launch PoCL ends the program.
std::string defect_of_integer_layer_writes(std::string_view driver) {
    return pocl_release(driver).value_or(7) >= 7 ? "" : "PoCL before 7 lacks the function";
}

// Its folder is $POCL_CACHE_DIR, or ~/.cache/pocl. Seen with release 3.1: not to ask for binaries saves 40 % of the time of a
// first build and launch, and later ones take the same time.
bool keeps_what_it_compiles(std::string_view driver) { return pocl_release(driver).has_value(); }

// PoCL 6 runs LLVM 18's InstCombine by a text that makes it check its own result, and LLVM ends the process where one round was
// not enough ("Instruction Combining did not reach a fixpoint after 1 iterations"; PoCL's issue 1608, gone in release 7). Seen
// reason: a load is moved into the one branch that uses it a round late. Without such moves one round is enough.
std::span<const char* const> compiler_options(std::string_view platform_version) {
    static constexpr const char* no_sinking[] = {"-instcombine-code-sinking=0"};
    if (platform_version.find("PoCL 6.") != std::string_view::npos && platform_version.find("LLVM 18.") != std::string_view::npos)
        return no_sinking;
    return {};
}

}  // namespace ingot::backends::opencl
