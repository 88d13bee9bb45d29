#include "every_device.hpp"

namespace {

using namespace ingot;
using ingot::testing::error_of;
using ingot::testing::every_device;
using ingot::testing::holds;

TEST(devices, lists_every_backend_in_order) {
    std::vector<backend> seen;
    for (const device_listing& listing : devices()) {
        if (seen.empty() || seen.back() != listing.backend) seen.push_back(listing.backend);
        EXPECT_NE(listing.device.has_value(), !listing.unavailable.empty());
        if (listing.device) {
            EXPECT_EQ(listing.device->backend(), listing.backend);
        }
    }
    EXPECT_EQ(seen, (std::vector {backend::cuda, backend::opencl, backend::metal, backend::cpu_debug}));
}

TEST(devices, backends_have_names) {
    for (const backend which : {backend::cuda, backend::opencl, backend::metal, backend::cpu_debug})
        EXPECT_EQ(backend_from(to_string(which)), which);
    EXPECT_EQ(to_string(backend::cpu_debug), "cpu-debug");
    EXPECT_EQ(backend_from("vulkan"), std::nullopt);
    EXPECT_EQ(backend_from(""), std::nullopt);
}

TEST(devices, one_that_is_not_there_is_an_error_with_the_reason) {
    EXPECT_TRUE(holds(error_of([] { find_device(backend::metal); }), "this system has no Metal"));
    EXPECT_TRUE(holds(error_of([] { find_device(backend::cpu_debug, 1); }), "there are 1"));
}

TEST(devices, the_fastest_is_the_debug_device_only_where_there_is_no_other) {
    const auto all = ingot::testing::every_device_choice();
    EXPECT_EQ(fastest_device().backend() == backend::cpu_debug, all.size() == 1);
}

TEST(devices, a_handle_that_was_moved_from_is_an_error) {
    device first = find_device(backend::cpu_debug);
    const device second = std::move(first);
    EXPECT_TRUE(holds(error_of([&] { first.name(); }), "moved from"));
    EXPECT_NE(second.name(), "");
    EXPECT_THROW(device(nullptr), error);
}

TEST_P(every_device, has_properties) {
    const device_properties& properties = on.properties();
    EXPECT_NE(properties.name, "");
    EXPECT_NE(properties.driver, "");
    EXPECT_GT(properties.units, 0u);
    EXPECT_GT(properties.global_memory, 0u);
    EXPECT_GT(properties.local_memory, 0u);
    EXPECT_GT(properties.max_group_size, 0u);
}

TEST_P(every_device, is_the_same_whenever_it_is_asked_for) {
    EXPECT_EQ(on, find_device(GetParam().backend, GetParam().index));
    EXPECT_EQ(in.owner(), on);
}

INGOT_TEST_ON_EVERY_DEVICE(every_device);

}  // namespace
