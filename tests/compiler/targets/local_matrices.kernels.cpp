// The instructions of matrices in local memory in PTX, for the devices that have them and for those that have other ones.
// RUN: %ingotc %s -o %t.ingot --targets ptx --arch sm_80,sm_90a --emit-asm
// RUN: %check --check-prefix=PTX --input-file=%t.sm_90a.ptx
// RUN: %check --check-prefix=OLD --input-file=%t.sm_80.ptx
#include <ingot/kernel.hpp>

using namespace ingot;

// The sums are in registers until the product is complete: no access to the work-item's own memory, which PTX calls local.
// PTX: .target sm_90a
// PTX-LABEL: .visible .entry multiply(
// PTX-NOT: .local
// PTX: .shared .align 1024
// PTX: cp.async.cg.shared.global [%{{.*}}], [%{{.*}}], 16;
// PTX: cp.async.wait_group 0;
// PTX: fence.proxy.async.shared::cta;
// PTX: bar.sync 0;
// PTX: wgmma.fence.sync.aligned;
// PTX-COUNT-4: wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {{.*}}, left, right, 1, 1, 1, 0, 1;
// PTX-NOT: wgmma.mma_async
// PTX: wgmma.commit_group.sync.aligned;
// PTX: wgmma.wait_group.sync.aligned 0;
// PTX-NOT: .local
// PTX: shfl.sync.bfly
// PTX: st.global.v4.b32
// OLD-LABEL: .visible .entry multiply(
// OLD-NOT: wgmma
// OLD-NOT: fence.proxy
// OLD: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// OLD: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// OLD: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
kernel void multiply(buffer<const half> a, buffer<const half> b, buffer<half> product) {
    const local_buffer<local_matrix<half, 64, 64>, 1> left;
    const local_buffer<local_matrix<half, 64, 128>, 1> right;
    matrix_tile<float, 64, 128, matrix_use::accumulator, wide_tile_items> sums;
    sums.fill(0.0f);
    work_group_copy_matrix<128>(left[0], a.data(), 64);
    work_group_copy_matrix<128>(right[0], b.data(), 128);
    work_group_wait_for_matrices();
    start_multiply_add(left[0], 0, right[0], 0, sums);
    wait_for_products(sums);
    sums.store(product.data(), 128);
}
