; RUN: %opt -passes='cpu-wide-regions,verify' %s | %check
; A region whose control flow is the same for neighbouring work-items gets a wide form for eight of them.

declare i64 @ingot_device_get_global_id(i32)
declare i64 @ingot_device_get_local_id(i32)
declare float @llvm.sqrt.f32(float)
declare float @llvm.fabs.f32(float)
declare i32 @llvm.smax.i32(i32, i32)

; Addresses of neighbours are next to each other; a value that is the same for all is computed once.
; CHECK-LABEL: define internal i32 @scale.item.region0.wide(
; CHECK: lanes:
; CHECK: %[[insert:.*]] = insertelement <8 x float> poison, float %factor, i64 0
; CHECK: %[[factors:.*]] = shufflevector <8 x float> %[[insert]]
; CHECK: %[[p:.*]] = getelementptr float, ptr addrspace(1) %values, i64 %{{.*}}
; CHECK: %[[v:.*]] = load <8 x float>, ptr addrspace(1) %[[p]], align 4
; CHECK: %[[r:.*]] = fmul <8 x float> %[[v]], %[[factors]]
; CHECK: %[[root:.*]] = call <8 x float> @llvm.sqrt.v8f32(<8 x float> %[[r]])
; CHECK: store <8 x float> %[[root]], ptr addrspace(1) %[[p]], align 4
; CHECK-NOT: @scale.item.region0.guard
define void @scale(ptr addrspace(1) %values, float %factor) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %values, i64 %id
  %v = load float, ptr addrspace(1) %p
  %r = fmul float %v, %factor
  %root = call float @llvm.sqrt.f32(float %r)
  store float %root, ptr addrspace(1) %p
  ret void
}

