// Tests of the C++ features that a kernel may use (sections 3.1.2 and 3.1.3 of the thesis that docs/host-library.md names).
#include "language_rules.hpp"

#include <algorithm>
#include <array>
#include <ingot/kernel.hpp>
#include <utility>

using namespace ingot;

// Inheritance without virtual functions: several bases, a base of a base, a hidden member, and a base class that has the
// derived class as its template argument (CRTP).
struct has_radius {
    float radius;
    float diameter() const { return 2.0f * radius; }
    float size() const { return radius; }
};
struct has_mass {
    float mass;
};
struct ball : has_radius, has_mass {
    ball(float r, float m) : has_radius {r}, has_mass {m} {}
    float size() const { return has_radius::size() + mass; }
};
struct bouncing_ball final : ball {
    using ball::ball;
    float bounce(float height) const { return height * mass / diameter(); }
};
template <typename Shape>
struct shape {
    float doubled_area() const { return 2.0f * static_cast<const Shape*>(this)->area(); }
};
struct square : shape<square> {
    explicit square(float length) : side(length) {}
    float area() const { return side * side; }
    float side;
};
static float diameter_of(const has_radius& any) { return any.diameter(); }

kernel void use_inheritance(buffer<float> values) {
    const float x = values[global_id.x * 4];
    const bouncing_ball ball(x, x + 1.0f);
    values[global_id.x * 4] = diameter_of(ball);
    values[global_id.x * 4 + 1] = ball.size();
    values[global_id.x * 4 + 2] = ball.bounce(8.0f);
    values[global_id.x * 4 + 3] = square(x).doubled_area();
}

kernel void use_bit_fields(buffer<packed_pixel> pixels) {
    packed_pixel& pixel = pixels[global_id.x];
    pixel.red = (pixel.red + 3) & 31;
    pixel.green = pixel.green ^ 63;
    const uint32_t blue = pixel.blue;
    pixel.blue = (blue >> 1) & 31;
    pixel.offset = -pixel.offset;
    pixel.visible = !pixel.visible;
}

// Computes the length of a Collatz sequence with goto: the jumps go forwards, backwards, and out of two nested loops.
kernel void use_goto(buffer<uint32_t> values) {
    uint32_t value = values[global_id.x];
    uint32_t steps = 0;
next:
    if (value <= 1) goto done;
    ++steps;
    if (value % 2 != 0) goto odd;
    value /= 2;
    goto next;
odd:
    value = 3 * value + 1;
    for (uint32_t i = 0; i < 4; ++i)
        for (uint32_t j = 0; j < 4; ++j)
            if (i * j == 2) goto next;
    steps = 1000;
done:
    values[global_id.x] = steps;
}

#define LARGEST(first, ...) largest_of(first, __VA_ARGS__)
#define COUNT_OF(...) count_of(0 __VA_OPT__(, ) __VA_ARGS__)
template <typename T>
static T largest_of(T only) {
    return only;
}
template <typename T, typename... More>
static T largest_of(T first, More... more) {
    const T rest = largest_of(T(more)...);
    return first > rest ? first : rest;
}
template <typename... Values>
static uint32_t count_of(int, Values...) {
    return sizeof...(Values);
}
kernel void use_variadic_macros(buffer<int32_t> values) {
    const int32_t x = values[global_id.x];
    values[global_id.x] = LARGEST(x, 7, -x, 3) * 10 + static_cast<int32_t>(COUNT_OF() + COUNT_OF(x, 2, 3));
}

namespace tables {
static const uint32_t primes[] {2, 3, 5, 7, 11, 13, 17, 19};
constexpr float3 axes[] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
namespace inner {
inline constexpr uint32_t offset = 100;
}
}  // namespace tables
struct palette {
    static constexpr uint32_t size = 4;
    static constexpr uint32_t colours[size] {0xff0000, 0x00ff00, 0x0000ff, 0xffffff};
    static const int32_t step = 2;
};
static uint32_t square_of(uint32_t index) {
    static constexpr uint32_t squares[] {0, 1, 4, 9, 16, 25, 36, 49};
    return squares[index % 8];
}
kernel void use_constants(buffer<uint32_t> values) {
    const uint32_t i = global_id.x;
    values[i] = tables::primes[i % 8] + tables::inner::offset + (palette::colours[i % palette::size] & 0xff) +
                static_cast<uint32_t>(palette::step) * square_of(i) + static_cast<uint32_t>(tables::axes[i % 3].y) * 1000;
}

