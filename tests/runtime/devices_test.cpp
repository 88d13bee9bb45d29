#include <algorithm>
#include <utility>

#include "backend.hpp"
#include "environment_value.hpp"
#include "every_device.hpp"
#include "vendor.hpp"

namespace {

using namespace ingot;
using ingot::testing::contains;
using ingot::testing::error_message;
using ingot::testing::every_device;

TEST(devices, lists_every_backend_in_order) {
    std::vector<backend> backends;
    for (const device_listing& listing : devices()) {
        if (backends.empty() || backends.back() != listing.backend) backends.push_back(listing.backend);
        EXPECT_NE(listing.device.has_value(), !listing.unavailable_reason.empty());
        if (listing.device) {
            EXPECT_EQ(listing.device->backend(), listing.backend);
        }
    }
    std::vector<backend> expected_backends;
    for (const backend_description& description : all_backends()) expected_backends.push_back(description.backend);
    EXPECT_EQ(backends, expected_backends);
}

TEST(backends, describe_themselves) {
    std::vector<std::string_view> titles;
    for (const backend_description& description : all_backends()) {
        EXPECT_EQ(find_backend(to_string(description.backend)), description.backend);
        EXPECT_EQ(description_of(description.backend).title, description.title);
        EXPECT_EQ(description.is_reference, description.backend == reference_backend().backend);
        titles.push_back(description.title);
    }
    EXPECT_EQ(titles, (std::vector<std::string_view> {"CUDA", "OpenCL", "Metal", "Vulkan", "CPU native", "CPU debug", "Toy"}));
    EXPECT_EQ(reference_backend().backend, backend::cpu_debug);
    EXPECT_EQ(to_string(backend::cpu_debug), "cpu-debug");
}

TEST(backends, that_the_program_does_not_have_are_not_found) {
    EXPECT_EQ(find_backend("direct3d"), std::nullopt);
    EXPECT_EQ(find_backend(""), std::nullopt);
    EXPECT_EQ(error_message([] { find_device(backend("direct3d")); }), "no backend 'direct3d'; there are: " + backend_names());
    EXPECT_THROW(description_of(backend()), error);
}

TEST(backends, have_names_for_help_texts) {
    EXPECT_EQ(backend_names(), "cuda, opencl, metal, vulkan, cpu-native, cpu-debug, toy");
    EXPECT_EQ(backend_names(" or "), "cuda, opencl, metal, vulkan, cpu-native, cpu-debug or toy");
}

TEST(devices, ordered_by_speed_are_complete_and_end_with_those_for_debugging_and_software) {
    const std::vector<device> all = devices_by_speed();
    const auto listings = devices();
    EXPECT_EQ(std::ssize(all), std::ranges::count_if(listings, [](const auto& each) { return each.device.has_value(); }));
    EXPECT_EQ(all.front(), fastest_device());
    EXPECT_FALSE(all.front().properties().is_software);
    const auto rank = [](const device& device) {
        return device.properties().is_software ? 2 : description_of(device.backend()).is_for_debugging ? 1 : 0;
    };
    EXPECT_TRUE(std::ranges::is_sorted(all, {}, rank));
}

TEST(devices, of_software_are_tested_only_on_request) {
    const auto count = [] { return ingot::testing::every_device_choice().size(); };
    const auto listings = devices(backend::vulkan);
    const auto software = static_cast<size_t>(
        std::ranges::count_if(listings, [](const auto& each) { return each.device && each.device->properties().is_software; }));
    const ingot::tests::environment_value no_selection("INGOT_DEVICES", "");
    const ingot::tests::environment_value not_wanted("INGOT_TEST_SOFTWARE_DEVICES", "0");
    const size_t usual = count();
    const ingot::tests::environment_value wanted("INGOT_TEST_SOFTWARE_DEVICES", "1");
    EXPECT_EQ(count(), usual + software);
    const ingot::tests::environment_value still_not_wanted("INGOT_TEST_SOFTWARE_DEVICES", "0");
    const ingot::tests::environment_value selected("INGOT_DEVICES", "vulkan");
    EXPECT_EQ(count(), devices_by_speed().size());
}

// PoCL, for example, is the same processor as cpu-native.
TEST(devices, that_compile_no_programs_come_before_other_cpus) {
    const std::vector<device> all = devices_by_speed(device_kind::cpu);
    EXPECT_TRUE(std::ranges::is_partitioned(all, [](const device& device) {
        const backend_description& description = description_of(device.backend());
        return !description.is_for_debugging && !description.compiles_programs;
    }));
    const device_listing native = devices(backend::cpu_native).front();
    EXPECT_EQ(fastest_device(device_kind::cpu) == native.device, native.device.has_value());
}

TEST(devices, a_missing_one_is_an_error_with_the_reason) {
    EXPECT_TRUE(contains(error_message([] { find_device(backend::metal); }), "Metal is a part of Apple's systems"));
    EXPECT_TRUE(contains(error_message([] { find_device(backend::cpu_debug, 1); }),
                         "no cpu-debug device with index 1; the only one has index 0"));
}

TEST(devices, the_fastest_is_the_debug_device_only_where_there_is_no_other) {
    const auto for_debugging = [](const auto& choice) { return description_of(choice.backend).is_for_debugging; };
    EXPECT_EQ(description_of(fastest_device().backend()).is_for_debugging,
              std::ranges::all_of(ingot::testing::every_device_choice(), for_debugging));
}

TEST(devices, the_fastest_of_a_kind_is_of_that_kind) {
    EXPECT_TRUE(fastest_device(device_kind::cpu).properties().is_cpu);
    EXPECT_TRUE(find_device(device_kind::cpu).properties().is_cpu);
    const auto all = devices();
    const auto is_gpu = [](const device_listing& listing) { return listing.device && !listing.device->properties().is_cpu; };
    if (std::ranges::any_of(all, is_gpu)) {
        EXPECT_FALSE(fastest_device(device_kind::gpu).properties().is_cpu);
        EXPECT_EQ(find_device(device_kind::gpu), *std::ranges::find_if(all, is_gpu)->device);
    } else {
        const std::string words = error_message([] { fastest_device(device_kind::gpu); });
        EXPECT_TRUE(contains(words, "no GPU of any backend: cuda: ")) << words;
        EXPECT_TRUE(contains(words, "is of another kind")) << words;
    }
    EXPECT_TRUE(contains(error_message([] { find_device(device_kind::cpu, 77); }), "no CPU of any backend with index 77; "));
}

TEST(devices, are_compared_by_units_and_clock) {
    device_properties properties;
    properties.compute_units = 3;
    EXPECT_EQ(speed_estimate(properties), 3000u);  // an unknown clock rate counts as 1000 MHz
    properties.clock_mhz = 1500;
    EXPECT_EQ(speed_estimate(properties), 4500u);
}

// The device of tests/runtime/toy_backend, which implements only the required functions of a backend.
TEST(toy_backend, leaves_the_rest_to_the_runtime) {
    const device device = find_device(backend("toy"));
    queue queue = device.create_queue();
    backends::queue_interface& implementation = queue.implementation();
    EXPECT_EQ(implementation.image_commands(), nullptr);
    EXPECT_EQ(implementation.mapping(), nullptr);
    EXPECT_EQ(implementation.timing(), nullptr);
    EXPECT_EQ(implementation.peers(), nullptr);

    auto values = device.create_buffer<uint32_t>(10);
    values.fill(queue, 3);
    EXPECT_TRUE(queue.take_timings().empty());
    EXPECT_TRUE(queue.take_transfer_timings().empty());
    EXPECT_TRUE(take_timeline(queue).empty());
    EXPECT_TRUE(implementation.mark()->is_done());
    EXPECT_TRUE(device.image_formats(image_shape::image_2d).empty());
    EXPECT_TRUE(
        contains(error_message([&] { device.create_image({.format = {channel_type::unorm_8, 4}, .width = 4, .height = 4}); }),
                 "it has no images of this shape"));
}

TEST(device_selection, contains_the_devices_that_match_any_of_its_words) {
    device_properties gpu;
    gpu.backend = backend::cuda;
    gpu.name = "NVIDIA H200";
    device_properties cpu;
    cpu.backend = backend::opencl;
    cpu.name = "AMD EPYC 7B13 (PoCL 3.1)";
    cpu.is_cpu = true;
    // Returns whether the selection contains the GPU, and whether it contains the CPU.
    const auto contained = [&](std::string_view words) {
        const device_selection selection(words);
        return std::pair(selection.contains(gpu), selection.contains(cpu));
    };
    EXPECT_EQ(contained(""), std::pair(true, true));
    EXPECT_EQ(contained(" , "), std::pair(true, true));
    EXPECT_EQ(contained("h200"), std::pair(true, false));
    EXPECT_EQ(contained("pocl"), std::pair(false, true));
    EXPECT_EQ(contained("CPU"), std::pair(false, true));
    EXPECT_EQ(contained("gpu"), std::pair(true, false));
    EXPECT_EQ(contained("radeon, epyc"), std::pair(false, true));
    EXPECT_EQ(contained("cuda,AMD epyc"), std::pair(true, true));
    EXPECT_EQ(contained("radeon"), std::pair(false, false));
    EXPECT_EQ(contained("opencl"), std::pair(false, true));
}

TEST(device_selection, leaves_the_others_in_the_list_with_the_reason) {
    for (const device_listing& listing : devices(device_selection("no such device"))) {
        EXPECT_FALSE(listing.device.has_value());
        EXPECT_NE(listing.unavailable_reason, "");
    }
    const auto debug = devices(backend::cpu_debug, device_selection("cpu-debug"));
    ASSERT_EQ(debug.size(), 1u);
    EXPECT_TRUE(debug.front().device.has_value());
    const auto none = devices(backend::cpu_debug, device_selection("no such device"));
    EXPECT_TRUE(contains(none.front().unavailable_reason, "is not selected by the device selection: no such device"));
    EXPECT_EQ(fastest_device(device_kind::any, device_selection("cpu-debug")).backend(), backend::cpu_debug);
}

TEST(device_selection, of_the_environment_counts_everywhere) {
    const ingot::tests::environment_value only("INGOT_DEVICES", "Cpu-Debug");
    EXPECT_EQ(ingot::testing::every_device_choice().size(), 1u);
    EXPECT_EQ(fastest_device().backend(), backend::cpu_debug);
    EXPECT_TRUE(contains(error_message([] { fastest_device(device_kind::any, device_selection("no such")); }),
                         "is not selected by the device selection"));
    const ingot::tests::environment_value nothing("INGOT_DEVICES", "no such device");
    const std::string words = error_message([] { find_device(backend::cpu_debug); });
    EXPECT_TRUE(contains(words, "is not selected by INGOT_DEVICES: no such device")) << words;
}

TEST(device_selection, of_the_environment_that_matches_no_device_is_named_with_the_words_it_accepts) {
    const ingot::tests::environment_value everything("INGOT_DEVICES", "");
    EXPECT_EQ(empty_environment_selection(), "");
    const std::string count = std::to_string(devices_by_speed().size());
    const ingot::tests::environment_value nothing("INGOT_DEVICES", "nvida, no such device");
    const std::string words = error_message([] { fastest_device(); });
    EXPECT_TRUE(contains(
        words,
        "no device matches INGOT_DEVICES='nvida, no such device'; without INGOT_DEVICES this machine has " + count + " device"))
        << words;
    EXPECT_TRUE(contains(words, "cpu, gpu, a backend (" + backend_names(" or ") + ") or a part of a device's name")) << words;
    EXPECT_EQ(error_message([] { find_device(device_kind::cpu); }), words);
    EXPECT_EQ(empty_environment_selection(), words);
}

TEST(vendors, are_recognised_by_the_names_that_drivers_report) {
    using backends::find_vendor;
    EXPECT_EQ(find_vendor("Advanced Micro Devices, Inc."), device_vendor::amd);
    EXPECT_EQ(find_vendor("AuthenticAMD"), device_vendor::amd);
    EXPECT_EQ(find_vendor("AMD"), device_vendor::amd);
    EXPECT_EQ(find_vendor("Intel(R) Corporation"), device_vendor::intel);
    EXPECT_EQ(find_vendor("GenuineIntel"), device_vendor::intel);
    EXPECT_EQ(find_vendor("NVIDIA Corporation"), device_vendor::nvidia);
    EXPECT_EQ(find_vendor("Apple"), device_vendor::apple);
    EXPECT_EQ(find_vendor("ARM"), device_vendor::arm);
    EXPECT_EQ(find_vendor("QUALCOMM"), device_vendor::qualcomm);
    EXPECT_EQ(find_vendor("Alarming Devices"), device_vendor::unknown);
    EXPECT_EQ(find_vendor(""), device_vendor::unknown);
}

TEST(devices, a_handle_that_was_moved_from_is_an_error) {
    device first = find_device(backend::cpu_debug);
    const device second = std::move(first);
    EXPECT_TRUE(contains(error_message([&] { first.name(); }), "moved from"));
    EXPECT_NE(second.name(), "");
    EXPECT_THROW(device(nullptr), error);
}

TEST_P(every_device, has_properties) {
    const device_properties& properties = device_.properties();
    EXPECT_NE(properties.name, "");
    EXPECT_NE(properties.driver, "");
    // Apple's Metal reports neither the number of compute units nor the clock rate.
    const bool is_reported = properties.backend != backend::metal || properties.compute_units > 0;
    if (is_reported) {
        EXPECT_GT(properties.compute_units, 0u);
        EXPECT_GT(properties.clock_mhz, 0u);
    }
    EXPECT_GT(properties.global_memory, 0u);
    EXPECT_GT(properties.local_memory, 0u);
    EXPECT_GT(properties.max_group_size, 0u);
    for (const uint32_t size : properties.max_group_sizes) {
        EXPECT_GT(size, 0u);
        EXPECT_LE(size, std::max(properties.max_group_size, properties.max_group_sizes[0]));
    }
    EXPECT_LT(properties.clock_mhz, 20'000u) << "MHz";
    EXPECT_GT(properties.simd_width, 0u);
    EXPECT_TRUE(properties.bitness == 32 || properties.bitness == 64);
    EXPECT_NE(properties.vendor, "");
    if (properties.backend == backend::opencl || properties.backend == backend::cuda) {
        EXPECT_GE(properties.api, (version_number {1, 2}));
    }
    EXPECT_EQ(properties.compute_capability.major > 0, properties.backend == backend::cuda);
    if (properties.has_images) {
        // OpenCL's embedded profile requires at least a width and height of 2048, and 256 layers.
        EXPECT_GE(properties.images.width_1d, 2048u);
        EXPECT_GE(properties.images.size_2d[0], 2048u);
        EXPECT_GE(properties.images.size_2d[1], 2048u);
        EXPECT_GE(properties.images.size_3d[2], 1u);
        EXPECT_GE(properties.images.layers, 256u);
    } else {
        EXPECT_EQ(properties.images.size_2d[0], 0u);
    }
}

TEST_P(every_device, is_found_again_as_the_same_device) {
    EXPECT_EQ(device_, find_device(GetParam().backend, GetParam().index));
    EXPECT_EQ(queue_.owner(), device_);
}

INGOT_TEST_ON_EVERY_DEVICE(every_device);

}  // namespace
