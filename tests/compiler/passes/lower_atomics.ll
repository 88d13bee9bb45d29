; RUN: %opt -passes=lower-atomics-opencl %s | %check
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
; Their semantics name the order, and local and global memory, which it orders.
; CHECK: call i32 @_Z18__spirv_AtomicLoadPU3AS1jjj(ptr addrspace(1) %p, i32 1, i32 784)
; CHECK: call void @_Z19__spirv_AtomicStorePU3AS3mjjm(ptr addrspace(3) %q, i32 2, i32 772, i64 %v)
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
; For SPIR-V an ordered update becomes a call too, because LLVM's back end would not name the memory.
; CHECK-LABEL: define void @orders
; CHECK: call i32 @_Z18__spirv_AtomicIAddPU3AS1jjjj(ptr addrspace(1) %p, i32 1, i32 784, i32 1)
; CHECK: call i32 @_Z16__spirv_AtomicOrPU3AS1jjjj(ptr addrspace(1) %p, i32 1, i32 772, i32 1)
; CHECK: call void @_Z21__spirv_MemoryBarrierjj(i32 1, i32 776)
define void @orders(ptr addrspace(1) %p) {
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst
  %b = atomicrmw or ptr addrspace(1) %p, i32 1 release
  fence acq_rel
  ret void
}

; So does an ordered compare-exchange, whose results are compared with the expected value; also the one in the loop of
; an update.
; CHECK-LABEL: define i1 @ordered_exchanges
; CHECK: %[[FOUND:.*]] = call i64 @_Z29__spirv_AtomicCompareExchangePU3AS3mjjjmm(ptr addrspace(3) %p, i32 2, i32 776, i32 770, i64 2, i64 1)
; CHECK: %[[SUCCESS:.*]] = icmp eq i64 %[[FOUND]], 1
; CHECK: call i32 @_Z29__spirv_AtomicCompareExchangePU3AS1jjjjjj(ptr addrspace(1) %q, i32 1, i32 770, i32 770,
; CHECK: call i32 @_Z22__spirv_AtomicExchangePU3AS1jjjj(ptr addrspace(1) %q, i32 1, i32 776, i32
; CHECK: ret i1 %[[SUCCESS]]
define i1 @ordered_exchanges(ptr addrspace(3) %p, ptr addrspace(1) %q, float %v) {
  %a = cmpxchg ptr addrspace(3) %p, i64 1, i64 2 acq_rel acquire
  %success = extractvalue {i64, i1} %a, 1
  %b = atomicrmw fadd ptr addrspace(1) %q, float %v acquire
  %c = atomicrmw xchg ptr addrspace(1) %q, float %v acq_rel
  ret i1 %success
}

; The order without an exchange may be the stronger one in C++, but not in SPIR-V: the other one becomes as strong.
; CHECK-LABEL: define i32 @exchanges_ordered_by_failure
; CHECK: call i32 @_Z29__spirv_AtomicCompareExchangePU3AS1jjjjjj(ptr addrspace(1) %p, i32 1, i32 770, i32 770, i32 2, i32 1)
; CHECK: call i32 @_Z29__spirv_AtomicCompareExchangePU3AS1jjjjjj(ptr addrspace(1) %p, i32 1, i32 784, i32 784, i32 2, i32 1)
; CHECK: call i32 @_Z29__spirv_AtomicCompareExchangePU3AS1jjjjjj(ptr addrspace(1) %p, i32 1, i32 776, i32 770, i32 2, i32 1)
define i32 @exchanges_ordered_by_failure(ptr addrspace(1) %p) {
  %a = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 monotonic acquire
  %b = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 acquire seq_cst
  %c = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 release acquire
  %found = extractvalue {i32, i1} %c, 0
  ret i32 %found
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
