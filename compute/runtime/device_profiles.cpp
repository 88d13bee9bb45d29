#include "device_profiles.hpp"

namespace ingot::backends {

namespace {

archive::profile_vendor profile_vendor_of(device_vendor maker) {
    switch (maker) {
        case device_vendor::amd:
            return archive::profile_vendor::amd;
        case device_vendor::intel:
            return archive::profile_vendor::intel;
        case device_vendor::nvidia:
            return archive::profile_vendor::nvidia;
        default:
            return archive::profile_vendor::unknown;
    }
}

// The profile without a vendor matches every GPU. Another profile matches GPUs of its vendor whose width is not larger than
// the width in the profile. If the driver does not report the GPU's width, the width is 0, which is never too large.
bool gpu_matches(const archive::device_profile& profile, const device_properties& properties) {
    if (profile.vendor == archive::profile_vendor::unknown) return true;
    return profile.vendor == profile_vendor_of(properties.maker) && properties.simd_width <= profile.simd_width;
}

bool cpu_matches(const archive::device_profile& profile, const device_properties& properties, bool processor_has_fma) {
    if (profile.has_fma && !processor_has_fma) return false;
    return profile.simd_width <= archive::least_cpu_simd_width || properties.simd_width >= profile.simd_width;
}

}  // namespace

bool matches(const archive::device_profile& profile, const device_properties& properties, bool processor_has_fma) {
    if (profile.is_gpu == properties.is_cpu) return false;
    if (profile.has_64_bit_atomics && !properties.has_64_bit_atomics) return false;
    return profile.is_gpu ? gpu_matches(profile, properties) : cpu_matches(profile, properties, processor_has_fma);
}

bool this_processor_has_fma() {
#if defined(__x86_64__) || defined(__i386__)
    return __builtin_cpu_supports("fma") != 0;
#else
    return true;
#endif
}

}  // namespace ingot::backends
