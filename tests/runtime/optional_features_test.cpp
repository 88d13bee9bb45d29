#include "opencl/optional_features.hpp"

#include <gtest/gtest.h>

#include <ingot/archive/required_features.hpp>

namespace {

using namespace ingot::backends::opencl;
namespace features = ingot::archive::required_features;

TEST(opencl_optional_features, find_whole_names_of_extensions) {
    EXPECT_TRUE(lists("cl_khr_spir", "cl_khr_spir"));
    EXPECT_TRUE(lists("cl_khr_icd cl_khr_spir cl_khr_fp64", "cl_khr_spir"));
    EXPECT_FALSE(lists("cl_khr_spirv_linkonce_odr my_cl_khr_spir", "cl_khr_spir"));
    EXPECT_FALSE(lists("", "cl_khr_spir"));
}

// Intel's driver for CPUs reports OpenCL 3.1 and 2,048 sub-groups, and does not list the extension cl_khr_subgroups.
TEST(opencl_optional_features, have_sub_groups_by_extension_or_in_the_core) {
    const auto reason = [](const feature_report& report) { return missing_feature_reason(features::sub_groups, report); };
    EXPECT_EQ(reason({.extensions = "cl_khr_subgroups", .api = {2, 0}}), "");
    EXPECT_EQ(reason({.extensions = "cl_khr_subgroup_ballot cl_khr_spir", .api = {3, 1}, .max_sub_groups = 2048}), "");
    EXPECT_EQ(reason({.api = {2, 1}, .max_sub_groups = 1}), "");
    EXPECT_EQ(reason({.api = {3, 0}}), "CL_DEVICE_MAX_NUM_SUB_GROUPS is 0");
    EXPECT_EQ(reason({.extensions = "cl_khr_subgroup_ballot", .api = {1, 2}, .max_sub_groups = 7}), "no cl_khr_subgroups");
}

TEST(opencl_optional_features, require_all_extensions_of_a_feature) {
    const auto reason = [](std::string_view feature, const char* extensions) {
        return missing_feature_reason(feature, {.extensions = extensions, .api = {3, 0}});
    };
    EXPECT_EQ(reason(features::int64_atomics, "cl_khr_int64_base_atomics"), "no cl_khr_int64_extended_atomics");
    EXPECT_EQ(reason(features::int64_atomics, "cl_khr_int64_base_atomics cl_khr_int64_extended_atomics"), "");
    EXPECT_EQ(reason(features::sub_group_shuffles, "cl_khr_subgroup_shuffle"), "no cl_khr_subgroup_shuffle_relative");
    EXPECT_EQ(reason(features::sub_group_ballots, "cl_khr_subgroup_ballot"), "");
    EXPECT_EQ(reason("teleportation", ""), "this version of the library does not know this feature");
    EXPECT_EQ(reason(features::double_precision, "cl_khr_fp64"), "CL_DEVICE_DOUBLE_FP_CONFIG is 0");
    EXPECT_EQ(missing_feature_reason(features::double_precision, {.has_double = true}), "");
}

}  // namespace
