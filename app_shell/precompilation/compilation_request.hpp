// Which kernels are to be compiled.
#pragma once

#include <ingot/sample/sample.hpp>
#include <string>
#include <vector>

#include "session/device_choice.hpp"
#include "session/parameter_settings.hpp"

namespace ingot::shell {

/// The kernels that a sample launches on a device with these parameters.
struct compilation_request {
    compilation_request() = default;
    /// Parameters that the sample refuses are accepted too: setting them in the session reports the problem.
    compilation_request(const sample_description& of, const device& where, const parameter_settings& with);

    /// The arguments of `ingot` that run the sample for two small frames without a window.
    std::vector<std::string> arguments() const;

    std::string sample;
    device_request on;
    parameter_settings parameters;
    std::string kernels;  ///< what decides which kernels are compiled: the choices, and the sample's kernels_for()

    /// Compares sample, device and kernels: two requests that differ in other parameters only are equal.
    friend bool operator==(const compilation_request& one, const compilation_request& other) {
        return one.sample == other.sample && one.on == other.on && one.kernels == other.kernels;
    }
};

}  // namespace ingot::shell
