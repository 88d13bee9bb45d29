// Identifies the kernels to compile in advance.
#pragma once

#include <ingot/sample/sample.hpp>
#include <string>
#include <vector>

#include "session/device_choice.hpp"
#include "session/parameter_settings.hpp"

namespace ingot::shell {

/// The kernels that a sample launches on a device with certain parameters.
struct compilation_request {
    compilation_request() = default;
    /// Does not throw for parameters that the sample rejects: the session reports the error when it sets them.
    compilation_request(const sample_description& sample, const device& device, const parameter_settings& settings);

    /// Returns the arguments of `ingot` that run the sample for two small frames without a window.
    std::vector<std::string> arguments() const;

    std::string sample;
    std::filesystem::path library;  ///< the file of a sample from outside, else empty
    device_request requested_device;
    parameter_settings parameters;
    std::string kernel_key;  ///< identifies the kernels: the values of all choices and sample::kernel_variant()

    /// Compares sample, device and kernels. Requests that differ only in parameters that do not affect the kernels are
    /// equal.
    friend bool operator==(const compilation_request& first, const compilation_request& other) {
        return first.sample == other.sample && first.requested_device == other.requested_device &&
               first.kernel_key == other.kernel_key;
    }
};

}  // namespace ingot::shell