template <typename Function>
static uint32_t apply_twice(Function function, uint32_t value) {
    return function(function(value));
}
kernel void use_lambdas(buffer<uint32_t> values, param<uint32_t> factor) {
    uint32_t calls = 0;
    const auto scaled = [factor](uint32_t value) { return value * factor; };
    const auto counted = [&calls](uint32_t value) {
        ++calls;
        return value + 1;
    };
    const auto generic = []<typename T>(T value) { return static_cast<T>(value + T(1)); };
    const auto make_adder = [](uint32_t summand) { return [summand](uint32_t value) { return value + summand; }; };
    auto next = [state = values[global_id.x]]() mutable { return state++; };
    const uint32_t first = next();
    const uint32_t twice_counted = apply_twice(counted, next());  // changes `calls`
    values[global_id.x] =
        apply_twice(scaled, first) + twice_counted * 100 + calls + generic(uint8_t(255)) + make_adder(5)(generic(2u));
}

template <typename T, size_t N, template <typename, size_t> typename Container>
struct holder {
    Container<T, N> kept;
    constexpr T sum() const {
        T total {};
        for (size_t i = 0; i < N; ++i) total += kept[i];
        return total;
    }
};
template <typename T>
struct type_number {
    static constexpr uint32_t value = 1;
};
template <>
struct type_number<float> {
    static constexpr uint32_t value = 2;
};
template <typename T>
struct type_number<T*> {
    static constexpr uint32_t value = 10 + type_number<T>::value;
};
template <std::integral T>
static constexpr uint32_t kind(T) {
    return 1000;
}
template <std::floating_point T>
static constexpr uint32_t kind(T) {
    return 2000;
}
template <auto... numbers>
inline constexpr uint32_t sum_of = (0 + ... + static_cast<uint32_t>(numbers));
kernel void use_templates(buffer<uint32_t> values) {
    const uint32_t x = values[global_id.x];
    const holder<uint32_t, 3, vector> three {uint3(x, x + 1, x + 2)};
    values[global_id.x] =
        three.sum() + type_number<float>::value + type_number<int**>::value + kind(1) + kind(1.0f) + sum_of<1, 'a', true>;
}

template <uint32_t n>
struct factorial {
    static constexpr uint32_t value = n * factorial<n - 1>::value;
};
template <>
struct factorial<0> {
    static constexpr uint32_t value = 1;
};
template <uint32_t depth>
static uint32_t horner(uint32_t x) {
    if constexpr (depth == 0)
        return 1;
    else
        return horner<depth - 1>(x) * x + depth;
}
kernel void use_template_recursion(buffer<uint32_t> values) {
    values[global_id.x] = horner<24>(values[global_id.x]) + factorial<10>::value;
}

