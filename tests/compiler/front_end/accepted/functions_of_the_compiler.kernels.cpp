// Built-in functions of the compiler that every device supports or can ignore.
#include <ingot/kernel.hpp>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

using namespace ingot;

kernel void of_integers(buffer<uint32_t> values, buffer<uint64_t> wide, buffer<int32_t> numbers) {
    const uint32_t i = global_id.x;
    __builtin_prefetch(&values[i + 64]);
    __builtin_assume(i < 1'000'000);
    if (__builtin_expect(values[i] == 1, false)) values[i] = 2;
    values[i] = __builtin_bswap32(values[i]) + std::rotl(values[i], 3) + std::rotr(values[i], static_cast<int>(values[i + 1] & 31));
    values[i] += static_cast<uint32_t>(std::popcount(values[i]) + std::countl_zero(values[i]) + std::countr_zero(values[i]));
    wide[i] = __builtin_bswap64(wide[i]) + static_cast<uint64_t>(std::popcount(wide[i]) + std::countl_zero(wide[i]));
    numbers[i] = std::abs(numbers[i]) + std::max(numbers[i + 1], 7) + std::min(numbers[i + 2], 9);
    numbers[i] = std::clamp(numbers[i], -100, 100) + (numbers[i] > numbers[i + 1]) - (numbers[i] < numbers[i + 1]);
    const uint32_t sum = values[i] + values[i + 1];
    values[i] = sum < values[i] ? ~0u : sum;
    values[i + 1] = values[i] > values[i + 2] ? values[i] - values[i + 2] : 0;
    if (values[i] == 12345) __builtin_trap();
    if (values[i] == 12346) __builtin_unreachable();
}
kernel void of_numbers(buffer<float> x, buffer<double> y, buffer<int32_t> n) {
    const uint32_t i = global_id.x;
    x[i] = std::floor(x[i]) + std::ceil(x[i + 1]) + std::trunc(x[i + 2]) + std::round(x[i + 3]) + std::rint(x[i + 4]);
    x[i] += std::nearbyint(x[i]) + std::fabs(x[i + 1]) + std::sqrt(x[i + 2]) + std::copysign(x[i + 3], x[i + 4]);
    x[i] += std::fma(x[i], x[i + 1], x[i + 2]) + std::fmin(x[i], x[i + 1]) + std::fmax(x[i], x[i + 2]);
    y[i] = std::floor(y[i]) + std::ceil(y[i + 1]) + std::trunc(y[i + 2]) + std::round(y[i + 3]) + std::rint(y[i + 4]);
    y[i] += std::nearbyint(y[i]) + std::fabs(y[i + 1]) + std::sqrt(y[i + 2]) + std::copysign(y[i + 3], y[i + 4]);
    y[i] += std::fma(y[i], y[i + 1], y[i + 2]) + std::fmin(y[i], y[i + 1]) + std::fmax(y[i], y[i + 2]);
    n[i] = std::isnan(x[i]) + std::isinf(x[i]) + std::isfinite(y[i]) + std::isnormal(x[i]) + std::signbit(y[i]);
    x[i + 1] = std::exp(x[i]) + std::sin(x[i]) + std::pow(x[i], x[i + 1]) + std::hypot(x[i], x[i + 1]);
}
kernel void of_memory(buffer<uint32_t> values) {
    uint32_t mine[40];
    std::memset(mine, 7, sizeof mine);
    std::memcpy(mine + 3, &values[5], 80);
    std::memmove(&values[values[1] & 7], mine + (values[0] & 7), 64);
}