; A loop that all work-items run alike stays a loop of scalars. What is added up has lanes.
; CHECK-LABEL: define internal i32 @sum.item.region0.wide(
; CHECK: %sum = phi <8 x float> [ zeroinitializer, %{{.*}} ], [ %more, %loop ]
; CHECK: %i = phi i64
; CHECK: %other = load float, ptr addrspace(1)
; CHECK: fsub <8 x float>
; CHECK: br i1 %again, label %loop, label %end
define void @sum(ptr addrspace(1) %values, i64 %count) {
entry:
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %values, i64 %id
  %own = load float, ptr addrspace(1) %p
  br label %loop
loop:
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr float, ptr addrspace(1) %values, i64 %i
  %other = load float, ptr addrspace(1) %q
  %difference = fsub float %other, %own
  %far = call float @llvm.fabs.f32(float %difference)
  %more = fadd float %sum, %far
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %count
  br i1 %again, label %loop, label %end
end:
  store float %more, ptr addrspace(1) %p
  ret void
}

; A branch at the border of the range: the guard compares the first and the last work-item.
; CHECK-LABEL: define internal i32 @border.item.region0.wide(
; CHECK: %inside = icmp ult i64 %{{.*}}, %count
; CHECK: br i1 %inside
; CHECK-LABEL: define internal i1 @border.item.region0.guard(
; CHECK: add i32 %local_x, 7
; CHECK: icmp uge i64
; CHECK: icmp ult i64
; CHECK: icmp ult i64
; CHECK: icmp eq i1
define void @border(ptr addrspace(1) %values, i64 %count) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %inside = icmp ult i64 %id, %count
  br i1 %inside, label %work, label %end
work:
  %p = getelementptr float, ptr addrspace(1) %values, i64 %id
  %v = load float, ptr addrspace(1) %p
  %a = fmul float %v, %v
  %b = fadd float %a, 1.0
  %c = fmul float %b, %a
  store float %c, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

; One work-item does something else: the guard excludes its neighbours.
; CHECK-LABEL: define internal i1 @first_item.item.region0.guard(
; CHECK: %[[distance:.*]] = sub i64 3, %{{.*}}
; CHECK: icmp ugt i64 %[[distance]], 7
define void @first_item(ptr addrspace(1) %values) {
  %id = call i64 @ingot_device_get_local_id(i32 0)
  %is_third = icmp eq i64 %id, 3
  %p = getelementptr float, ptr addrspace(1) %values, i64 %id
  br i1 %is_third, label %work, label %end
work:
  store float 1.0, ptr addrspace(1) %p
  br label %end
end:
  store float 2.0, ptr addrspace(1) %p
  ret void
}

; A coordinate is kept inside of a picture: the guard demands that this changes nothing.
; CHECK-LABEL: define internal i32 @clamped.item.region0.wide(
; CHECK: %kept = call i32 @llvm.smax.i32(i32 %{{.*}}, i32 0)
; CHECK: load <8 x float>
; CHECK-LABEL: define internal i1 @clamped.item.region0.guard(
; CHECK: icmp sge i32
; CHECK: call i32 @llvm.smax.i32
; CHECK: icmp eq i32
define void @clamped(ptr addrspace(1) %values, ptr addrspace(1) %result) {
  %id = call i64 @ingot_device_get_local_id(i32 0)
  %x = trunc i64 %id to i32
  %left = add i32 %x, -2
  %kept = call i32 @llvm.smax.i32(i32 %left, i32 0)
  %index = zext nneg i32 %kept to i64
  %p = getelementptr float, ptr addrspace(1) %values, i64 %index
  %v = load float, ptr addrspace(1) %p
  %w = fmul float %v, %v
  %q = getelementptr float, ptr addrspace(1) %result, i64 %id
  store float %w, ptr addrspace(1) %q
  ret void
}

; Elements that are not next to each other are gathered.
; CHECK-LABEL: define internal i32 @gathered.item.region0.wide(
; CHECK: %[[addresses:[a-z0-9]+]] = getelementptr float, ptr addrspace(1) %values, <8 x i64>
; CHECK: call <8 x float> @llvm.masked.gather.v8f32.v8p1(<8 x ptr addrspace(1)> {{.*}}%[[addresses]]
define void @gathered(ptr addrspace(1) %values, ptr addrspace(1) %indices) {
  %id = call i64 @ingot_device_get_local_id(i32 0)
  %p = getelementptr i64, ptr addrspace(1) %indices, i64 %id
  %i = load i64, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(1) %values, i64 %i
  %v = load float, ptr addrspace(1) %q
  %a = fmul float %v, %v
  %b = fadd float %a, 1.0
  %c = fmul float %b, %a
  %d = fadd float %c, %b
  %e = fmul float %d, %a
  %r = getelementptr float, ptr addrspace(1) %values, i64 %id
  store float %e, ptr addrspace(1) %r
  ret void
}

; No wide form: only an atomic operation, which each work-item does for itself.
; CHECK-NOT: @atomic.item.region0.wide
define void @atomic(ptr addrspace(1) %counter) {
  %old = atomicrmw add ptr addrspace(1) %counter, i32 1 syncscope("device") monotonic
  ret void
}

; LLVM writes the sign extension of a work-item's id, and the multiplication by the size of an element, as two shifts. The address
; is affine none the less.
; CHECK-LABEL: define internal i32 @shifted_index.item.region0.wide(
; CHECK-NOT: gather
; CHECK: %[[x:.*]] = sext i32 %{{.*}} to i64
; CHECK: %bytes = shl nsw i64 %[[x]], 2
; CHECK: load <8 x float>
; CHECK-LABEL: define internal i1 @shifted_index.item.region0.guard(
; CHECK: icmp sge
define void @shifted_index(ptr addrspace(1) %values, ptr addrspace(1) %result) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %high = shl i64 %id, 32
  %bytes = ashr exact i64 %high, 30
  %p = getelementptr i8, ptr addrspace(1) %values, i64 %bytes
  %v = load float, ptr addrspace(1) %p, align 4
  %square = fmul float %v, %v
  %q = getelementptr float, ptr addrspace(1) %result, i64 %id
  store float %square, ptr addrspace(1) %q, align 4
  ret void
}

; Every second element: two loads that end at the last lane's element. What is between the elements is not stored.
; CHECK-LABEL: define internal i32 @every_second.item.region0.wide(
; CHECK: %[[p:.*]] = getelementptr float, ptr addrspace(1) %values, i64 %{{.*}}
; CHECK: %[[low:.*]] = load <8 x float>, ptr addrspace(1) %{{.*}}, align 8
; CHECK: %[[place:.*]] = getelementptr i8, ptr addrspace(1) %[[p]], i64 28
; CHECK: %[[high:.*]] = load <8 x float>, ptr addrspace(1) %[[place]], align 4
; CHECK: shufflevector <8 x float> %[[low]], <8 x float> %[[high]], <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 9, i32 11, i32 13, i32 15>
; CHECK: call void @llvm.masked.scatter
define void @every_second(ptr addrspace(1) %values, float %factor) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %twice = shl i64 %id, 1
  %p = getelementptr float, ptr addrspace(1) %values, i64 %twice
  %v = load float, ptr addrspace(1) %p, align 8
  %a = fmul float %v, %factor
  %b = fadd float %a, %factor
  %c = fmul float %b, %v
  %d = fadd float %c, %factor
  %e = fmul float %d, %v
  %r = fadd float %e, %factor
  store float %r, ptr addrspace(1) %p, align 8
  ret void
}

; An index of 32 bits without a sign: a gather takes signed ones, so half of their range is subtracted, and added to the base.
; CHECK-LABEL: define internal i32 @unsigned_index.item.region0.wide(
; CHECK: %[[index:.*]] = load <8 x i32>
; CHECK: %[[base:.*]] = getelementptr i8, ptr addrspace(1) %values, i64 8589934592
; CHECK: %[[signed:.*]] = xor <8 x i32> %[[index]], splat (i32 -2147483648)
; CHECK: %[[wide:.*]] = sext <8 x i32> %[[signed]] to <8 x i64>
; CHECK: getelementptr float, ptr addrspace(1) %[[base]], <8 x i64> %[[wide]]
; CHECK: call <8 x float> @llvm.masked.gather
define void @unsigned_index(ptr addrspace(1) %values, ptr addrspace(1) %indices) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %indices, i64 %id
  %index = load i32, ptr addrspace(1) %p, align 4
  %wide = zext i32 %index to i64
  %q = getelementptr float, ptr addrspace(1) %values, i64 %wide
  %v = load float, ptr addrspace(1) %q, align 4
  %a = fmul float %v, 3.0
  %b = fadd float %a, %v
  %c = fmul float %b, %a
  %d = fadd float %c, %b
  %e = fmul float %d, %c
  %r = fadd float %e, %d
  store float %r, ptr addrspace(1) %p, align 4
  ret void
}
