// Names that an author may use beside `using namespace ingot`: the library's helpers have none of them.
#include <concepts>
#include <ingot/kernel.hpp>

using namespace ingot;

template <typename T>
concept arithmetic = std::integral<T> || std::floating_point<T>;
template <typename T>
concept number = arithmetic<T>;
template <typename T>
concept printable = requires(T value) { value.print(); };
template <typename T>
using number_type = T;
template <typename T>
using floating_type = double;
template <typename T>
concept floating_point = std::floating_point<T>;
template <typename T>
concept atomic_value = std::integral<T>;
enum class memory_scope { own };
struct fence_accesses {
    int value;
};
namespace run_time_math {
static float half_of(float value) { return value / 2; }
}  // namespace run_time_math
struct element_members {
    int value;
};
struct integer_members {
    int value;
};

template <arithmetic T>
static T doubled(T value) {
    return value + value;
}
// An author's own functions with the names of new ones.
static float mix(float a, float b, float t) { return a * (1.0f - t) + b * t; }
static float saturate(float value) { return value < 0.0f ? 0.0f : value > 1.0f ? 1.0f : value; }
static uint32_t rotate(uint32_t value, uint32_t count) { return value << count | value >> (32 - count); }

kernel void use(buffer<float> values, buffer<uint32_t> bits) {
    const number_type<element_members> one {3};
    const floating_type<float> two = 2.0;
    static_assert(number<int> && !printable<integer_members>);
    values[0] = doubled(values[1]) + float(one.value) + float(two) + mix(1.0f, 2.0f, 0.5f) + saturate(values[2]);
    static_assert(floating_point<float> && !atomic_value<float>);
    const fence_accesses other {static_cast<int>(memory_scope::own)};
    values[1] = run_time_math::half_of(values[3]) + float(other.value);
    bits[0] = rotate(bits[1], 3u);
}
