#include "ispc_baseline.hpp"

#include <cstdint>
#include <stdexcept>

#include "all_cores.hpp"

#if defined(INGOT_BENCH_ISPC)
// Defined in ispc_baseline.ispc.
extern "C" void ispc_advance_range(const ingot::float4* bodies, ingot::float4* moved_bodies, ingot::float4* velocities,
                                   float time_step, float softening_squared, int32_t first, int32_t last, int32_t count);
#endif

namespace ingot::bench {

#if defined(INGOT_BENCH_ISPC)
bool has_ispc() { return true; }

void ispc_step(std::span<const float4> bodies, std::span<float4> moved_bodies, std::span<float4> velocities, float time_step,
               float softening_squared) {
    constexpr size_t lanes = 16;
    on_all_cores(bodies.size(), lanes, [=](size_t first, size_t last) {
        ispc_advance_range(bodies.data(), moved_bodies.data(), velocities.data(), time_step, softening_squared,
                           static_cast<int32_t>(first), static_cast<int32_t>(last), static_cast<int32_t>(bodies.size()));
    });
}
#else
bool has_ispc() { return false; }

void ispc_step(std::span<const float4>, std::span<float4>, std::span<float4>, float, float) {
    throw std::logic_error("bench_nbody was built without ispc");
}
#endif

}  // namespace ingot::bench
