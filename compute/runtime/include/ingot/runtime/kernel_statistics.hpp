// What a device's driver reports about the code of kernels, such as the number of registers, for tools that display it.
#pragma once

#include <ingot/runtime/device.hpp>
#include <string>
#include <vector>

namespace ingot {

/// A number about the code of a kernel. Drivers use different names: "Registers", "Register Count", "VGPRs".
struct code_statistic {
    std::string name;
    std::string value;        ///< a number, "true" or "false"
    std::string description;  ///< what is counted; can be empty
    friend bool operator==(const code_statistic&, const code_statistic&) = default;
};

/// The statistics of one version of a kernel's code.
struct kernel_statistics {
    std::string kernel;
    /// The launches that run this version: "groups of 16 x 8 x 1". Empty if all launches run the same code.
    std::string launches;
    std::vector<code_statistic> code;
    friend bool operator==(const kernel_statistics&, const kernel_statistics&) = default;
};

/// Returns the statistics of all kernels of the kernel file `name` that exist on this device, in the order in which they were
/// made. A driver that compiles a kernel when it is launched reports nothing before the first launch. The list is empty for
/// devices whose driver reports nothing, such as the CPU debug device. Throws error if the driver reports an error.
std::vector<kernel_statistics> kernel_statistics_in_use(const device& device, const std::string& name);

}  // namespace ingot
