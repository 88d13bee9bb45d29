// The target ptx lets each loop be left to one place, at which all work-items of a warp meet.
// RUN: %ingotc %s -o %t.ingot --targets ptx --emit-asm
// RUN: %check --input-file=%t.ptx
#include <ingot/kernel.hpp>

using namespace ingot;

// All three ways out of the loop go to the same place.
// CHECK: .entry search(
// CHECK: ld.global
// CHECK: bra{{(\.uni)?}} {{\t?}}[[EXIT:\$L__BB[0-9]+_[0-9]+]];
// CHECK: bra{{(\.uni)?}} {{\t?}}[[EXIT]];
// CHECK: bra{{(\.uni)?}} {{\t?}}[[EXIT]];
// CHECK: [[EXIT]]:
// CHECK: ret;
kernel void search(buffer<const float> values, buffer<float> found, param<uint32_t> count) {
    float sum = 0.0f;
    for (uint32_t i = 0; i < count; ++i) {
        const float value = values[global_id.x * count + i];
        if (value < 0.0f) {
            found[global_id.x] = sum * 2.0f;
            return;
        }
        if (value > 100.0f) {
            sum = value;
            break;
        }
        sum += value * value;
    }
    found[global_id.x] = sum + 1.0f;
}
