; RUN: %opt -passes=expand-memory-intrinsics %s | %check --implicit-check-not="call {{.*}}@llvm.memmove"
; A memmove becomes loads and stores that are right for ranges that overlap.

declare void @llvm.memmove.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.memmove.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)

; All loads come before the first store. The unit is what alignment and size allow.
; CHECK-LABEL: define void @short(
; CHECK: load i16, ptr addrspace(1) %{{.*}}, align 2
; CHECK: load i16
; CHECK: load i16
; CHECK-NOT: load
; CHECK: store i16 %{{.*}}, ptr addrspace(1) %{{.*}}, align 2
; CHECK: store i16
; CHECK: store i16
; CHECK: ret void
define void @short(ptr addrspace(1) %to, ptr addrspace(1) %from) {
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) align 4 %to, ptr addrspace(1) align 2 %from, i64 6, i1 false)
  ret void
}

; CHECK-LABEL: define void @of_launch_size(
; CHECK: %[[is_below:.*]] = icmp ult ptr addrspace(1) %to, %from
; CHECK: br i1 %[[is_below]]
; CHECK: phi i64 [ 0,
; CHECK: %[[up:.*]] = add i64 %{{.*}}, 1
; CHECK: load i32
; CHECK: icmp eq i64 %[[up]], %[[count:.*]]
; CHECK: phi i64 [ %[[count]],
; CHECK: %[[down:.*]] = add i64 %{{.*}}, -1
; CHECK: getelementptr i32, ptr addrspace(1) %from, i64 %[[down]]
; CHECK: icmp eq i64 %[[down]], 0
define void @of_launch_size(ptr addrspace(1) %to, ptr addrspace(1) %from, i64 %elements) {
  %bytes = shl i64 %elements, 2
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) align 4 %to, ptr addrspace(1) align 4 %from, i64 %bytes, i1 false)
  ret void
}

; CHECK-LABEL: define void @between_memories(
; CHECK-NOT: icmp ult
; CHECK: phi i64 [ 0,
; CHECK-NOT: phi
; CHECK: ret void
define void @between_memories(ptr %to, ptr addrspace(1) %from, i64 %bytes) {
  call void @llvm.memmove.p0.p1.i64(ptr %to, ptr addrspace(1) %from, i64 %bytes, i1 false)
  ret void
}

; CHECK-LABEL: define void @fill(
; CHECK: %[[wide:.*]] = zext i8 %value to i32
; CHECK: %[[word:.*]] = mul i32 %[[wide]], 16843009
; CHECK: store i32 %[[word]]
define void @fill(ptr addrspace(1) %to, i8 %value) {
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %to, i8 %value, i64 8, i1 false)
  ret void
}

; CHECK-LABEL: define void @fill_of_launch_size(
; CHECK: phi i64
; CHECK: store i8 7
define void @fill_of_launch_size(ptr addrspace(1) %to, i64 %bytes) {
  call void @llvm.memset.p1.i64(ptr addrspace(1) %to, i8 7, i64 %bytes, i1 false)
  ret void
}

; SPIR-V has an instruction for that.
; CHECK-LABEL: define void @constant_fill(
; CHECK: call void @llvm.memset
define void @constant_fill(ptr addrspace(1) %to) {
  call void @llvm.memset.p1.i64(ptr addrspace(1) %to, i8 0, i64 64, i1 false)
  ret void
}
