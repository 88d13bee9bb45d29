// Tests of Table 14 of the thesis that docs/host-library.md names: the device properties that a kernel can query at compile
// time. Each value is passed through a template argument, which proves that it is a constant expression.
#include <ingot/kernel.hpp>

#include "device_information_types.hpp"

using namespace ingot;

template <auto value>
static constexpr uint32_t constant = static_cast<uint32_t>(value);

kernel void write_facts(buffer<device_facts> facts) {
    using namespace device_info;
    facts->type = constant<type()>;
    facts->has_fma = constant<has_fma()>;
    facts->has_64_bit_atomics = constant<has_64_bit_atomics()>;
    facts->has_native_extended_64_bit_atomics = constant<has_native_extended_64_bit_atomics()>;
    facts->has_pointer_atomics = constant<has_pointer_atomics()>;
    facts->has_dedicated_local_memory = constant<has_dedicated_local_memory()>;
    facts->simd_width = constant<simd_width()>;
    facts->vendor = constant<vendor()>;
    facts->platform_vendor = constant<platform_vendor()>;
    facts->os = constant<os()>;
}

// Counts work-items, by 64-bit atomics if the device has them. `if constexpr` removes the code for a feature that it lacks.
kernel void count(buffer<uint64_t> total, buffer<uint32_t> parts) {
    if constexpr (device_info::has_64_bit_atomics()) {
        atomic_add(&total[0], uint64_t {1} << 32 | 1);
    } else {
        atomic_inc(&parts[0]);
        atomic_inc(&parts[1]);
    }
}
