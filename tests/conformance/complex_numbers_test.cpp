// Tests products and quotients of std::complex: every device must compute the same bits as the host.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <ingot/ingot.hpp>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "complex_numbers.kernels.hpp"
#include "every_device.hpp"

namespace {

using namespace ingot;

class complex_numbers : public ingot::testing::every_device {
protected:
    // Compares the results for all pairs of complex numbers whose parts are among `values`. The bits must be equal, except that
    // any NaN equals any other NaN.
    template <typename T>
    void expect(const std::vector<T>& values) {
        using number = std::complex<T>;
        std::vector<number> numbers;
        for (const T real : values)
            for (const T imaginary : values) numbers.emplace_back(real, imaginary);
        std::vector<number> first, second;
        for (const number& a : numbers)
            for (const number& b : numbers) {
                first.push_back(a);
                second.push_back(b);
            }
        const auto a = device_.create_buffer<number>(std::span<const number>(first));
        const auto b = device_.create_buffer<number>(std::span<const number>(second));
        auto results = device_.create_buffer<number>(first.size() * 4);
        queue_.run(program_->compute_complex<T>(), range(static_cast<uint32_t>(first.size())), a, b, results);
        const std::vector<number> actual = results.read(queue_);
        const auto is_same = [](T x, T y) { return (std::isnan(x) && std::isnan(y)) || std::memcmp(&x, &y, sizeof(T)) == 0; };
        for (size_t i = 0; i < first.size(); ++i) {
            number power = first[i];
            for (int step = 0; step < 3; ++step) power *= second[i] + number(1, -1);
            const number expected[] {first[i] * second[i], first[i] / second[i], power, std::conj(first[i]) - second[i] * T(2)};
            for (size_t column = 0; column < 4; ++column)
                EXPECT_TRUE(is_same(actual[i * 4 + column].real(), expected[column].real()) &&
                            is_same(actual[i * 4 + column].imag(), expected[column].imag()))
                    << "result " << column << " of " << first[i] << " and " << second[i] << ": " << actual[i * 4 + column]
                    << " instead of " << expected[column];
        }
    }

    void SetUp() override {
        const std::string message = ingot::testing::error_message([&] { program_.emplace(device_); });
        if (program_) return;
        // The quotient of floats, which has the bits of the host's, is computed in double.
        ASSERT_TRUE(ingot::testing::contains(message, "complex_numbers.kernels.cpp:11:37: error: Metal has no double"))
            << message;
        GTEST_SKIP() << "Metal has no double, and the quotient of two std::complex needs it";
    }

    std::optional<complex_numbers_program> program_;
};

// Small integers and powers of two, whose products are exact, and infinity.
TEST_P(complex_numbers, floats) { expect<float>({0.0f, 1.0f, -2.0f, 3.0f, 0.25f, std::numeric_limits<float>::infinity()}); }
TEST_P(complex_numbers, doubles) { expect<double>({0.0, 1.0, -2.0, 4.0, 0.25, std::numeric_limits<double>::infinity()}); }
INGOT_TEST_ON_EVERY_DEVICE(complex_numbers);

}  // namespace
