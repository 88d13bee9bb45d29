// Device profiles: the properties that device_info returns to a kernel at compile time. The same SPIR-V code runs on
// many OpenCL devices. If a kernel file uses device_info, ingotc therefore compiles it once for each profile, and the
// OpenCL backend chooses the first profile that its device matches (device::matches_profile).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ingot::archive {

/// Vendors. The enumerators have the same numbers as those of device_info::vendor_type.
enum class profile_vendor : uint32_t { unknown, amd, apple, host, intel, nvidia };

/// The properties that a kernel assumes of every device that matches the profile.
struct device_profile {
    std::string_view name;  ///< stored as the `architecture` of the code
    bool is_gpu;
    profile_vendor vendor;
    /// The number of 32-bit lanes; 1 if unknown. A GPU of the vendor matches only if it has at most this number. A CPU matches
    /// only if it has at least this number, except for the profile `cpu`.
    uint32_t simd_width;
    bool has_fma;
    bool has_64_bit_atomics;
};

/// The SIMD width that kernels assume of a CPU of which nothing is known. A CPU with fewer lanes runs these kernels too, but
/// more slowly.
inline constexpr uint32_t least_cpu_simd_width = 4;

/// The profiles for OpenCL devices, the most specific ones first. Every GPU matches `gpu`, and every CPU matches `cpu`.
inline constexpr std::array<device_profile, 7> opencl_profiles {{
    {"gpu-nvidia", true, profile_vendor::nvidia, 32, true, true},
    {"gpu-amd", true, profile_vendor::amd, 64, true, true},
    {"gpu-intel", true, profile_vendor::intel, 16, true, true},
    {"gpu", true, profile_vendor::unknown, 1, false, false},
    {"cpu-simd16", false, profile_vendor::unknown, 16, true, true},
    {"cpu-simd8", false, profile_vendor::unknown, 8, true, true},
    {"cpu", false, profile_vendor::unknown, least_cpu_simd_width, false, false},
}};

/// Returns the profile of that name, or null.
constexpr const device_profile* find_profile(std::string_view name) {
    for (const device_profile& profile : opencl_profiles)
        if (profile.name == name) return &profile;
    return nullptr;
}

}  // namespace ingot::archive
