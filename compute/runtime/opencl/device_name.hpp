#pragma once

#include <string>
#include <string_view>

namespace ingot::backends::opencl {

/// A name for people to read: the device's name, for CPUs followed by the driver in brackets, because several drivers
/// may offer the same CPU. "pthread-skylake-avx512-AMD EPYC 7B13" of "OpenCL 3.0 PoCL 3.1+debian  Linux, …" is "AMD
/// EPYC 7B13 (PoCL 3.1)".
std::string device_name(std::string_view name, std::string_view device_version, std::string_view platform_name,
                        std::string_view platform_version, bool is_cpu);

}  // namespace ingot::backends::opencl
