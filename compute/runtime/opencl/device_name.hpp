#pragma once

#include <string>
#include <string_view>

namespace ingot::backends::opencl {

/// Returns a device's name for people to read, made from the texts that the driver reports. For CPUs, and for all devices of
/// PoCL, the driver follows in brackets, because several drivers may offer the same device. The name
/// "pthread-skylake-avx512-AMD EPYC 7B13" on a platform of the version "OpenCL 3.0 PoCL 3.1+debian  Linux, …" becomes
/// "AMD EPYC 7B13 (PoCL 3.1)".
std::string device_name(std::string_view name, std::string_view device_version, std::string_view platform_name,
                        std::string_view platform_version, bool is_cpu);

}  // namespace ingot::backends::opencl
