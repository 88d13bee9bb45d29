// What a kernel knows of its device at compile time (thesis, Table 14): for `if constexpr`, array sizes and templates.
//
// PTX is for NVIDIA's GPUs. An OpenCL device's kind, vendor and width are known because a kernel file that asks any of these
// functions is compiled once for each profile in ingot/archive/device_profile.hpp, and the host library takes the first one that
// fits the device. The CPU debug device is what the program's own compiler was told to compile for.
#pragma once

#include <cstdint>

namespace ingot::device_info {

/// The kinds of device.
enum class device_type : uint32_t { gpu, cpu };

/// The vendors that code is made for in particular; `host` is the CPU debug device.
enum class vendor_type : uint32_t { unknown, amd, apple, host, intel, nvidia };

/// Operating systems.
enum class os_type : uint32_t { unknown, freebsd, ios, linux_os, osx, windows };

// ingotc defines the macros for each profile.
namespace detail {
#if defined(INGOT_DEVICE)
inline constexpr bool is_gpu = INGOT_PROFILE_IS_GPU;
inline constexpr bool fma = INGOT_PROFILE_HAS_FMA;
inline constexpr bool wide_atomics = INGOT_PROFILE_HAS_64_BIT_ATOMICS;
inline constexpr uint32_t width = INGOT_PROFILE_SIMD_WIDTH;
inline constexpr vendor_type maker {INGOT_PROFILE_VENDOR};
inline constexpr vendor_type platform {INGOT_PROFILE_PLATFORM};
#else
inline constexpr bool is_gpu = false;
inline constexpr bool wide_atomics = true;
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

/// Is a fused multiply-add one instruction? False where that is not known: then `a * b + c` may cost less than `fma(a, b, c)`.
constexpr bool has_fma() { return detail::fma; }

/// Are there atomic functions on 64 bits? False where that is not known. Code that uses them behind `if constexpr` runs
/// everywhere.
constexpr bool has_64_bit_atomics() { return detail::wide_atomics; }

/// Are minimum, maximum, and, or and xor of 64 bits single instructions? A device that has 64-bit atomics and not these is
/// refused a program that uses any.
constexpr bool has_native_extended_64_bit_atomics() { return detail::wide_atomics; }

/// Can a pointer be changed atomically? Pointers have 64 bits on all devices here.
constexpr bool has_pointer_atomics() { return detail::wide_atomics; }

/// Is local memory faster than global memory? A CPU has no memory of its own for it.
constexpr bool has_dedicated_local_memory() { return detail::is_gpu; }

/// Work-items, or lanes of 32 bits, that one instruction works on: of NVIDIA 32, of AMD 64 and of Intel 16 at most; of a CPU 4, 8
/// or 16, which code need not reach; 1 for other GPUs, of which it is not known.
constexpr uint32_t simd_width() { return detail::width; }

/// Who made the device; unknown for CPUs and for GPUs of other vendors.
constexpr vendor_type vendor() { return detail::maker; }

/// Who made the driver: NVIDIA for CUDA, the host for the CPU debug device; of OpenCL's drivers it is not known.
constexpr vendor_type platform_vendor() { return detail::platform; }

/// The operating system of the machine that compiled the kernel, which the program runs on.
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
