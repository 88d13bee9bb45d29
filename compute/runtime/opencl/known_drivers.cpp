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

// Before release 7, PoCL's library does not handle images with a single channel of half: reads return 234.0, and writes
// do nothing (lib/kernel/read_image.cl).
bool handles_format(std::string_view driver, pixel_format format) {
    return pocl_release(driver).value_or(7) >= 7 || format != pixel_format {channel_type::float_16, 1};
}

// Before release 7, PoCL's write_imagei for layers and three-dimensional images calls a function that does not exist
// (lib/kernel/SPIR/generate_spir_wrapper.py), and PoCL aborts the process at the launch.
std::string integer_layer_write_defect(std::string_view driver) {
    return pocl_release(driver).value_or(7) >= 7 ? "" : "PoCL before release 7 does not have the function";
}

// PoCL caches compiled kernels in $POCL_CACHE_DIR, or ~/.cache/pocl. With release 3.1, a first build and launch took 40 %
// less time if the binary was not requested, and later launches took the same time.
bool has_disk_cache(std::string_view driver) { return pocl_release(driver).has_value(); }

// PoCL 6 runs LLVM 18's pass InstCombine for one iteration, in a mode that verifies the result. If a second iteration
// would still change the code, LLVM aborts the process ("Instruction Combining did not reach a fixpoint after 1
// iterations"; PoCL's issue 1608, fixed in release 7). The observed cause is that InstCombine sinks a load into the only
// branch that uses it, but only in the second iteration. Without sinking, one iteration is enough.
std::span<const char* const> compiler_options(std::string_view platform_version) {
    static constexpr const char* no_sinking[] = {"-instcombine-code-sinking=0"};
    if (platform_version.find("PoCL 6.") != std::string_view::npos && platform_version.find("LLVM 18.") != std::string_view::npos)
        return no_sinking;
    return {};
}

}  // namespace ingot::backends::opencl
