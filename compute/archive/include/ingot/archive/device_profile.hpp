// What device_info tells a kernel at compile time of an OpenCL device. One SPIR-V serves many devices: a kernel file that asks
// device_info has code for each of these profiles in its archive, and a backend takes the first that its device fits.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ingot::archive {

/// The numbers of device_info::vendor_type.
enum class profile_vendor : uint32_t { unknown, amd, apple, host, intel, nvidia };

struct device_profile {
    std::string_view name;  ///< the `architecture` of the code
    bool is_gpu;
    profile_vendor vendor;
    uint32_t simd_width;  ///< lanes of 32 bits; a device that fits has as many or more; 1 where nothing is known
    bool has_fma;
    bool has_64_bit_atomics;
};

/// From the most particular to the one that every device of its kind fits.
inline constexpr std::array<device_profile, 7> opencl_profiles {{
    {"gpu-nvidia", true, profile_vendor::nvidia, 32, true, true},
    {"gpu-amd", true, profile_vendor::amd, 64, true, true},
    {"gpu-intel", true, profile_vendor::intel, 16, true, true},
    {"gpu", true, profile_vendor::unknown, 1, false, false},
    {"cpu-simd16", false, profile_vendor::unknown, 16, true, true},
    {"cpu-simd8", false, profile_vendor::unknown, 8, true, true},
    {"cpu", false, profile_vendor::unknown, 4, false, false},
}};

/// The profile of that name, or null.
constexpr const device_profile* find_profile(std::string_view name) {
    for (const device_profile& one : opencl_profiles)
        if (one.name == name) return &one;
    return nullptr;
}

}  // namespace ingot::archive
