; RUN: %opt -passes=lower-atomics-spirv %s | %check
; RUN: %opt -passes=lower-atomics-ptx %s | %check --check-prefix=PTX

; The scope depends on the memory: the device for global memory, the group for local memory.
; CHECK-LABEL: define void @scopes
; CHECK: atomicrmw add ptr addrspace(1) %global, i32 1 syncscope("device") monotonic
; CHECK: atomicrmw add ptr addrspace(3) %local, i32 1 syncscope("workgroup") monotonic
; CHECK: cmpxchg ptr addrspace(3) %local, i32 1, i32 2 syncscope("workgroup") monotonic monotonic
; PTX-LABEL: define void @scopes
; PTX: atomicrmw add ptr addrspace(1) %global, i32 1 syncscope("device") monotonic
; PTX: atomicrmw add ptr addrspace(3) %local, i32 1 syncscope("block") monotonic
define void @scopes(ptr addrspace(1) %global, ptr addrspace(3) %local) {
  %a = atomicrmw add ptr addrspace(1) %global, i32 1 monotonic
  %b = atomicrmw add ptr addrspace(3) %local, i32 1 monotonic
  %c = cmpxchg ptr addrspace(3) %local, i32 1, i32 2 monotonic monotonic
  ret void
}

; Atomic loads and stores become calls for SPIR-V, because LLVM's SPIR-V back end would make plain ones of them.
; CHECK-LABEL: define float @load_and_store
; CHECK: call i32 @_Z18__spirv_AtomicLoadPU3AS1jjj(ptr addrspace(1) %p, i32 1, i32 16)
; CHECK: call void @_Z19__spirv_AtomicStorePU3AS3mjjm(ptr addrspace(3) %q, i32 2, i32 4, i64 %v)
; PTX-LABEL: define float @load_and_store
; PTX: load atomic float, ptr addrspace(1) %p syncscope("device") seq_cst
define float @load_and_store(ptr addrspace(1) %p, ptr addrspace(3) %q, i64 %v) {
  %f = load atomic float, ptr addrspace(1) %p seq_cst, align 4
  store atomic i64 %v, ptr addrspace(3) %q release, align 8
  ret float %f
}

; SPIR-V without extensions has no atomic addition of floating-point numbers: it becomes a loop. PTX has it. In SPIR-V a
; floating-point number is exchanged by its bits.
; CHECK-LABEL: define float @floating_point
; CHECK: atomicrmw.start:
; CHECK: fadd float
; CHECK: cmpxchg ptr addrspace(1) %p, i32 {{.*}} syncscope("device") monotonic monotonic
; CHECK: atomicrmw xchg ptr addrspace(1) %p, i32
; PTX-LABEL: define float @floating_point
; PTX: atomicrmw fadd ptr addrspace(1) %p, float %v syncscope("device") monotonic
define float @floating_point(ptr addrspace(1) %p, float %v) {
  %a = atomicrmw fadd ptr addrspace(1) %p, float %v monotonic
  %b = atomicrmw xchg ptr addrspace(1) %p, float %a monotonic
  ret float %b
}

; LLVM's NVPTX back end writes `atom` without an order: fences around the update establish the order.
; PTX-LABEL: define void @orders
; PTX: fence syncscope("device") seq_cst
; PTX-NEXT: atomicrmw add {{.*}} syncscope("device") monotonic
; PTX-NEXT: fence syncscope("device") acquire
; PTX-NEXT: fence syncscope("device") release
; PTX-NEXT: atomicrmw or {{.*}} syncscope("device") monotonic
; CHECK-LABEL: define void @orders
; CHECK: atomicrmw add {{.*}} syncscope("device") seq_cst
; CHECK: call void @_Z21__spirv_MemoryBarrierjj(i32 1, i32 776)
define void @orders(ptr addrspace(1) %p) {
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst
  %b = atomicrmw or ptr addrspace(1) %p, i32 1 release
  fence acq_rel
  ret void
}

; Atomic accesses to a work-item's own variable become plain ones, because no other work-item can access the variable.
; CHECK-LABEL: define i32 @private
; CHECK-NOT: atomic
; CHECK: ret i32
define i32 @private() {
  %own = alloca i32
  store atomic i32 1, ptr %own seq_cst, align 4
  %a = atomicrmw add ptr %own, i32 1 seq_cst
  %b = load atomic i32, ptr %own seq_cst, align 4
  ret i32 %b
}

; An atomic operation on 8 bits gets its scope and stays: widen_atomics has to replace it before lower_atomics.
; CHECK-LABEL: define void @narrow
; CHECK: atomicrmw add ptr addrspace(1) %p, i8 1 syncscope("device") monotonic
define void @narrow(ptr addrspace(1) %p) {
  %a = atomicrmw add ptr addrspace(1) %p, i8 1 monotonic
  ret void
}
