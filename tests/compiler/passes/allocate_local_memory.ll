; RUN: %opt -passes=allocate-local-memory %s | %check
; Each call that requests local memory gets its own array, with the requested size and alignment.

; CHECK-DAG: @[[first:tiles.local[.0-9]*]] = internal addrspace(3) global [4096 x i8] undef, align 16
; CHECK-DAG: @[[second:tiles.local[.0-9]*]] = internal addrspace(3) global [12 x i8] undef, align 4

declare ptr @ingot_device_local_memory(i64, i64)
declare void @use(ptr, ptr)

; CHECK-LABEL: define void @tiles()
; CHECK: call void @use(ptr addrspacecast (ptr addrspace(3) @[[first]] to ptr), ptr addrspacecast (ptr addrspace(3) @[[second]] to ptr))
define void @tiles() {
  %a = call ptr @ingot_device_local_memory(i64 4096, i64 16)
  %b = call ptr @ingot_device_local_memory(i64 12, i64 4)
  call void @use(ptr %a, ptr %b)
  ret void
}

; A call with a size that is not known at compile time stays. diagnose_unsupported reports it later.
; CHECK-LABEL: define void @unknown_size(i64 %n)
; CHECK: call ptr @ingot_device_local_memory(i64 %n, i64 4)
define void @unknown_size(i64 %n) {
  %a = call ptr @ingot_device_local_memory(i64 %n, i64 4)
  call void @use(ptr %a, ptr %a)
  ret void
}
