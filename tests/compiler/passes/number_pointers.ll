; RUN: %opt -passes=number-pointers %s | %check
; Differences of pointers, and comparisons with null, need no generic pointer.

; CHECK-LABEL: define i64 @distance(
; CHECK: ptrtoint ptr addrspace(1) %first to i64
; CHECK: ptrtoint ptr addrspace(1) %last to i64
define i64 @distance(ptr addrspace(1) %first, ptr addrspace(1) %last) {
  %a = addrspacecast ptr addrspace(1) %first to ptr
  %b = addrspacecast ptr addrspace(1) %last to ptr
  %x = ptrtoint ptr %a to i64
  %y = ptrtoint ptr %b to i64
  %d = sub i64 %y, %x
  ret i64 %d
}

; CHECK-LABEL: define i1 @of_buffer(
; CHECK: icmp eq ptr addrspace(1) %p, null
define i1 @of_buffer(ptr addrspace(1) %p) {
  %is = icmp eq ptr addrspace(1) %p, addrspacecast (ptr null to ptr addrspace(1))
  ret i1 %is
}

; Local memory begins at address 0, and is there.
; CHECK-LABEL: define i1 @of_local_memory(
; CHECK: ret i1 true
define i1 @of_local_memory(ptr addrspace(3) %p) {
  %g = addrspacecast ptr addrspace(3) %p to ptr
  %is = icmp ne ptr null, %g
  ret i1 %is
}
