// The code of each memory order and scope, on each target: the table "Memory model" of docs/writing-a-kernel.md. In SPIR-V a
// constant such as %uint_1 is a scope (1 device, 2 work-group) or the memory semantics, which are a sum of an order (2 acquire,
// 4 release, 8 both, 16 sequentially consistent) and the memories (256 local, 512 global): 770 is 2 + 256 + 512.
// In SPIR the arguments of atomic_work_item_fence are the memories (1 local, 2 global, 3 both), the order (2 acquire,
// 3 release, 4 both, 5 sequentially consistent) and the scope (1 work-group, 2 device).
// RUN: %ingotc %s -o %t.ingot --emit-asm
// RUN: %check --check-prefix=SPIRV --input-file=%t.spvasm
// RUN: %check --check-prefix=PTX --input-file=%t.ptx
// RUN: %if spir %{ %check --check-prefix=SPIR --input-file=%t.spir.ll %}
#include <atomic>
#include <ingot/kernel.hpp>

using namespace ingot;

// PTX-LABEL: .visible .entry loads(
// PTX: ld.relaxed.gpu.global.b32
// PTX: ld.acquire.gpu.global.b32
// PTX: fence.sc.gpu;
// PTX-NEXT: ld.acquire.gpu.global.b32
// SPIRV-LABEL: %loads = OpFunction
// SPIRV: OpAtomicLoad %uint %{{[0-9]+}} %uint_1 %{{[0-9]+}}
// SPIRV: OpAtomicLoad %uint %{{[0-9]+}} %uint_1 %uint_770
// SPIRV: OpAtomicLoad %uint %{{[0-9]+}} %uint_1 %uint_784
// SPIR-LABEL: define spir_kernel void @loads(
// SPIR: call spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %{{[0-9]+}}, i32 0)
// SPIR: call spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %{{[0-9]+}}, i32 0)
// SPIR: call spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 3, i32 5, i32 2)
// SPIR: call spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %{{[0-9]+}}, i32 0)
kernel void loads(buffer<uint32_t> flags, buffer<uint32_t> result) {
    result[0] = atomic_load(&flags[0]);
    result[1] = std::atomic_ref(flags[1]).load(std::memory_order_acquire);
    result[2] = std::atomic_ref(flags[2]).load(std::memory_order_seq_cst);
}

// PTX-LABEL: .visible .entry stores(
// PTX: st.relaxed.gpu.global.b32
// PTX: st.release.gpu.global.b32
// PTX: fence.sc.gpu;
// PTX-NEXT: st.release.gpu.global.b32
// SPIRV-LABEL: %stores = OpFunction
// SPIRV: OpAtomicStore %{{[0-9]+}} %uint_1 %{{[0-9]+}} %uint_7
// SPIRV: OpAtomicStore %{{[0-9]+}} %uint_1 %uint_772 %uint_7
// SPIRV: OpAtomicStore %{{[0-9]+}} %uint_1 %uint_784 %uint_7
// SPIR-LABEL: define spir_kernel void @stores(
// SPIR: call spir_func i32 @_Z11atomic_xchgPU3AS1Vii(ptr addrspace(1) %{{[0-9]+}}, i32 7)
// SPIR: call spir_func i32 @_Z11atomic_xchgPU3AS1Vii(ptr addrspace(1) %{{[0-9]+}}, i32 7)
// SPIR: call spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 3, i32 5, i32 2)
// SPIR: call spir_func i32 @_Z11atomic_xchgPU3AS1Vii(ptr addrspace(1) %{{[0-9]+}}, i32 7)
kernel void stores(buffer<uint32_t> flags) {
    atomic_store(&flags[0], 7);
    std::atomic_ref(flags[1]).store(7, std::memory_order_release);
    std::atomic_ref(flags[2]).store(7, std::memory_order_seq_cst);
}

