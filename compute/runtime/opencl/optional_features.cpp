#include "optional_features.hpp"

#include <ingot/archive/required_features.hpp>
#include <vector>

namespace ingot::backends::opencl {

namespace {

namespace features = archive::required_features;

// Returns the extensions that provide a feature which code may require. Double precision and sub-groups are not listed: a
// device can have them without an extension.
std::vector<std::string_view> extensions_for(std::string_view feature) {
    if (feature == features::int64_atomics) return {"cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics"};
    if (feature == features::sub_group_shuffles) return {"cl_khr_subgroup_shuffle", "cl_khr_subgroup_shuffle_relative"};
    if (feature == features::sub_group_ballots) return {"cl_khr_subgroup_ballot"};
    return {};
}

// Sub-groups belong to the core of OpenCL since version 2.1. Since version 3.0 they are optional: a device without them reports
// a maximum of 0 sub-groups (OpenCL 3.0, table 5, CL_DEVICE_MAX_NUM_SUB_GROUPS).
std::string why_no_sub_groups(const feature_report& report) {
    constexpr std::string_view extension = "cl_khr_subgroups";
    constexpr version_number first_with_sub_groups {2, 1};
    if (lists(report.extensions, extension)) return {};
    if (report.api < first_with_sub_groups) return "no " + std::string(extension);
    return report.max_sub_groups > 0 ? "" : "CL_DEVICE_MAX_NUM_SUB_GROUPS is 0";
}

}  // namespace

// Searches for whole items, because the name of one extension can be the beginning of another name: cl_khr_spir is the
// beginning of cl_khr_spirv_linkonce_odr.
bool lists(std::string_view extensions, std::string_view extension) {
    for (size_t position = extensions.find(extension); position != std::string_view::npos;
         position = extensions.find(extension, position + 1)) {
        const size_t end = position + extension.size();
        if ((position == 0 || extensions[position - 1] == ' ') && (end == extensions.size() || extensions[end] == ' '))
            return true;
    }
    return false;
}

std::string missing_feature_reason(std::string_view feature, const feature_report& report) {
    if (feature == features::double_precision) return report.has_double ? "" : "CL_DEVICE_DOUBLE_FP_CONFIG is 0";
    if (feature == features::sub_groups) return why_no_sub_groups(report);
    const std::vector<std::string_view> extensions = extensions_for(feature);
    if (extensions.empty()) return "this version of the library does not know this feature";
    for (const std::string_view extension : extensions)
        if (!lists(report.extensions, extension)) return "no " + std::string(extension);
    return {};
}

}  // namespace ingot::backends::opencl
