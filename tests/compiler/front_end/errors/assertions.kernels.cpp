// Places at which a work-item can fail, but a target whose barriers all work-items of a group must reach cannot end the group.
#include <ingot/kernel.hpp>
#undef NDEBUG
#include <array>
#include <cassert>

using namespace ingot;

kernel void converge(buffer<uint32_t> values, param<uint32_t> rounds) {
    for (uint32_t round = 0; round < rounds; ++round) {
        barrier();
        if (values[round] == 0) break;
        assert(values[global_id.x] > round);  // error: on SPIR-V, it must be known which barrier follows the place where a work-item can fail
        // advice: check the condition before the kernel decides about a barrier
        values[global_id.x] += round;
    }
}
