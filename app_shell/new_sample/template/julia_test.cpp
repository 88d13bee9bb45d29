// Tests the iteration where its result is known: for c = 0 the Julia set is the circle of radius 1.
#include <cmath>
#include <cstdio>

#include "julia_orbit.hpp"
#undef kernel

namespace {

constexpr uint32_t limit = 300;
int failures = 0;

void expect_near(const char* what, double value, double expected, double tolerance) {
    if (std::abs(value - expected) <= tolerance) return;
    std::printf("%s is %.6f, expected %.6f within %g\n", what, value, expected, tolerance);
    ++failures;
}

// After n iterations z is z0 to the power 2^n, so that the time is -log2 log2 |z0|.
void test_time() {
    for (const float radius : {1.01f, 1.5f, 3.0f}) {
        const julia_orbit orbit = follow({radius, 0.0f}, {0.0f, 0.0f}, limit);
        expect_near("the time of escape", orbit.escapes ? orbit.time : -1e9, -std::log2(std::log2(radius)), 1e-3);
    }
}

// The points that do not escape fill the disk, whose area is pi.
void test_area() {
    constexpr int cells = 500;
    constexpr double size = 3.0 / cells;
    int inside = 0;
    for (int y = 0; y < cells; ++y)
        for (int x = 0; x < cells; ++x) {
            const auto centre = [](int cell) { return static_cast<float>((cell + 0.5) * size - 1.5); };
            inside += follow({centre(x), centre(y)}, {0.0f, 0.0f}, limit).escapes ? 0 : 1;
        }
    expect_near("the area of the set", inside * size * size, 3.14159265, 0.01);
}

}  // namespace

int main() {
    test_time();
    test_area();
    return failures == 0 ? 0 : 1;
}
