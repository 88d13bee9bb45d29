; RUN: %opt -passes='cpu-simplified-regions,verify' %s | %check
; LLVM's simplification notes that the item function does not use the contexts. The regions do.

declare void @ingot_device_barrier(i32)

; CHECK: define i32 @exchange.item.region0(
; CHECK-SAME: ptr noundef %contexts) local_unnamed_addr #[[attributes:[0-9]+]]
; CHECK: store float %{{.*}}, ptr %{{.*}}
; CHECK: attributes #[[attributes]] = {
; CHECK-NOT: memory(
; CHECK-SAME: }
define void @exchange(ptr addrspace(1) %values) {
  %v = load float, ptr addrspace(1) %values
  call void @ingot_device_barrier(i32 1)
  %s = fadd float %v, 1.0
  store float %s, ptr addrspace(1) %values
  ret void
}