// PTX-LABEL: .visible .entry updates(
// PTX-NOT: fence
// PTX: atom.global.add.u32
// PTX: atom.global.add.u32
// PTX-NEXT: fence.acq_rel.gpu;
// PTX: fence.acq_rel.gpu;
// PTX-NEXT: atom.global.add.u32
// PTX: fence.acq_rel.gpu;
// PTX-NEXT: atom.global.add.u32
// PTX-NEXT: fence.acq_rel.gpu;
// PTX: fence.sc.gpu;
// PTX-NEXT: atom.global.add.u32
// PTX-NEXT: fence.acq_rel.gpu;
// SPIRV-LABEL: %updates = OpFunction
// SPIRV: OpAtomicIAdd %uint %{{[0-9]+}} %uint_1 %{{[0-9]+}} %uint_7
// SPIRV: OpAtomicIAdd %uint %{{[0-9]+}} %uint_1 %uint_770 %uint_7
// SPIRV: OpAtomicIAdd %uint %{{[0-9]+}} %uint_1 %uint_772 %uint_7
// SPIRV: OpAtomicIAdd %uint %{{[0-9]+}} %uint_1 %uint_776 %uint_7
// SPIRV: OpAtomicIAdd %uint %{{[0-9]+}} %uint_1 %uint_784 %uint_7
// SPIR-LABEL: define spir_kernel void @updates(
// SPIR-COUNT-4: call spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %{{[0-9]+}}, i32 7)
// SPIR: call spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 3, i32 5, i32 2)
// SPIR: call spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %{{[0-9]+}}, i32 7)
kernel void updates(buffer<uint32_t> counters, buffer<uint32_t> result) {
    result[0] = atomic_add(&counters[0], 7);
    result[1] = std::atomic_ref(counters[1]).fetch_add(7, std::memory_order_acquire);
    result[2] = std::atomic_ref(counters[2]).fetch_add(7, std::memory_order_release);
    result[3] = std::atomic_ref(counters[3]).fetch_add(7, std::memory_order_acq_rel);
    result[4] = std::atomic_ref(counters[4]).fetch_add(7, std::memory_order_seq_cst);
}

// PTX-LABEL: .visible .entry exchanges(
// PTX: atom.relaxed.gpu.global.cas.b32
// PTX: atom.acq_rel.gpu.global.cas.b32
// PTX: fence.sc.gpu;
// PTX-NEXT: atom.acquire.gpu.global.cas.b32
// SPIRV-LABEL: %exchanges = OpFunction
// SPIRV: OpAtomicCompareExchange %uint %{{[0-9]+}} %uint_1 %{{[0-9]+}} %{{[0-9]+}} %uint_7 %uint_3
// SPIRV: OpAtomicCompareExchange %uint %{{[0-9]+}} %uint_1 %uint_776 %uint_770 %uint_7 %uint_3
// SPIRV: OpAtomicCompareExchange %uint %{{[0-9]+}} %uint_1 %uint_784 %uint_784 %uint_7 %uint_3
// SPIR-LABEL: define spir_kernel void @exchanges(
// SPIR-COUNT-2: call spir_func i32 @_Z14atomic_cmpxchgPU3AS1Viii(ptr addrspace(1) %{{[0-9]+}}, i32 3, i32 7)
// SPIR: call spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 3, i32 5, i32 2)
// SPIR: call spir_func i32 @_Z14atomic_cmpxchgPU3AS1Viii(ptr addrspace(1) %{{[0-9]+}}, i32 3, i32 7)
kernel void exchanges(buffer<uint32_t> flags, buffer<uint32_t> result) {
    result[0] = atomic_cmpxchg(&flags[0], 3, 7);
    uint32_t expected = 3;
    result[1] = std::atomic_ref(flags[1]).compare_exchange_strong(expected, 7, std::memory_order_acq_rel) ? 1 : 0;
    expected = 3;
    result[2] = std::atomic_ref(flags[2]).compare_exchange_strong(expected, 7) ? 1 : 0;
}

// PTX-LABEL: .visible .entry thread_fences(
// PTX: fence.acq_rel.gpu;
// PTX: fence.acq_rel.gpu;
// PTX: fence.acq_rel.gpu;
// PTX: fence.sc.gpu;
// SPIRV-LABEL: %thread_fences = OpFunction
// SPIRV: OpMemoryBarrier %uint_1 %uint_770
// SPIRV: OpMemoryBarrier %uint_1 %uint_772
// SPIRV: OpMemoryBarrier %uint_1 %uint_776
// SPIRV: OpMemoryBarrier %uint_1 %uint_784
// SPIR-LABEL: define spir_kernel void @thread_fences(
// SPIR: call spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 3, i32 2, i32 2)
// SPIR: call spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 3, i32 3, i32 2)
// SPIR: call spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 3, i32 4, i32 2)
// SPIR: call spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 3, i32 5, i32 2)
kernel void thread_fences(buffer<uint32_t> result) {
    result[0] = 1;
    std::atomic_thread_fence(std::memory_order_acquire);
    result[1] = 2;
    std::atomic_thread_fence(std::memory_order_release);
    result[2] = 3;
    std::atomic_thread_fence(std::memory_order_acq_rel);
    result[3] = 4;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    result[4] = 5;
}

