// Tests of integer operations that LLVM recognises and replaces by intrinsics or formulas: arithmetic with overflow checks,
// bit reversal, and sums in a loop.
#include <ingot/kernel.hpp>

using namespace ingot;

// Writes the sum, the difference and the product of two numbers, wrapped to T, and for each of the three operations a bit that
// is 1 if the operation overflowed.
template <typename T>
static void write_checked(buffer<const T> values, buffer<T> results, buffer<uint32_t> overflows, uint32_t count) {
    const uint32_t i = global_id.x;
    const T a = values[i / count];
    const T b = values[i % count];
    T* const three = results + size_t(i) * 3;
    uint32_t found = 0;
    if (__builtin_add_overflow(a, b, &three[0])) found |= 1;
    if (__builtin_sub_overflow(a, b, &three[1])) found |= 2;
    if (__builtin_mul_overflow(a, b, &three[2])) found |= 4;
    overflows[i] = found;
}
kernel void checked_int8(buffer<const int8_t> values, buffer<int8_t> results, buffer<uint32_t> overflows, param<uint32_t> n) {
    write_checked<int8_t>(values, results, overflows, n);
}
kernel void checked_uint8(buffer<const uint8_t> values, buffer<uint8_t> results, buffer<uint32_t> overflows, param<uint32_t> n) {
    write_checked<uint8_t>(values, results, overflows, n);
}
kernel void checked_int16(buffer<const int16_t> values, buffer<int16_t> results, buffer<uint32_t> overflows, param<uint32_t> n) {
    write_checked<int16_t>(values, results, overflows, n);
}
kernel void checked_uint16(buffer<const uint16_t> values, buffer<uint16_t> results, buffer<uint32_t> overflows,
                           param<uint32_t> n) {
    write_checked<uint16_t>(values, results, overflows, n);
}
kernel void checked_int32(buffer<const int32_t> values, buffer<int32_t> results, buffer<uint32_t> overflows, param<uint32_t> n) {
    write_checked<int32_t>(values, results, overflows, n);
}
kernel void checked_uint32(buffer<const uint32_t> values, buffer<uint32_t> results, buffer<uint32_t> overflows,
                           param<uint32_t> n) {
    write_checked<uint32_t>(values, results, overflows, n);
}
kernel void checked_int64(buffer<const int64_t> values, buffer<int64_t> results, buffer<uint32_t> overflows, param<uint32_t> n) {
    write_checked<int64_t>(values, results, overflows, n);
}
kernel void checked_uint64(buffer<const uint64_t> values, buffer<uint64_t> results, buffer<uint32_t> overflows,
                           param<uint32_t> n) {
    write_checked<uint64_t>(values, results, overflows, n);
}

// One operand is unsigned, and the other operand and the result are signed: LLVM computes with integers of 33 bits.
kernel void checked_mixed(buffer<const uint32_t> values, buffer<int32_t> results, buffer<uint32_t> overflows, param<uint32_t> n) {
    const uint32_t i = global_id.x;
    const uint32_t a = values[i / n];
    const auto b = static_cast<int32_t>(values[i % n]);
    int32_t* const three = results + size_t(i) * 3;
    uint32_t found = 0;
    if (__builtin_add_overflow(a, b, &three[0])) found |= 1;
    if (__builtin_sub_overflow(a, b, &three[1])) found |= 2;
    if (__builtin_mul_overflow(a, b, &three[2])) found |= 4;
    overflows[i] = found;
}

// Products with overflow checks in plain C++, which LLVM also replaces by multiplications with an overflow check.
kernel void saturated_products(buffer<const uint32_t> values, buffer<uint32_t> results, param<uint32_t> n) {
    const uint32_t i = global_id.x;
    const uint32_t a = values[i / n];
    const uint32_t b = values[i % n];
    const uint64_t wide = uint64_t(a) * b;
    results[i * 2] = wide > 0xffffffffu ? 0xffffffffu : static_cast<uint32_t>(wide);
    const uint32_t narrow = a * b;
    results[i * 2 + 1] = a != 0 && narrow / a != b ? 0xffffffffu : narrow;
}

