// Machine code for AArch64: vectors of NEON with four floats, mathematics of four lanes, and an object that each machine reads.
// RUN: %ingotc %s -o %t.ingot --targets cpu --arch aarch64 --emit-asm
// RUN: %check --input-file=%t.s
// RUN: %ingotc %s -o %t.8.ingot --targets cpu --arch aarch64:8:always --emit-asm
// RUN: %check --check-prefix=EIGHT --input-file=%t.8.s
// RUN: %ingotc %s -o %t.1.ingot --targets cpu --arch aarch64:1 --emit-asm
// RUN: %check --check-prefix=ONE --input-file=%t.1.s
// RUN: %ingotc %s -o %t.all.ingot --targets cpu --arch aarch64,x86-64-v4,x86-64-v3,x86-64-v2
// RUN: %inspect %t.all.ingot | %check --check-prefix=ALL
// RUN: (! %ingotc %s -o %t.none.ingot --targets cpu --arch aarch64:3) 2>&1 | %check --check-prefix=WRONG
#include <atomic>
#include <ingot/kernel.hpp>
#include <ingot/language/pack.hpp>

using namespace ingot;

// ALL-DAG: cpu x86-64-v4
// ALL-DAG: cpu x86-64-v3
// ALL-DAG: cpu x86-64-v2
// ALL-DAG: cpu aarch64
// WRONG: 'aarch64:3' is not a

// Neighbouring work-items are one vector; the rest of a row is done one by one.
// CHECK-LABEL: scale.group:
// CHECK: ldr [[V:q[0-9]+]], [
// CHECK: fmul v{{[0-9]+}}.4s, v{{[0-9]+}}.4s, v{{[0-9]+}}
// CHECK: str q{{[0-9]+}}, [
// CHECK: fmul s{{[0-9]+}}, s{{[0-9]+}}, s{{[0-9]+}}
// EIGHT-LABEL: scale.group:
// EIGHT: ldp q{{[0-9]+}}, q{{[0-9]+}}, [
// EIGHT-COUNT-2: fmul v{{[0-9]+}}.4s, v{{[0-9]+}}.4s, v{{[0-9]+}}
// EIGHT: stp q{{[0-9]+}}, q{{[0-9]+}}, [
// ONE-LABEL: scale.group:
// ONE: fmul s{{[0-9]+}}, s{{[0-9]+}}, s{{[0-9]+}}
kernel void scale(buffer<float> values, param<float> factor) { values[global_id.x] = values[global_id.x] * factor; }

// Mathematics of the backend, for at most as many lanes as a vector has floats. Branches become masks.
// CHECK-LABEL: waves.group:
// CHECK: fcmgt v{{[0-9]+}}.4s
// CHECK: umaxv s{{[0-9]+}}, v{{[0-9]+}}.4s
// CHECK: bl #0 // ingot_cpu_sinf_lanes4
// CHECK: bl #0 // ingot_cpu_sinf{{$}}
// EIGHT-LABEL: waves.group:
// EIGHT-COUNT-2: bl #0 // ingot_cpu_sinf_lanes4
// EIGHT-NOT: _lanes8
// ONE-LABEL: waves.group:
// ONE-NOT: _lanes
// ONE: bl #0 // ingot_cpu_sinf{{$}}
kernel void waves(buffer<float> values) {
    const float value = values[global_id.x];
    if (value > 1) values[global_id.x] = sin(value);
}

// Packs are vectors also where a work-item runs by itself.
// CHECK-LABEL: sums.group:
// ONE-LABEL: sums.group:
// ONE: fadd v{{[0-9]+}}.4s, v{{[0-9]+}}.4s, v{{[0-9]+}}.4s
kernel void sums(buffer<pack<float, 4>> values) { values[global_id.x] = values[global_id.x] + values[global_id.x + 1]; }

// CHECK-LABEL: count.group:
// CHECK: ldxr
// CHECK: stxr
kernel void count(buffer<uint32_t> sums) { atomic_add(&sums[global_id.x % 4], 1u); }

// A fence for all work-items of the device.
// CHECK-LABEL: fences.group:
// CHECK: dmb ish
kernel void fences(buffer<uint32_t> flags) {
    atomic_store(&flags[0], 1u);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    flags[1] = atomic_load(&flags[2]);
}
