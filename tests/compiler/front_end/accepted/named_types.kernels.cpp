// Parameters whose types are aliases, a kernel in a namespace, a const parameter, and a parameter without a name.
#include <ingot/kernel.hpp>

using namespace ingot;

namespace effects {
using amount = param<float>;
using picture = buffer<float4>;

template <typename T>
static T scaled(T value, float factor) { return value * factor; }

kernel void brighten(const picture pixels, amount factor, param<uint32_t>) {
    pixels[global_id.x] = scaled(pixels[global_id.x], factor);
}
}  // namespace effects

kernel void nothing() {}
