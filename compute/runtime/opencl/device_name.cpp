#include "device_name.hpp"

namespace ingot::backends::opencl {

namespace {

std::string_view word_at(std::string_view text, size_t position) {
    return text.substr(position, text.find_first_of(" +,", position) - position);
}

// Removes what PoCL writes before the name of the device: PoCL's driver ("pthread", from release 6 "cpu") and LLVM's name of
// the processor. LLVM's name may contain hyphens. `device_version` ends with LLVM's name, which shows where that name ends.
std::string_view without_pocl_prefix(std::string_view name, std::string_view device_version) {
    std::string_view rest;
    for (const std::string_view driver : {"pthread-", "cpu-"})
        if (name.starts_with(driver)) rest = name.substr(driver.size());
    if (rest.data() == nullptr) return name;
    for (size_t end = rest.rfind('-'); end != std::string_view::npos && end > 0; end = rest.rfind('-', end - 1))
        if (device_version.ends_with(rest.substr(0, end)) && end + 1 < rest.size()) return rest.substr(end + 1);
    return rest;
}

}  // namespace

std::string device_name(std::string_view name, std::string_view device_version, std::string_view platform_name,
                        std::string_view platform_version, bool is_cpu) {
    while (name.ends_with(' ')) name.remove_suffix(1);
    while (name.starts_with(' ')) name.remove_prefix(1);
    constexpr std::string_view pocl = "PoCL ";
    if (const size_t position = platform_version.find(pocl); position != std::string_view::npos)
        return std::string(without_pocl_prefix(name, device_version)) + " (PoCL " +
               std::string(word_at(platform_version, position + pocl.size())) + ")";
    return is_cpu ? std::string(name) + " (" + std::string(platform_name) + ")" : std::string(name);
}

}  // namespace ingot::backends::opencl
