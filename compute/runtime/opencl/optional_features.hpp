// Decides from a driver's answers which optional features a device has.
#pragma once

#include <cstdint>
#include <ingot/runtime/device.hpp>
#include <string>
#include <string_view>

namespace ingot::backends::opencl {

/// The driver's answers about one device.
struct feature_report {
    std::string extensions {};    ///< CL_DEVICE_EXTENSIONS: names, separated by blanks
    version_number api {};        ///< the version of OpenCL in CL_DEVICE_VERSION
    bool has_double = false;      ///< CL_DEVICE_DOUBLE_FP_CONFIG is not 0
    uint32_t max_sub_groups = 0;  ///< CL_DEVICE_MAX_NUM_SUB_GROUPS; 0 if the driver does not know the property
};

/// Does the list, whose items are separated by blanks, contain this extension?
bool lists(std::string_view extensions, std::string_view extension);

/// Returns the reason why the device does not have the feature of this name (archive::required_features); "" if it has
/// the feature. Features that only a known driver lacks are not decided here (known_drivers.hpp).
std::string missing_feature_reason(std::string_view feature, const feature_report& report);

}  // namespace ingot::backends::opencl
