// A page about a device: what it has, what it can do, and how fast it copies memory.
#pragma once

#include <ingot/ingot.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "panels/user_interface.hpp"

namespace ingot::shell {

/// Returns the names and values of the properties of a device, in the order of the page: {"memory", "139.8 GiB"}.
std::vector<std::pair<std::string, std::string>> facts_of(const device_properties& properties);

/// Returns the features of a device in a few words: "double, half, sub-groups, images".
std::string features_of(const device_properties& properties);

/// Shows one device at a time.
class device_page {
public:
    void open(const device& device) {
        shown_ = device;
        bandwidth_.reset();
    }
    bool is_open() const { return shown_.has_value(); }
    void close() { shown_.reset(); }
    void draw(const user_interface& interface);

private:
    std::optional<device> shown_;
    std::optional<double> bandwidth_;  ///< measured, in bytes per second
};

}  // namespace ingot::shell
