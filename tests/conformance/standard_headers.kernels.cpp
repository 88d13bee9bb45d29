// Tests of the standard library in kernels (section 3.3.5 of the thesis that docs/host-library.md names): each kernel calls
// the function for one header.
#include "standard_headers.hpp"

#include <ingot/kernel.hpp>

using namespace ingot;

template <uint32_t (*use)(uint32_t)>
static void run(buffer<uint32_t> values) {
    values[global_id.x] = use(values[global_id.x]);
}

kernel void run_type_traits(buffer<uint32_t> values) { run<standard_headers::use_type_traits>(values); }
kernel void run_utility(buffer<uint32_t> values) { run<standard_headers::use_utility>(values); }
kernel void run_tuple(buffer<uint32_t> values) { run<standard_headers::use_tuple>(values); }
kernel void run_algorithm(buffer<uint32_t> values) { run<standard_headers::use_algorithm>(values); }
kernel void run_array(buffer<uint32_t> values) { run<standard_headers::use_array>(values); }
kernel void run_functional(buffer<uint32_t> values) { run<standard_headers::use_functional>(values); }
kernel void run_memory(buffer<uint32_t> values) { run<standard_headers::use_memory>(values); }
kernel void run_iterator(buffer<uint32_t> values) { run<standard_headers::use_iterator>(values); }
kernel void run_iosfwd(buffer<uint32_t> values) { run<standard_headers::use_iosfwd>(values); }
kernel void run_atomic(buffer<uint32_t> values) { run<standard_headers::use_atomic>(values); }
kernel void run_limits(buffer<uint32_t> values) { run<standard_headers::use_limits>(values); }
kernel void run_span(buffer<uint32_t> values) { run<standard_headers::use_span>(values); }
kernel void run_optional(buffer<uint32_t> values) { run<standard_headers::use_optional>(values); }
kernel void run_bit(buffer<uint32_t> values) { run<standard_headers::use_bit>(values); }
kernel void run_numeric(buffer<uint32_t> values) { run<standard_headers::use_numeric>(values); }
kernel void run_concepts(buffer<uint32_t> values) { run<standard_headers::use_concepts>(values); }
kernel void run_ranges(buffer<uint32_t> values) { run<standard_headers::use_ranges>(values); }
kernel void run_variant(buffer<uint32_t> values) { run<standard_headers::use_variant>(values); }
kernel void run_string_view(buffer<uint32_t> values) { run<standard_headers::use_string_view>(values); }
kernel void run_bitset(buffer<uint32_t> values) { run<standard_headers::use_bitset>(values); }
kernel void run_random(buffer<uint32_t> values) { run<standard_headers::use_random>(values); }

// std::sort in global and in local memory: each work-item sorts its own part. `count` is not known at compile time.
kernel void sort_parts(buffer<float> values, param<uint32_t> count) {
    std::sort(values + size_t(global_id.x) * count, values + size_t(global_id.x + 1) * count);
}
kernel void sort_local_parts(buffer<float> values) {
    local_buffer<float, 512> tile;
    const uint32_t first = local_id.x * 64;
    const size_t offset = size_t(global_id.x) * 64;
    for (uint32_t i = 0; i < 64; ++i) tile[first + i] = values[offset + i];
    std::sort(tile.data() + first, tile.data() + first + 64, std::greater<>());
    for (uint32_t i = 0; i < 64; ++i) values[offset + i] = tile[first + i];
}