// The steps that LLVM recognises as bit reversal: swap the halves, then the quarters, and so on down to single bits.
template <typename T, uint32_t step = sizeof(T) * 4>
static T reversed(T value) {
    constexpr T low = static_cast<T>(static_cast<T>(~T(0)) / static_cast<T>((T(1) << step) + 1));
    value = static_cast<T>(((value & low) << step) | ((value >> step) & low));
    if constexpr (step > 1)
        return reversed<T, step / 2>(value);
    else
        return value;
}
kernel void reversals(buffer<const uint64_t> values, buffer<uint64_t> results) {
    const uint64_t value = values[global_id.x];
    uint64_t* const four = results + size_t(global_id.x) * 4;
    four[0] = reversed(static_cast<uint8_t>(value));
    four[1] = reversed(static_cast<uint16_t>(value));
    four[2] = reversed(static_cast<uint32_t>(value));
    four[3] = reversed(value);
}

// Adds the components of two vectors.
static char4 sums_of_components(const char4& a, const char4& b) {
    char4 result;
    for (uint32_t i = 0; i < 4; ++i) result[i] = static_cast<int8_t>(a[i] + b[i]);
    return result;
}

// Moves three components of a vector. LLVM computes with an integer of 24 bits, and rotates it.
kernel void moved_bytes(buffer<const uint32_t> values, buffer<uint32_t> results) {
    const uint32_t value = values[global_id.x];
    const char4 bytes = sums_of_components(char4(0), char4(static_cast<int8_t>(value), static_cast<int8_t>(value >> 8),
                                                           static_cast<int8_t>(value >> 16), int8_t(0)));
    const char3 moved(bytes.zyy);
    uint32_t* const three = results + size_t(global_id.x) * 3;
    three[0] = static_cast<uint8_t>(moved.x);
    three[1] = static_cast<uint8_t>(moved.y);
    three[2] = static_cast<uint8_t>(moved.z);
}

// How often each loop runs is known only when the kernel runs. LLVM can replace each loop by a formula, whose products of
// 64-bit numbers need integers of 65 bits and more. No device has such integers.
template <typename T>
static void write_sums(buffer<const T> counts, buffer<T> sums) {
    const T count = counts[global_id.x];
    T* const four = sums + size_t(global_id.x) * 4;
    T numbers = 0;
    for (T i = 0; i < count; ++i) numbers += i;
    four[0] = numbers;
    T squares = 0;
    for (T i = 0; i < count; ++i) squares += i * i;
    four[1] = squares;
    T later = 0;
    for (T i = count; i < 3 * count; ++i) later += i;
    four[2] = later;
    T backwards = 0;
    for (T i = count; i > 0; --i) backwards += 3 * i - 1;
    four[3] = backwards;
}
kernel void sums_int64(buffer<const int64_t> counts, buffer<int64_t> sums) { write_sums<int64_t>(counts, sums); }
kernel void sums_uint64(buffer<const uint64_t> counts, buffer<uint64_t> sums) { write_sums<uint64_t>(counts, sums); }

// Neighbours of a place in a row of numbers, clamped to the row. LLVM widens them to 64 bits, because they are indices. A driver
// may narrow the comparisons again.
kernel void sum_of_neighbours(buffer<const float> places, buffer<const int32_t> row, buffer<int32_t> sums, param<int32_t> size) {
    const int32_t first = static_cast<int32_t>(places[global_id.x]) - 1;
    const int32_t weights[3] {1, 10 + first, 100};
    int32_t sum = 0;
    for (int32_t i = 0; i < 3; ++i) {
        const int32_t clamped = first + i < 0 ? 0 : first + i < size ? first + i : size - 1;
        sum += row[static_cast<uint32_t>(clamped)] * weights[i];
    }
    sums[global_id.x] = sum;
}

// Only work-items whose divisor is not 0 divide. On the device cpu-native all lanes of a vector divide together.
kernel void divide_points(buffer<const int2> points, buffer<const int32_t> divisors, buffer<int2> quotients, buffer<int2> remainders) {
    const int32_t divisor = divisors[global_id.x];
    if (divisor == 0) return;
    quotients[global_id.x] = points[global_id.x] / divisor;
    remainders[global_id.x] = points[global_id.x] % divisor;
}
