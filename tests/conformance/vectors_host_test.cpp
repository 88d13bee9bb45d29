// Tests of Table 9 of the thesis that docs/host-library.md names: features of vectors that exist on the host only. Compiling
// this file also checks everything in vectors_at_compile_time.hpp.
#include <algorithm>
#include <ingot/language/host_only.hpp>
#include <iomanip>
#include <sstream>

#include "vectors_at_compile_time.hpp"
#include "vectors_fixture.hpp"

namespace ingot::testing {

namespace {

template <typename T>
std::string text_of(const T& value) {
    std::ostringstream text;
    text << std::setprecision(3) << std::boolalpha << value;
    return text.str();
}

// Checks the range and the mean of random components, whether they reach `limit` (only integers do), and that two random
// engines with the same seed give the same vector.
template <typename V>
void expect_random(double minimum, double limit, bool reaches_limit) {
    using T = typename V::value_type;
    std::mt19937_64 engine(99);
    double smallest = limit;
    double largest = minimum;
    double sum = 0;
    constexpr int count = 4000;
    for (int i = 0; i < count; ++i) {
        const V vector = random<V>(engine, static_cast<T>(minimum), static_cast<T>(limit));
        for (size_t j = 0; j < V::dimensions; ++j) {
            const double number = static_cast<double>(vector[j]);
            smallest = std::min(smallest, number);
            largest = std::max(largest, number);
            sum += number / (count * static_cast<double>(V::dimensions));
        }
    }
    EXPECT_GE(smallest, minimum);
    EXPECT_LT(smallest, minimum + (limit - minimum) * 0.02);
    EXPECT_EQ(largest == limit, reaches_limit);
    EXPECT_LE(largest, limit);
    EXPECT_GT(largest, limit - (limit - minimum) * 0.02);
    EXPECT_NEAR(sum, (minimum + limit) / 2, (limit - minimum) * 0.02);
    std::mt19937_64 first(5), second(5);
    EXPECT_TRUE(all(random<V>(first, static_cast<T>(minimum), static_cast<T>(limit)) ==
                    random<V>(second, static_cast<T>(minimum), static_cast<T>(limit))));
}

TEST_P(vectors, host_only) {
    EXPECT_EQ(to_string(float3(-1, 0.1f, 42)), "(-1, 0.1, 42)");
    EXPECT_EQ(to_string(double1(1e300)), "(1e+300)");
    EXPECT_EQ(to_string(uchar4(65, 0, 255, 7)), "(65, 0, 255, 7)");
    EXPECT_EQ(to_string(half2(half(0.5f), half(-3))), "(0.5, -3)");
    EXPECT_EQ(to_string(bool2(true, false)), "(true, false)");
    EXPECT_EQ(to_string(float4(1, 2, 3, 4).swizzle<3, 0>()), "(4, 1)");
    EXPECT_EQ(to_string(matrix4i(2)), "((2, 0, 0, 0), (0, 2, 0, 0), (0, 0, 2, 0), (0, 0, 0, 2))");
    EXPECT_EQ(to_string(quaternionf(1, 2, 3, 4)), "(1, 2, 3, 4)");
    EXPECT_EQ(text_of(float2(3.14159f, 10)), "(3.14, 10)");
    EXPECT_EQ(text_of(char3(65, -1, 0)), "(65, -1, 0)");
    EXPECT_EQ(text_of(bool1(true)), "(true)");
    EXPECT_EQ(text_of(half1(half(0.25f))), "(0.25)");
    EXPECT_EQ(text_of(matrix4f(1)), "((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))");
    EXPECT_EQ(text_of(quaternionf()), "(0, 0, 0, 1)");
    expect_random<float3>(-2, 5, false);
    expect_random<double2>(0, 1, false);
    expect_random<half4>(0, 1, false);
    expect_random<int2>(-50, 49, true);
    expect_random<uchar4>(0, 255, true);
    expect_random<ulong1>(10, 99, true);
    EXPECT_TRUE(all(random<float4>(1.0f) < 1.0f));
    EXPECT_TRUE(any(random<ulong2>(~uint64_t {0}) != random<ulong2>(~uint64_t {0})));
}

}  // namespace

}  // namespace ingot::testing
