// Table 14: what a kernel knows of its device at compile time. Each value is a template's argument on its way: it is constexpr.
#include <ingot/kernel.hpp>

#include "device_information_types.hpp"

using namespace ingot;

template <auto value>
static constexpr uint32_t constant = static_cast<uint32_t>(value);

kernel void tell(buffer<device_facts> facts) {
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

// What a device has not is not in its code.
kernel void count(buffer<uint64_t> total, buffer<uint32_t> parts) {
    if constexpr (device_info::has_64_bit_atomics()) {
        atomic_add(&total[0], uint64_t {1} << 32 | 1);
    } else {
        atomic_inc(&parts[0]);
        atomic_inc(&parts[1]);
    }
}
