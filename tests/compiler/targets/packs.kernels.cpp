// Packs are vectors of the processor in CPU code, also where a work-item runs by itself, and single numbers elsewhere.
// RUN: %ingotc %s -o %t.ingot --targets cpu,ptx --arch sm_70,x86-64-v3:1 --emit-asm
// RUN: %check --check-prefix=CPU --input-file=%t.s
// RUN: %check --check-prefix=PTX --input-file=%t.ptx
#include <ingot/kernel.hpp>
#include <ingot/language/pack.hpp>

using namespace ingot;

// CPU-LABEL: count_boxes.group:
// CPU: vbroadcastss {{ymm[0-9]+}}
// CPU-DAG: vcmpleps {{ymm[0-9]+}}
// CPU-DAG: vcmpleps {{ymm[0-9]+}}
// CPU: vmovmskps {{[a-z0-9]+}}, {{ymm[0-9]+}}
// CPU: popcnt
// PTX-LABEL: .visible .entry count_boxes(
// PTX-COUNT-16: setp.le{{u?}}.f32
kernel void count_boxes(buffer<const pack<float, 8>> low, buffer<const pack<float, 8>> high, buffer<const float> places,
                        buffer<uint32_t> counts) {
    const float x = places[global_id.x];
    counts[global_id.x] = popcount(lane_bits(low[global_id.x] <= x && x <= high[global_id.x]));
}
