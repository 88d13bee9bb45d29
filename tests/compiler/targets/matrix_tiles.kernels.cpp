// The instructions of matrix tiles in PTX, for devices that have them.
// RUN: %ingotc %s -o %t.ingot --targets ptx --arch sm_80 --emit-asm
// RUN: %check --check-prefix=PTX --input-file=%t.ptx
// RUN: %ingotc %s -o %t.old.ingot --targets ptx --arch sm_75 --emit-asm
// RUN: %check --check-prefix=OLD --input-file=%t.old.ptx
#include <ingot/kernel.hpp>

using namespace ingot;

// A matrix tile is in registers: no access to the work-item's own memory, which PTX calls local.
// PTX-LABEL: .visible .entry multiply(
// PTX-NOT: .local
// PTX: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// PTX: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// PTX-COUNT-8: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// PTX-NOT: mma.sync
// PTX: st.global.v2.b32
// OLD-LABEL: .visible .entry multiply(
// OLD-NOT: mma.sync
// OLD: ret;
kernel void multiply(buffer<float> sums) {
    const local_buffer<half, 32 * 16> left;
    const local_buffer<half, 16 * 32> right;
    matrix_tile<half, 32, 16, matrix_use::a> a;
    matrix_tile<half, 16, 32, matrix_use::b> b;
    matrix_tile<float, 32, 32> c;
    c.fill(0.0f);
    a.load_local(left.data(), 16);
    b.load_local(right.data(), 32);
    multiply_add(a, b, c);
    c.store(sums.data(), 32);
}
