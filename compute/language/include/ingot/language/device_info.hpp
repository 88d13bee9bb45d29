// Properties of the device that a kernel knows at compile time (Table 14 of the thesis that docs/host-library.md names),
// for `if constexpr`, array sizes and templates.
//
// For CUDA, the functions describe NVIDIA's GPUs. For OpenCL, a kernel file that calls any of these functions is
// compiled once for each device profile, a set of properties in ingot/archive/device_profile.hpp, and the host library
// loads the code of the first profile that matches the device. For the CPU debug device, the functions describe the
// processor for which the host's C++ compiler compiles the file, for example with `-mavx2 -mfma`.
#pragma once

#include <cstdint>

namespace ingot::device_info {

/// The kinds of device.
enum class device_type : uint32_t { gpu, cpu };

/// Vendors; `host` is the CPU debug device. No profile has `apple` yet.
enum class vendor_type : uint32_t { unknown, amd, apple, host, intel, nvidia };

/// Operating systems.
enum class os_type : uint32_t { unknown, freebsd, ios, linux_os, osx, windows };

// ingotc defines the macros for each profile.
namespace detail {
#if defined(INGOT_DEVICE)
inline constexpr bool is_gpu = INGOT_PROFILE_IS_GPU;
inline constexpr bool fma = INGOT_PROFILE_HAS_FMA;
inline constexpr bool int64_atomics = INGOT_PROFILE_HAS_64_BIT_ATOMICS;
inline constexpr uint32_t width = INGOT_PROFILE_SIMD_WIDTH;
inline constexpr vendor_type maker {INGOT_PROFILE_VENDOR};
inline constexpr vendor_type platform {INGOT_PROFILE_PLATFORM};
#else
inline constexpr bool is_gpu = false;
inline constexpr bool int64_atomics = true;
inline constexpr vendor_type maker = vendor_type::host;
inline constexpr vendor_type platform = vendor_type::host;
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
inline constexpr bool fma = true;
#else
inline constexpr bool fma = false;
#endif
#if defined(__AVX512F__)
inline constexpr uint32_t width = 16;
#elif defined(__AVX__)
inline constexpr uint32_t width = 8;
#else
inline constexpr uint32_t width = 4;
#endif
#endif
}  // namespace detail

/// GPU or CPU.
constexpr device_type type() { return detail::is_gpu ? device_type::gpu : device_type::cpu; }

/// Is a fused multiply-add one instruction? If not, or if this is not known, the result is false, and `a * b + c` may be
/// cheaper than `fma(a, b, c)`.
constexpr bool has_fma() { return detail::fma; }

/// Does the device have atomic functions on 64 bits? False if this is not known. A kernel that calls them only inside of
/// `if constexpr (has_64_bit_atomics())` runs on every device.
constexpr bool has_64_bit_atomics() { return detail::int64_atomics; }

/// Does the device have atomic_min, atomic_max, atomic_and, atomic_or and atomic_xor on 64 bits? The result is that of
/// has_64_bit_atomics(), although some OpenCL devices have 64-bit atomics without these five. On such a device, building
/// a program that calls one of the five throws an error.
constexpr bool has_native_extended_64_bit_atomics() { return detail::int64_atomics; }

/// Can atomic functions change a pointer? This requires 64-bit atomics, because pointers have 64 bits on all devices.
constexpr bool has_pointer_atomics() { return detail::int64_atomics; }

/// Is local memory faster than global memory? False for a CPU, whose local memory is ordinary memory.
constexpr bool has_dedicated_local_memory() { return detail::is_gpu; }

/// The number of work-items, or lanes of 32 bits, that one instruction processes: 32 for NVIDIA, 64 for AMD and 16 for Intel.
/// Some GPUs of AMD and Intel process fewer. For a CPU the number is 4, 8 or 16. For GPUs of other vendors it is not known,
/// and the result is 1.
constexpr uint32_t simd_width() { return detail::width; }

/// The vendor of an NVIDIA, AMD or Intel GPU; `host` for the CPU debug device; unknown for all other devices.
constexpr vendor_type vendor() { return detail::maker; }

/// The vendor of the driver: NVIDIA for CUDA, the host for the CPU debug device, and unknown for OpenCL.
constexpr vendor_type platform_vendor() { return detail::platform; }

/// The operating system for which the kernel was compiled: the one on which the host program runs.
constexpr os_type os() {
#if defined(__linux__)
    return os_type::linux_os;
#elif defined(__FreeBSD__)
    return os_type::freebsd;
#elif defined(__APPLE__) && defined(__ENVIRONMENT_IPHONE_OS_VERSION_MIN_REQUIRED__)
    return os_type::ios;
#elif defined(__APPLE__)
    return os_type::osx;
#elif defined(_WIN32)
    return os_type::windows;
#else
    return os_type::unknown;
#endif
}

}  // namespace ingot::device_info
