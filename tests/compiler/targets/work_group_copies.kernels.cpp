// The instructions of asynchronous copies and prefetches in PTX, for devices that have them.
// RUN: %ingotc %s -o %t.ingot --targets ptx --arch sm_80 --emit-asm
// RUN: %check --check-prefix=PTX --input-file=%t.ptx
// RUN: %ingotc %s -o %t.old.ingot --targets ptx --arch sm_75 --emit-asm
// RUN: %check --check-prefix=OLD --input-file=%t.old.ptx
#include <ingot/kernel.hpp>

using namespace ingot;

// PTX-LABEL: .visible .entry copy(
// PTX: prefetch.L2
// PTX: cp.async.cg.shared.global [%{{.*}}], [%{{.*}}], 16;
// PTX: cp.async.commit_group;
// PTX: cp.async.ca.shared.global [%{{.*}}], [%{{.*}}], 4;
// PTX: cp.async.commit_group;
// PTX: cp.async.wait_group 1;
// PTX-NEXT: bar.sync 0;
// OLD-LABEL: .visible .entry copy(
// OLD: prefetch.L2
// OLD-NOT: cp.async
// OLD: bar.sync 0;
kernel void copy(buffer<const uint32_t> from, buffer<uint32_t> to) {
    const local_buffer<uint32_t, 128> first;
    const local_buffer<uint32_t, 32> second;
    prefetch(&from[1024]);
    work_group_copy_rows<32, 4, 32, 16>(first.data(), 32, from.data(), 64);
    work_group_copy_rows<32, 1, 32>(second.data(), 32, from + 256, 32);
    work_group_wait_for_copies<1>();
    to[local_id.x] = first[local_id.x];
    work_group_wait_for_copies();
    to[32 + local_id.x] = second[local_id.x];
}
