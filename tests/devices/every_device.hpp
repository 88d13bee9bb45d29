// Tests that run on every device of this machine.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <ingot/ingot.hpp>
#include <string>
#include <vector>

namespace ingot::testing {

struct device_choice {
    ingot::backend backend;
    size_t index;
};

inline std::vector<device_choice> every_device_choice() {
    std::vector<device_choice> all;
    for (const backend_description& each : all_backends()) {
        size_t index = 0;
        for (const device_listing& listing : devices(each.backend))
            if (listing.device) all.push_back({each.backend, index++});
    }
    return all;
}

class every_device : public ::testing::TestWithParam<device_choice> {
protected:
    device on = find_device(GetParam().backend, GetParam().index);
    queue in = on.create_queue();
};

inline std::string device_test_name(const ::testing::TestParamInfo<device_choice>& of) {
    std::string name(to_string(of.param.backend));
    std::ranges::replace(name, '-', '_');
    return name + "_" + std::to_string(of.param.index);
}

#define INGOT_TEST_ON_EVERY_DEVICE(fixture)                                                           \
    INSTANTIATE_TEST_SUITE_P(on, fixture, ::testing::ValuesIn(ingot::testing::every_device_choice()), \
                             ingot::testing::device_test_name)

/// The words of the error that a call throws; "" where it throws none.
template <typename Call>
std::string error_of(Call call) {
    try {
        call();
    } catch (const error& reason) {
        return reason.what();
    }
    return {};
}

inline bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace ingot::testing
