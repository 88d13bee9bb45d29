// A page about a device: what it has, what it can do, and how fast it is.
#pragma once

#include <future>
#include <ingot/ingot.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "panels/user_interface.hpp"
#include "statistics/measured_speed.hpp"

namespace ingot::shell {

/// Returns the names and values of the properties of a device, in the order of the page: {"memory", "139.8 GiB"}.
std::vector<std::pair<std::string, std::string>> facts_of(const device_properties& properties);

/// Returns the features of a device in a few words: "double, half, sub-groups, images".
std::string features_of(const device_properties& properties);

/// Returns the names and values of measurements: {"copies of memory", "312 GB/s, measured"}.
std::vector<std::pair<std::string, std::string>> facts_of(const measured_speed& speed);

/// Shows one device at a time. The button *Measure* measures the device's speed in the background, while frames go on.
class device_page {
public:
    void open(const device& device) {
        close();
        shown_ = device;
    }
    bool is_open() const { return shown_.has_value(); }
    void close() { shown_.reset(); }
    void draw(const user_interface& interface);

    /// Starts a measurement, unless one is running.
    void measure();
    bool is_measuring() const { return measurement_.valid(); }
    /// The lines of the page: what the copy button copies.
    std::vector<std::pair<std::string, std::string>> lines() const;

private:
    void take_result();

    std::optional<device> shown_;
    /// What was measured, with the device; a page that is opened again shows it.
    std::vector<std::pair<device, std::vector<std::pair<std::string, std::string>>>> measured_;
    std::future<measured_speed> measurement_;
    std::optional<device> measured_device_;  ///< of the measurement that is running
};

}  // namespace ingot::shell