// Recursion of bounded depth: two calls in one expression, a tree in global memory, and an array in private memory at
// each level.
static uint32_t fibonacci(uint32_t n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
static uint32_t sum_of_tree(const uint32_t* tree, uint32_t node, int levels) {
    if (levels == 0 || tree[node] == 0) return 0;
    const uint32_t left = sum_of_tree(tree, 2 * node + 1, levels - 1);
    const uint32_t right = sum_of_tree(tree, 2 * node + 2, levels - 1);
    return tree[node] + 2 * left + 3 * right;
}
static void halve(uint32_t* first, uint32_t* last, uint32_t depth) {
    uint32_t ends[2] {*first, last[-1]};
    if (depth > 0 && last - first > 1) {
        halve(first, first + (last - first) / 2, depth - 1);
        halve(first + (last - first) / 2, last, depth - 1);
    }
    *first += ends[1] + depth;
    last[-1] += ends[first[0] % 2];
}
kernel void use_bounded_recursion(buffer<uint32_t> values, buffer<const uint32_t> tree) {
    uint32_t& value = values[global_id.x];
    uint32_t row[8] {1, 2, 3, 4, 5, 6, 7, value};
    halve(row, row + 8, 3);
    uint32_t hash = 0;
    for (const uint32_t each : row) hash = hash * 31 + each;
    value = fibonacci(15) + sum_of_tree(tree.data(), value % 7, 5) * 1000 + hash;
}

// Loops before and around recursive calls, functions that call each other, and a lambda that calls itself.
static void sort_range(uint32_t* values, int low, int high, int depth) {
    if (depth == 0 || low >= high) return;
    const uint32_t pivot = values[(low + high) / 2];
    int i = low;
    int j = high;
    while (i <= j) {
        while (values[i] < pivot) ++i;
        while (values[j] > pivot) --j;
        if (i > j) break;
        std::swap(values[i++], values[j--]);
    }
    sort_range(values, low, j, depth - 1);
    sort_range(values, i, high, depth - 1);
}
static uint32_t sum_of_paths(const uint32_t* weights, uint32_t node, int levels) {
    uint32_t sum = weights[node % 61];
    if (levels == 0) return sum;
    for (uint32_t child = 1; child <= 3; ++child) sum = sum * 7 + sum_of_paths(weights, node * 3 + child, levels - 1);
    return sum;
}
static uint32_t odd_step(uint32_t value, int depth);
static uint32_t even_step(uint32_t value, int depth) { return depth == 0 ? value : odd_step(value / 2 + 1, depth - 1) + 3; }
static uint32_t odd_step(uint32_t value, int depth) { return depth == 0 ? value : even_step(value * 3 + 1, depth - 1) ^ 5; }
kernel void use_recursion_with_loops(buffer<uint32_t> values, buffer<const uint32_t> weights) {
    uint32_t& value = values[global_id.x];
    uint32_t row[16];
    for (uint32_t i = 0; i < 16; ++i) row[i] = (value + i) * 2654435761u % 1000;
    sort_range(row, 0, 15, 15);
    uint32_t hash = 0;
    for (const uint32_t each : row) hash = hash * 31 + each;
    const auto power = [](auto&& self, uint32_t n, uint32_t x) -> uint32_t { return n == 0 ? x : self(self, n - 1, x * 3 + n); };
    value = hash + sum_of_paths(weights.data(), value, 4) + even_step(value, 9) + power(power, 9, value);
}

// Structs that recursive functions take by value: each level changes its own copy.
static uint32_t fold(std::array<uint32_t, 9> digits, uint32_t position, uint32_t levels) {
    if (levels == 0) return digits[position % 9];
    digits[position % 9] += levels;
    const uint32_t right = fold(digits, position + 2, levels - 1);
    digits[position % 9] *= 3;
    return right * 5 + fold(digits, position + 3, levels - 1) + digits[(position + 1) % 9];
}
// A recursive function that sorts. std::sort calls a recursive function of the standard library.
static uint32_t median_of_medians(std::array<uint32_t, 9> numbers, uint32_t levels) {
    std::sort(numbers.begin(), numbers.end());
    if (levels == 0) return numbers[4];
    numbers[levels % 9] = median_of_medians(numbers, levels - 1) + numbers[2];
    return numbers[4] * 3 + numbers[levels % 9];
}
// The arrays of the sorts before and after the recursive call end before and begin after it: all levels share them. The array
// `numbers` lives across the call.
static uint32_t sum_of_sorted(uint32_t seed, uint32_t levels) {
    if (levels == 0) return seed;
    std::array<uint32_t, 6> numbers;
    for (uint32_t i = 0; i < 6; ++i) numbers[i] = (seed + i) * 2654435761u % 1000;
    for (uint32_t i = seed % 4; i-- > 0;) {
        std::sort(numbers.begin() + 1, numbers.begin() + 2 + i);
        if (numbers[2] % 2 == 0) std::sort(numbers.begin() + i, numbers.end());
    }
    const uint32_t inner = sum_of_sorted(numbers[1], levels - 1);
    const uint32_t before = numbers[3];
    std::sort(numbers.begin(), numbers.end());
    return inner * 31 + before + 7 * numbers[4];
}
kernel void use_recursion_with_structs(buffer<uint32_t> values) {
    uint32_t& value = values[global_id.x];
    const std::array<uint32_t, 9> digits {1, 2, 3, 4, 5, 6, 7, 8, value};
    value = fold(digits, value, 5) + median_of_medians(digits, 4) + sum_of_sorted(value, value % 9);
}

// Function pointers that are known at compile time: as constants, as template parameters and as function parameters.
static float twice(float value) { return 2.0f * value; }
static float squared(float value) { return value * value; }
using function = float (*)(float);
static constexpr function fixed = &squared;
template <function called>
static float call(float value) {
    return called(value);
}
static float call_each(function first, function second, float value) { return second(first(value)); }
struct operation {
    function run;
    float shift;
};
kernel void use_function_pointers(buffer<float> values) {
    const float x = values[global_id.x];
    constexpr operation both[] {{&twice, 1.0f}, {&squared, -1.0f}};
    float sum = fixed(x) + call<&twice>(x) + call_each(&twice, &squared, x) + (+[](float value) { return value + 0.5f; })(x);
    sum += both[0].run(x) * both[0].shift + both[1].run(x) * both[1].shift;
    float (square::* const area)() const = &square::area;
    values[global_id.x] = sum + (square(x).*area)();
}
