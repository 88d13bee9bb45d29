// A base class of test fixtures whose tests run on every device of this machine (docs/testing.md says which are left out):
//
//     class launches : public ingot::testing::every_device {};
//     TEST_P(launches, write_results) { queue_.finish(); }
//     INGOT_TEST_ON_EVERY_DEVICE(launches);
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdlib>
#include <ingot/ingot.hpp>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::testing {

/// A device, as the parameter of a test.
struct device_choice {
    ingot::backend backend;
    size_t index = 0;  ///< from 0; only the backend's devices that can be used are counted, as in find_device()
};

/// Is the device one of those that tests use? Graphics drivers that compute on the CPU are slow. Tests use them only if
/// INGOT_DEVICES selects them, or if INGOT_TEST_SOFTWARE_DEVICES is 1.
inline bool is_tested(const device& device) {
    const char* const wanted = std::getenv("INGOT_TEST_SOFTWARE_DEVICES");
    return !device.properties().is_software || !device_selection::from_environment().text().empty() ||
           (wanted && std::string_view(wanted) == "1");
}

/// Returns the devices of this machine that tests use, of all backends.
inline std::vector<device_choice> every_device_choice() {
    std::vector<device_choice> all;
    for (const backend_description& each : all_backends()) {
        size_t index = 0;
        for (const device_listing& listing : devices(each.backend))
            if (listing.device) {
                if (is_tested(*listing.device)) all.push_back({each.backend, index});
                ++index;
            }
    }
    return all;
}

/// The base class of the fixtures. It holds the device on which the test runs, and a queue of this device.
class every_device : public ::testing::TestWithParam<device_choice> {
protected:
    /// Runs `launch`. Returns false and skips the test if the language of the device, for which ingotc writes text, cannot
    /// express the kernel. `lacks` is what the language lacks, a part of the message. Other errors are thrown.
    template <typename Launch>
    static bool runs_unless(std::string_view lacks, Launch launch) {
        try {
            launch();
        } catch (const error& reason) {
            const std::string message = reason.what();
            if (message.find("the code in Metal's language does not have it") == std::string::npos) throw;
            EXPECT_NE(message.find(lacks), std::string::npos) << message;
            EXPECT_NE(message.find("pp:", message.find("does not have it")), std::string::npos)
                << "it names the line: " << message;
            [&] { GTEST_SKIP() << message; }();
            return false;
        }
        return true;
    }

    device device_ = find_device(GetParam().backend, GetParam().index);
    queue queue_ = device_.create_queue();
};

/// Returns the part of a test's name that names the device, for example "cpu_debug_0".
inline std::string device_test_name(const ::testing::TestParamInfo<device_choice>& test) {
    std::string name(to_string(test.param.backend));
    std::ranges::replace(name, '-', '_');
    return name + "_" + std::to_string(test.param.index);
}

/// Runs the tests of a fixture on every device.
#define INGOT_TEST_ON_EVERY_DEVICE(fixture)                                                           \
    INSTANTIATE_TEST_SUITE_P(on, fixture, ::testing::ValuesIn(ingot::testing::every_device_choice()), \
                             ingot::testing::device_test_name)

/// Is this Mesa's driver for CPUs? docs/vulkan.md lists its limits.
inline bool is_lavapipe(const device& tested) {
    return to_string(tested.backend()) == "vulkan" && tested.properties().driver.starts_with("llvmpipe");
}

/// May the device take one of the numbers for zero? Some devices compute without denormal numbers of `float`.
template <typename T>
bool may_take_for_zero(const device& tested, std::initializer_list<T> numbers) {
    if (tested.properties().has_denormal_floats || !std::same_as<T, float>) return false;
    return std::ranges::any_of(numbers, [](T each) { return std::fpclassify(static_cast<float>(each)) == FP_SUBNORMAL; });
}

/// Runs `call`. Returns the message of the ingot::error that it throws, or "" if it throws nothing.
template <typename Call>
std::string error_message(Call call) {
    try {
        call();
    } catch (const error& reason) {
        return reason.what();
    }
    return {};
}

/// Does the text contain the part?
inline bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace ingot::testing
