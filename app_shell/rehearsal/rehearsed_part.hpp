// What is rehearsed: a sample on a device, with parameters.
#pragma once

#include <ingot/sample/sample.hpp>
#include <string>
#include <vector>

#include "session/device_choice.hpp"
#include "session/session.hpp"

namespace ingot::shell {

struct rehearsed_part {
    rehearsed_part() = default;
    /// Takes parameters that the sample refuses, too: it says so when they are set in earnest.
    rehearsed_part(const sample_description& what, const device& where, const parameter_settings& with);

    /// As `ingot` takes them, for one small frame without a window.
    std::vector<std::string> arguments() const;

    std::string sample;
    device_request on;
    parameter_settings parameters;
    /// What decides which kernels are compiled: choices, and what the sample says that the other parameters lead to.
    std::string leads_to;

    /// Does the one compile what the other compiles?
    friend bool operator==(const rehearsed_part& one, const rehearsed_part& other) {
        return one.sample == other.sample && one.on == other.on && one.leads_to == other.leads_to;
    }
};

}  // namespace ingot::shell
