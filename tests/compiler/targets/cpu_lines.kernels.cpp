// With -g the code for the CPU has the lines of the author's code: not those of the language's headers, whose functions are
// inlined, and not the line of the call either where a function of the author is inlined.
// RUN: %ingotc %s -o %t.ingot --targets cpu -g --emit-asm
// RUN: %check --input-file=%t.s
// RUN: %ingotc %s -o %t.plain.ingot --targets cpu --emit-asm
// RUN: %check --check-prefix=PLAIN --input-file=%t.plain.s
#include <ingot/kernel.hpp>

using namespace ingot;

// PLAIN: scale.group:
// PLAIN-NOT: {{cpu_lines.kernels.cpp|vector}}
// CHECK: scale.group:
// CHECK-NOT: {{vector_class.hpp|kernel.hpp}}
static float4 doubled(const float4& value) {
    return value * 2.0f;  // CHECK-DAG: {{[#/]+}} cpu_lines.kernels.cpp:[[#@LINE]]
}
kernel void scale(buffer<float4> values, param<float> factor) {
    const float4 value = values[global_id.x];        // CHECK-DAG: {{[#/]+}} cpu_lines.kernels.cpp:[[#@LINE]]
    values[global_id.x] = doubled(value) * factor;  // CHECK-DAG: {{[#/]+}} cpu_lines.kernels.cpp:[[#@LINE]]
}
