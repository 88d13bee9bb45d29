// Tests functions of single numbers that also exist for vectors: every device must compute the same bits as the host.
#include "scalars.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <ingot/ingot.hpp>
#include <limits>
#include <vector>

#include "every_device.hpp"
#include "scalars.kernels.hpp"

namespace {

using namespace ingot;

class scalars_on : public ingot::testing::every_device {
protected:
    // Returns all pairs of the values, as two vectors: the first numbers of the pairs, and the second numbers of the pairs.
    template <typename T>
    static std::pair<std::vector<T>, std::vector<T>> pairs_of(const std::vector<T>& values) {
        std::pair<std::vector<T>, std::vector<T>> all;
        for (const T a : values)
            for (const T b : values) {
                all.first.push_back(a);
                all.second.push_back(b);
            }
        return all;
    }
    template <typename T, typename Kernel, typename Function>
    void expect(const Kernel& kernel, const std::vector<T>& values, uint32_t functions, Function function) {
        const auto [a, b] = pairs_of(values);
        const auto first = device_.create_buffer<T>(std::span<const T>(a));
        const auto second = device_.create_buffer<T>(std::span<const T>(b));
        auto results = device_.create_buffer<T>(a.size() * functions, T {});
        queue_.run(kernel, range(static_cast<uint32_t>(a.size())), first, second, results);
        const std::vector<T> actual = results.read(queue_);
        for (size_t i = 0; i < a.size(); ++i)
            function(a[i], b[i], [&](uint32_t column, T expected) {
                EXPECT_EQ(std::memcmp(&actual[i * functions + column], &expected, sizeof(T)), 0)
                    << "function " << column << " of " << +a[i] << " and " << +b[i] << ": " << +actual[i * functions + column]
                    << " instead of " << +expected;
            });
    }
    template <typename T>
    void expect_floats() {
        const std::vector<T> values {T(0.0f), T(-0.0f), T(0.25f), T(-0.25f), T(1.0f), T(-1.0f), T(2.5f), T(-3.75f), T(100.0f)};
        expect<T>(program_.compute_floats<T>(), values, scalars::float_functions,
                  [](T a, T b, auto check) { scalars::floats(a, b, check); });
    }
    template <typename T>
    void expect_integers() {
        using limits = std::numeric_limits<T>;
        const std::vector<T> values {T(0),  T(1),   T(2),          T(3),          T(100),       T(-1),
                                     T(-2), T(-77), limits::max(), limits::min(), T(0x12345678)};
        expect<T>(program_.compute_integers<T>(), values, scalars::integer_functions,
                  [](T a, T b, auto check) { scalars::integers(a, b, check); });
    }

    scalars_program program_ {device_};
};

TEST_P(scalars_on, floats) {
    expect_floats<float>();
    expect_floats<half>();
}
TEST_P(scalars_on, doubles) {
    if (!device_.properties().has_double) GTEST_SKIP() << device_.name() << " has no double";
    expect_floats<double>();
}
TEST_P(scalars_on, integers) {
    expect_integers<int8_t>();
    expect_integers<uint8_t>();
    expect_integers<int16_t>();
    expect_integers<uint16_t>();
    expect_integers<int32_t>();
    expect_integers<uint32_t>();
    expect_integers<int64_t>();
    expect_integers<uint64_t>();
}
TEST_P(scalars_on, structured_bindings_and_bits) {
    auto vectors = device_.create_buffer<float4>(std::vector<float4> {{1, 2, 3, 4}, {-1, 0.5f, 8, 0.25f}});
    auto bits = device_.create_buffer<uint32_t>(2);
    queue_.run(program_.bind_components, range(2), vectors, bits);
    const std::vector<float4> actual = vectors.read(queue_);
    // The kernel replaces x by x + y, and w by 2 * z + w.
    EXPECT_TRUE(all(actual[0] == float4(3, 2, 3, 10)));
    EXPECT_TRUE(all(actual[1] == float4(-0.5f, 0.5f, 8, 16.25f)));
    for (uint32_t i = 0; i < 2; ++i) {
        // The kernel combines the bits of y twice, so they cancel out. 0x3c00 are the bits of half(1).
        const auto [x, y, z, w] = actual[i];
        EXPECT_EQ(bits.read(queue_)[i],
                  as_type<uint32_t>(x) ^ as_type<uint32_t>(z) ^ as_type<uint32_t>(w) ^ (half(z).bits() | 0x3c00u << 16));
    }
}
INGOT_TEST_ON_EVERY_DEVICE(scalars_on);

// Comparisons with known results. The tests above compare devices with the host; they do not find errors of the implementation
// itself, because devices and host run the same implementation.
static_assert(mul_hi(0x8000'0000u, 4u) == 2 && mul_hi(-1, 1) == -1 && mul_hi(~uint64_t {0}, ~uint64_t {0}) == ~uint64_t {1});
static_assert(mul_hi(int64_t {-5}, int64_t {3}) == -1 && mad24(3, -4, 5) == -7 && mul24(0x0100'0003, 2) == 6);
static_assert(rotate(0x8000'0001u, 1) == 3 && rotate(uint8_t {0x81}, 9) == 3 && bit_reverse(uint8_t {1}) == 0x80);
static_assert(fract(-0.25f) == 0.75f && fract(-1e-9f) < 1.0f && saturate(2.0f) == 1.0f && sign(-3) == -1 && min(1, 2.5f) == 1.0f);
static_assert(saturate(std::numeric_limits<float>::quiet_NaN()) == 0.0f && step(1.0f, 1.0f) == 1.0f &&
              smoothstep(0, 1, 0.5f) == 0.5f);
static_assert(as_type<float>(0x3f80'0000u) == 1.0f && popcount(uint8_t {255}) == 8 && clz(uint16_t {1}) == 15 && ctz(8) == 3);

}  // namespace
