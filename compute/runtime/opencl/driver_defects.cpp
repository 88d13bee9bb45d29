#include "driver_defects.hpp"

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
std::string defect_of_signed_layer_writes(std::string_view driver) {
    return pocl_release(driver).value_or(7) >= 7 ? "" : "PoCL before 7 lacks the function";
}

}  // namespace ingot::backends::opencl
