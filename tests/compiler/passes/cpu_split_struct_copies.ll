; RUN: %opt -passes='cpu-split-struct-copies,verify' %s | %check
; Copies of small structs, number by number.

declare void @llvm.memcpy.p1.p0.i64(ptr addrspace(1), ptr, i64, i1)

; All numbers are loaded before the first one is stored.
; CHECK-LABEL: define void @pixel(
; CHECK: load i32, ptr %from, align 16
; CHECK: load i32, ptr %{{.*}}, align 4
; CHECK: load i32, ptr %{{.*}}, align 8
; CHECK: load i32, ptr %{{.*}}, align 4
; CHECK: store i32 %{{.*}}, ptr addrspace(1) %to, align 8
; CHECK-COUNT-3: store i32
; CHECK-NOT: store
; CHECK-NOT: memcpy
define void @pixel(ptr addrspace(1) %to, ptr %from) {
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %to, ptr align 16 %from, i64 16, i1 false)
  ret void
}

; CHECK-LABEL: define void @bytes(
; CHECK-COUNT-3: load i16
; CHECK-COUNT-3: store i16
define void @bytes(ptr addrspace(1) %to, ptr %from) {
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 2 %to, ptr align 4 %from, i64 6, i1 false)
  ret void
}

; Large structs, and copies whose length is not known or that are volatile, stay.
; CHECK-LABEL: define void @others(
; CHECK-COUNT-3: call void @llvm.memcpy
; CHECK-NOT: load
define void @others(ptr addrspace(1) %to, ptr %from, i64 %length) {
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 4 %to, ptr align 4 %from, i64 68, i1 false)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 4 %to, ptr align 4 %from, i64 %length, i1 false)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 4 %to, ptr align 4 %from, i64 16, i1 true)
  ret void
}
