// Runs the kernels of divisions.kernels.cpp on a Vulkan device as if its own divisions and roots were not rounded correctly.
// Skipped where there is no device.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <ingot/files/read_file.hpp>
#include <ingot/ingot.hpp>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "vulkan/device.hpp"
#include "vulkan/program.hpp"

namespace ingot {

namespace {

constexpr size_t count = 65'536;

class divisions : public ::testing::Test {
protected:
    void SetUp() override {
        for (const device_listing& each : devices(backend::vulkan))
            if (each.device && !device_)
                device_ = std::static_pointer_cast<backends::vulkan::device>(each.device->shared_implementation());
        if (!device_) GTEST_SKIP() << "there is no Vulkan device: " << devices(backend::vulkan).front().unavailable_reason;
    }

    // Runs a kernel with the numbers a and b.
    template <typename T>
    std::vector<T> run(const std::string& name, const std::vector<T>& a, const std::vector<T>& b) {
        const std::vector<std::byte> bytes = files::read_whole_file(INGOT_DIVISIONS);
        const archive::archive contents = archive::read(bytes, INGOT_DIVISIONS);
        backends::vulkan::driver_facts facts = device_->facts();
        facts.exact_division = facts.exact_double_division = false;
        const auto program =
            std::make_shared<backends::vulkan::program>(device_, facts, program_source {INGOT_DIVISIONS, bytes, {}}, contents);
        const auto found = std::ranges::find(contents.kernels, name, &archive::kernel_reflection::name);
        const auto kernel = program->create_kernel(std::make_shared<archive::kernel_reflection>(*found));
        const auto queue = device_->create_queue();
        std::array<backends::launch_argument, 3> arguments;
        for (backends::launch_argument& each : arguments) each.buffer = device_->create_buffer(count * sizeof(T), {});
        queue->write(arguments[0].buffer, 0, std::as_bytes(std::span(a)));
        queue->write(arguments[1].buffer, 0, std::as_bytes(std::span(b)));
        queue->launch(kernel, {{uint32_t {count}, 1, 1}, {64, 1, 1}, 1}, arguments);
        std::vector<T> results(count);
        queue->read(arguments[2].buffer, 0, std::as_writable_bytes(std::span(results)));
        return results;
    }

    std::shared_ptr<backends::vulkan::device> device_;
};

// Any bits, numbers near 1, and special numbers.
std::vector<double> doubles(unsigned seed) {
    using limits = std::numeric_limits<double>;
    constexpr std::array special {0.0,
                                  -0.0,
                                  1.0,
                                  -3.0,
                                  limits::infinity(),
                                  -limits::infinity(),
                                  limits::quiet_NaN(),
                                  limits::denorm_min(),
                                  limits::min(),
                                  limits::max()};
    std::mt19937_64 random(seed);
    std::vector<double> made;
    while (made.size() < count) {
        made.push_back(std::bit_cast<double>(uint64_t {random()}));
        made.push_back(1 + static_cast<double>(random() >> 12) * 0x1p-52);
        if (made.size() % 16 == 0) made.push_back(special[random() % special.size()]);
    }
    made.resize(count);
    return made;
}

std::vector<half> halves(uint32_t factor) {
    std::vector<half> made;
    for (uint32_t i = 0; i < count; ++i) made.push_back(half::from_bits(static_cast<uint16_t>(i * factor)));
    return made;
}

template <typename T, typename Expected>
void expect_all(const std::vector<T>& results, const std::vector<T>& a, const std::vector<T>& b, Expected expected) {
    size_t wrong = 0;
    for (size_t i = 0; i < count && wrong < 10; ++i) {
        const double right = expected(double(a[i]), double(b[i]));
        const double found = results[i];
        if (std::isnan(right) ? std::isnan(found) : found == right && std::signbit(found) == std::signbit(right)) continue;
        ++wrong;
        ADD_FAILURE() << std::hexfloat << double(a[i]) << ", " << double(b[i]) << ": " << found << " instead of " << right;
    }
}

TEST_F(divisions, quotients_of_double) {
    const std::vector<double> a = doubles(1);
    const std::vector<double> b = doubles(2);
    expect_all(run("quotients_of_double", a, b), a, b, [](double x, double y) { return x / y; });
}

TEST_F(divisions, roots_of_double) {
    const std::vector<double> a = doubles(3);
    expect_all(run("roots_of_double", a, a), a, a, [](double x, double) { return std::sqrt(x); });
}

TEST_F(divisions, quotients_of_half) {
    const std::vector<half> a = halves(1);
    const std::vector<half> b = halves(40'503);
    expect_all(run("quotients_of_half", a, b), a, b, [](double x, double y) { return double(half(x / y)); });
}

TEST_F(divisions, roots_of_half) {
    const std::vector<half> a = halves(1);
    expect_all(run("roots_of_half", a, a), a, a, [](double x, double) { return double(half(std::sqrt(x))); });
}

}  // namespace

}  // namespace ingot
