// Kernels that measure the speed of a device.
#include <ingot/kernel.hpp>

using namespace ingot;

// Eight independent chains of multiply-adds, so that the latency of one instruction hides behind the others. Each work-item
// does 16 floating-point operations in each round. The sum is stored, so that no chain is removed.
kernel void multiply_add(buffer<float> sums, param<uint32_t> rounds) {
    const float factor = 0.999f;
    const float start = static_cast<float>(global_id.x);
    float a = start, b = start + 1.0f, c = start + 2.0f, d = start + 3.0f;
    float e = start + 4.0f, f = start + 5.0f, g = start + 6.0f, h = start + 7.0f;
    for (uint32_t i = 0; i < rounds; ++i) {
        a = mad(a, factor, 1.0f);
        b = mad(b, factor, 1.0f);
        c = mad(c, factor, 1.0f);
        d = mad(d, factor, 1.0f);
        e = mad(e, factor, 1.0f);
        f = mad(f, factor, 1.0f);
        g = mad(g, factor, 1.0f);
        h = mad(h, factor, 1.0f);
    }
    sums[global_id.x] = a + b + c + d + e + f + g + h;
}

// A launch that does nearly nothing takes the time that each launch needs.
kernel void store_one(buffer<float> sums) { sums[0] = 1.0f; }