// PTX-LABEL: .visible .entry memory_fences(
// PTX-COUNT-3: fence.acq_rel.gpu;
// PTX-COUNT-3: fence.acq_rel.cta;
// SPIRV-LABEL: %memory_fences = OpFunction
// SPIRV: OpMemoryBarrier %uint_1 %uint_520
// SPIRV: OpMemoryBarrier %uint_1 %uint_514
// SPIRV: OpMemoryBarrier %uint_1 %uint_516
// SPIRV: OpMemoryBarrier %uint_2 %uint_264
// SPIRV: OpMemoryBarrier %uint_2 %uint_258
// SPIRV: OpMemoryBarrier %uint_2 %uint_260
// SPIR-LABEL: define spir_kernel void @memory_fences(
// SPIR: call spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 2, i32 4, i32 2)
// SPIR: call spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 2, i32 2, i32 2)
// SPIR: call spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 2, i32 3, i32 2)
// SPIR: call spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 1, i32 4, i32 1)
// SPIR: call spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 1, i32 2, i32 1)
// SPIR: call spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 1, i32 3, i32 1)
kernel void memory_fences(buffer<uint32_t> result) {
    result[0] = 1;
    global_mem_fence();
    result[1] = 2;
    global_read_mem_fence();
    result[2] = 3;
    global_write_mem_fence();
    result[3] = 4;
    local_mem_fence();
    result[4] = 5;
    local_read_mem_fence();
    result[5] = 6;
    local_write_mem_fence();
    result[6] = 7;
}

// PTX-LABEL: .visible .entry barriers(
// PTX-COUNT-3: bar.sync 0;
// SPIRV-LABEL: %barriers = OpFunction
// SPIRV: OpControlBarrier %uint_2 %uint_2 %uint_784
// SPIRV: OpControlBarrier %uint_2 %uint_2 %uint_272
// SPIRV: OpControlBarrier %uint_2 %uint_2 %uint_528
// SPIR-LABEL: define spir_kernel void @barriers(
// SPIR: call spir_func void @_Z7barrierj(i32 3)
// SPIR: call spir_func void @_Z7barrierj(i32 1)
// SPIR: call spir_func void @_Z7barrierj(i32 2)
kernel void barriers(buffer<uint32_t> result) {
    result[0] = 1;
    barrier();
    result[1] = 2;
    local_barrier();
    result[2] = 3;
    global_barrier();
    result[3] = 4;
}

// An atomic operation on local memory has the scope of the work-group. It orders global memory too.
// PTX-LABEL: .visible .entry in_local_memory(
// PTX: st.release.cta.shared.b32
// PTX: ld.acquire.cta.shared.b32
// PTX: fence.sc.cta;
// PTX-NEXT: atom.shared.add.u32
// PTX-NEXT: fence.acq_rel.cta;
// SPIRV-LABEL: %in_local_memory = OpFunction
// SPIRV: OpAtomicStore %{{[0-9]+}} %uint_2 %uint_772 %uint_1
// SPIRV: OpAtomicLoad %uint %{{[0-9]+}} %uint_2 %uint_770
// SPIRV: OpAtomicIAdd %uint %{{[0-9]+}} %uint_2 %uint_784 %uint_7
// SPIR-LABEL: define spir_kernel void @in_local_memory(
// SPIR: call spir_func i32 @_Z11atomic_xchgPU3AS3Vii(
// SPIR: call spir_func i32 @_Z10atomic_addPU3AS3Vii(
// SPIR: call spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 3, i32 5, i32 2)
// SPIR: call spir_func i32 @_Z10atomic_addPU3AS3Vii(
kernel void in_local_memory(buffer<uint32_t> result) {
    local_buffer<uint32_t, 4> flags;
    std::atomic_ref(flags[local_id.x]).store(1, std::memory_order_release);
    local_barrier();
    result[0] = std::atomic_ref(flags[1]).load(std::memory_order_acquire);
    result[1] = std::atomic_ref(flags[2]).fetch_add(7, std::memory_order_seq_cst);
}

// An operation on 8 or 16 bits, and fetch_add() of std::atomic_ref<float>, become a loop around a compare-exchange, which has
// the memory order of the operation.
// PTX-LABEL: .visible .entry loops(
// PTX: ld.relaxed.gpu.global.b32
// PTX: fence.sc.gpu;
// PTX-NEXT: atom.acquire.gpu.global.cas.b32
// PTX: atom.acq_rel.gpu.global.cas.b32
// SPIRV-LABEL: %loops = OpFunction
// SPIRV: OpAtomicCompareExchange %uint %{{[0-9]+}} %uint_1 %uint_784 %{{[a-z0-9_]+}}
// SPIRV: OpAtomicCompareExchange %uint %{{[0-9]+}} %uint_1 %uint_776 %{{[a-z0-9_]+}}
// SPIR-LABEL: define spir_kernel void @loops(
// SPIR: call spir_func i32 @_Z14atomic_cmpxchgPU3AS1Viii(
// SPIR: call spir_func i32 @_Z14atomic_cmpxchgPU3AS1Viii(
kernel void loops(buffer<uint8_t> bytes, buffer<float> numbers) {
    std::atomic_ref(bytes[0]).fetch_add(1);
    std::atomic_ref(numbers[0]).fetch_add(1.5f, std::memory_order_acq_rel);
}
