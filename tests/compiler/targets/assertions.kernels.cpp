// The code of an assertion. The kernel gets one more parameter, a buffer into which the first work-item that fails writes a
// record. At its beginning the kernel reads this record, and returns if a work-item has failed. NDEBUG removes all of this.
// RUN: %ingotc %s -o %t.ingot --emit-asm
// RUN: %check --check-prefix=SPIRV --input-file=%t.spvasm
// RUN: %check --check-prefix=PTX --input-file=%t.ptx
// RUN: %ingotc -DNDEBUG %s -o %t.off.ingot --emit-asm
// RUN: %check --check-prefix=OFF-SPIRV --input-file=%t.off.spvasm --implicit-check-not=AtomicCompareExchange
// RUN: %check --check-prefix=OFF-PTX --input-file=%t.off.ptx --implicit-check-not=atom
#include <cassert>
#include <ingot/kernel.hpp>

using namespace ingot;

// PTX-LABEL: .visible .entry check(
// PTX: check_param_1
// PTX: ld.volatile.global.b32
// PTX: atom{{.*}}.cas.b32
// PTX: ret;
// SPIRV-LABEL: %check = OpFunction
// SPIRV: OpFunctionParameter
// SPIRV: OpFunctionParameter
// SPIRV: OpLoad %uint %{{[0-9]+}} Volatile
// SPIRV: OpAtomicCompareExchange
// SPIRV: OpReturn
// OFF-PTX-LABEL: .visible .entry check(
// OFF-PTX-NOT: check_param_1
// OFF-SPIRV-LABEL: %check = OpFunction
// OFF-SPIRV: OpFunctionParameter
// OFF-SPIRV-NOT: OpFunctionParameter
// OFF-SPIRV: OpLabel
kernel void check(buffer<uint32_t> values) {
    assert(values[global_id.x] > 0);
    values[global_id.x] = 1;
}

// In PTX a work-item that failed ends at once. In SPIR-V it goes on to the next barrier, after which the whole work-group ends.
// PTX-LABEL: .visible .entry check_before_barrier(
// PTX: bar.sync
// PTX-NOT: bar.sync
// PTX: ret;
// SPIRV-LABEL: %check_before_barrier = OpFunction
// SPIRV: OpControlBarrier
// SPIRV: OpBranchConditional
// SPIRV: OpControlBarrier
// SPIRV: OpLoad %uint %{{[0-9]+}} Aligned 4
// SPIRV: OpBranchConditional
// OFF-PTX-LABEL: .visible .entry check_before_barrier(
// OFF-PTX: bar.sync
// OFF-SPIRV-LABEL: %check_before_barrier = OpFunction
// OFF-SPIRV: OpControlBarrier
// OFF-SPIRV-NOT: OpControlBarrier
// OFF-SPIRV: OpFunctionEnd
kernel void check_before_barrier(buffer<uint32_t> values) {
    local_buffer<uint32_t, 16> tile;
    tile[local_id.x] = values[global_id.x];
    assert(tile[local_id.x] > 0);
    local_barrier();
    values[global_id.x] = tile[15 - local_id.x];
}
