// Tests the standard library in kernels (section 3.3.5 of the thesis that docs/host-library.md names): compares the results of
// the functions of standard_headers.hpp in kernels with those on the host.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <ingot/ingot.hpp>
#include <random>
#include <set>
#include <string_view>
#include <vector>

#include "every_device.hpp"
#include "standard_headers.hpp"
#include "standard_headers.kernels.hpp"

namespace {

using namespace ingot;

class standard_library : public ingot::testing::every_device {
protected:
    template <typename Kernel>
    void expect(Kernel standard_headers_program::* kernel_member, uint32_t (*use)(uint32_t)) {
        constexpr uint32_t items = 64;
        std::vector<uint32_t> values(items);
        for (uint32_t i = 0; i < items; ++i) values[i] = i * i * 37;
        auto on_device = device_.create_buffer<uint32_t>(std::span<const uint32_t>(values));
        // Some of the functions use double or a fence.
        if (!runs_unless(": Metal ", [&] { queue_.run(program_.*kernel_member, range(items).groups_of(16), on_device); })) return;
        const std::vector<uint32_t> results = on_device.read(queue_);
        for (uint32_t i = 0; i < items; ++i) EXPECT_EQ(results[i], use(values[i])) << "for the value " << values[i];
        EXPECT_GT(std::set(results.begin(), results.end()).size(), items / 2) << "the result hardly depends on the input";
    }

    // Returns `count` numbers for each of `parts` work-items: equal ones for the first work-item, then rising ones, falling
    // ones, ones in an order that makes a simple quicksort slow, and random ones for all other work-items.
    static std::vector<float> values_to_sort(uint32_t parts, uint32_t count) {
        std::vector<float> values;
        std::mt19937 random(5);
        for (uint32_t part = 0; part < parts; ++part)
            for (uint32_t i = 0; i < count; ++i)
                values.push_back(part == 0   ? 1.0f
                                 : part == 1 ? static_cast<float>(i)
                                 : part == 2 ? static_cast<float>(count - i)
                                 : part == 3 ? static_cast<float>(i % 2 == 0 ? i : count - i)
                                             : static_cast<float>(random() % 1000));
        return values;
    }

    // Loads the kernels of this program. If the environment variable INGOT_TEST_ARCHIVE is set, it names an archive with the
    // same kernels, compiled with another standard library (tests/language/standard_libraries), which is loaded instead.
    static standard_headers_program program_on(const device& tested) {
        const char* const archive = std::getenv("INGOT_TEST_ARCHIVE");
        return archive ? standard_headers_program(tested, read_program(archive)) : standard_headers_program(tested);
    }

    standard_headers_program program_ = program_on(device_);
};

#define STANDARD_HEADER(name) \
    TEST_P(standard_library, name) { expect(&standard_headers_program::run_##name, ::standard_headers::use_##name); }
STANDARD_HEADER(type_traits)
STANDARD_HEADER(utility)
STANDARD_HEADER(tuple)
STANDARD_HEADER(algorithm)
STANDARD_HEADER(array)
STANDARD_HEADER(functional)
STANDARD_HEADER(memory)
STANDARD_HEADER(iterator)
STANDARD_HEADER(iosfwd)
STANDARD_HEADER(atomic)
STANDARD_HEADER(limits)
STANDARD_HEADER(span)
STANDARD_HEADER(optional)
STANDARD_HEADER(bit)
STANDARD_HEADER(numeric)
STANDARD_HEADER(concepts)
STANDARD_HEADER(ranges)
STANDARD_HEADER(variant)
STANDARD_HEADER(string_view)
STANDARD_HEADER(bitset)
STANDARD_HEADER(random)

TEST_P(standard_library, sort_in_global_memory) {
    constexpr uint32_t parts = 8;
    for (const uint32_t count : {0u, 1u, 2u, 17u, 100u, 3000u}) {
        if (count == 3000 && ingot::testing::is_lavapipe(device_))
            GTEST_SKIP() << "smaller parts were sorted, but lavapipe ends all loops of a work-item after 65,535 repetitions";
        std::vector<float> values = values_to_sort(parts, count);
        values.push_back(-1);  // so that the buffer has an element if `count` is 0
        auto on_device = device_.create_buffer<float>(std::span<const float>(values));
        queue_.run(program_.sort_parts, range(parts).groups_of(4), on_device, count);
        for (uint32_t part = 0; part < parts; ++part)
            std::sort(values.begin() + part * count, values.begin() + (part + 1) * count);
        EXPECT_EQ(on_device.read(queue_), values) << count;
    }
}

TEST_P(standard_library, sort_in_local_memory) {
    std::vector<float> values = values_to_sort(32, 64);
    auto on_device = device_.create_buffer<float>(std::span<const float>(values));
    queue_.run(program_.sort_local_parts, range(32).groups_of(8), on_device);
    for (uint32_t part = 0; part < 32; ++part)
        std::sort(values.begin() + part * 64, values.begin() + (part + 1) * 64, std::greater<>());
    EXPECT_EQ(on_device.read(queue_), values);
}

INGOT_TEST_ON_EVERY_DEVICE(standard_library);

}  // namespace
