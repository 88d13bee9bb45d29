; RUN: %opt -passes='cpu-regions,verify' %s | %check
; A function is split at its stops. A region returns the number of the region that follows, or 0.

declare i64 @ingot_device_get_local_id(i32)
declare void @ingot_device_barrier(i32)

; A value that is loaded before a stop survives in the context. An address is computed again.
; CHECK-LABEL: define i32 @exchange.item.region0(
; CHECK: %v = load float
; CHECK: store float %v, ptr %[[place:[0-9]+]]
; CHECK: ret i32 1
; CHECK-LABEL: define i32 @exchange.item.region1(
; CHECK: %[[v:.*]] = load float, ptr %{{.*}}
; CHECK: zext i32 %local_x to i64
; CHECK: fadd float %[[v]], 1.0
; CHECK: ret i32 0
define void @exchange(ptr addrspace(1) %values) {
  %id = call i64 @ingot_device_get_local_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %values, i64 %id
  %v = load float, ptr addrspace(1) %p
  call void @ingot_device_barrier(i32 1)
  %s = fadd float %v, 1.0
  store float %s, ptr addrspace(1) %p
  ret void
}

; A stop in a loop: region 1 ends at the same stop or at the end.
; CHECK-LABEL: define i32 @loop.item.region0(
; CHECK: ret i32 1
; CHECK-LABEL: define i32 @loop.item.region1(
; CHECK: %[[i:.*]] = load i32, ptr
; CHECK: ret i32 1
; CHECK: add i32 %[[i]], 1
; CHECK: br i1
; CHECK: ret i32 0
define void @loop(ptr addrspace(1) %values, i32 %count) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  store i32 %i, ptr addrspace(1) %values
  call void @ingot_device_barrier(i32 1)
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %count
  br i1 %again, label %head, label %end
end:
  ret void
}

; A variable that lives across a stop is in the context, too: the work-item's place behind those of all work-items before.
; CHECK-LABEL: define i32 @variable.item.region0(
; CHECK-NOT: alloca
; CHECK: mul nuw i32 %local_size_x, %local_size_y
; CHECK: mul nuw i64 %{{.*}}, 40
; CHECK: ret i32 1
; CHECK-LABEL: define i32 @variable.item.region1(
; CHECK-NOT: alloca
; CHECK: load i32
define void @variable(ptr addrspace(1) %values, i32 %index) {
  %array = alloca [10 x i32]
  %element = getelementptr [10 x i32], ptr %array, i32 0, i32 %index
  store i32 7, ptr %element
  call void @ingot_device_barrier(i32 1)
  %v = load i32, ptr %element
  store i32 %v, ptr addrspace(1) %values
  ret void
}

; Without a stop there is one region, and variables stay.
; CHECK-LABEL: define i32 @plain.item.region0(
; CHECK: alloca [10 x i32]
; CHECK: ret i32 0
; CHECK-NOT: @plain.item.region1
define void @plain(ptr addrspace(1) %values, i32 %index) {
  %array = alloca [10 x i32]
  %element = getelementptr [10 x i32], ptr %array, i32 0, i32 %index
  store i32 7, ptr %element
  %v = load i32, ptr %element
  store i32 %v, ptr addrspace(1) %values
  ret void
}

; The value of a phi in a loop survives a stop behind the loop.
; CHECK-LABEL: define i32 @after_loop.item.region0(
; CHECK: store i32 %i, ptr
; CHECK-LABEL: define i32 @after_loop.item.region1(
; CHECK: %[[last:.*]] = load i32, ptr
; CHECK: store i32 %[[last]], ptr addrspace(1) %values
define void @after_loop(ptr addrspace(1) %values, i32 %count) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  %next = add i32 %i, 3
  %ends = icmp ugt i32 %next, %count
  br i1 %ends, label %end, label %head
end:
  call void @ingot_device_barrier(i32 1)
  store i32 %i, ptr addrspace(1) %values
  ret void
}
