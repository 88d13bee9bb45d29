// Kernels with a switch before a barrier or between two barriers. The template parameter `make` is a function of switches.hpp.
// It contains the switch, and computes a value from the work-item's input and global_id.
#include "switches.hpp"

#include <ingot/kernel.hpp>

using namespace ingot;

// Calls make() between two barriers. Then each work-item adds the input of another work-item of its group to the result.
template <uint32_t make(uint32_t, uint32_t)>
static uint32_t between_barriers(const uint32_t* in) {
    local_buffer<uint32_t, switches::group> lanes;
    lanes[local_id.x] = in[global_id.x];
    local_barrier();
    const uint32_t result = make(in[global_id.x], global_id.x);
    local_barrier();
    return result + lanes[switches::group - 1 - local_id.x];
}

// Calls make() before a barrier, in a kernel without local memory.
template <uint32_t make(uint32_t, uint32_t)>
static uint32_t before_barrier(const uint32_t* in) {
    const uint32_t result = make(in[global_id.x], global_id.x);
    local_barrier();
    return result;
}

kernel void between_barriers_assign(buffer<const uint32_t> in, buffer<uint32_t> out) {
    out[global_id.x] = between_barriers<switches::assign_in_case>(in.data());
}
kernel void between_barriers_assign_narrow(buffer<const uint32_t> in, buffer<uint32_t> out) {
    out[global_id.x] = between_barriers<switches::assign_narrow_in_case>(in.data());
}
kernel void between_barriers_switch(buffer<const uint32_t> in, buffer<uint32_t> out) {
    out[global_id.x] = between_barriers<switches::switch_in_case>(in.data());
}
kernel void between_barriers_each_value(buffer<const uint32_t> in, buffer<uint32_t> out) {
    out[global_id.x] = between_barriers<switches::case_for_each_value>(in.data());
}
kernel void between_barriers_fall_through(buffer<const uint32_t> in, buffer<uint32_t> out) {
    out[global_id.x] = between_barriers<switches::fall_through_cases>(in.data());
}
kernel void between_barriers_loop(buffer<const uint32_t> in, buffer<uint32_t> out) {
    out[global_id.x] = between_barriers<switches::switch_in_loop>(in.data());
}
kernel void before_barrier_assign(buffer<const uint32_t> in, buffer<uint32_t> out) {
    out[global_id.x] = before_barrier<switches::assign_in_case>(in.data());
}
kernel void before_barrier_assign_narrow(buffer<const uint32_t> in, buffer<uint32_t> out) {
    out[global_id.x] = before_barrier<switches::assign_narrow_in_case>(in.data());
}
kernel void before_barrier_switch(buffer<const uint32_t> in, buffer<uint32_t> out) {
    out[global_id.x] = before_barrier<switches::switch_in_case>(in.data());
}
kernel void before_barrier_each_value(buffer<const uint32_t> in, buffer<uint32_t> out) {
    out[global_id.x] = before_barrier<switches::case_for_each_value>(in.data());
}
