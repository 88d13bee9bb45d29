; RUN: %opt -passes='cpu-wide-regions,verify' %s | %check
; A guard demands that all lanes are inside of a picture. Where they are not, another wide form runs, which demands less.

declare i64 @ingot_device_get_global_id(i32)
declare i32 @llvm.smax.i32(i32, i32)

; A clamp: inside it changes nothing, and the pixels are next to each other. Elsewhere they are gathered.
; CHECK-LABEL: define internal i32 @clamped.item.region0.wide(
; CHECK-NOT: gather
; CHECK: load <8 x float>
; CHECK-LABEL: define internal i1 @clamped.item.region0.guard(
; CHECK-LABEL: define internal i32 @clamped.item.region0.wide_elsewhere(
; CHECK: call <8 x i32> @llvm.smax.v8i32(
; CHECK: call <8 x float> @llvm.masked.gather
; CHECK-COUNT-12: fadd <8 x float>
; CHECK: store <8 x float>
; CHECK-NOT: @clamped.item.region0.guard_elsewhere
define void @clamped(ptr addrspace(1) %pixels, ptr addrspace(1) %result) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %x = trunc i64 %id to i32
  %left = add nsw i32 %x, -1
  %kept = call i32 @llvm.smax.i32(i32 %left, i32 0)
  %index = sext i32 %kept to i64
  %p = getelementptr float, ptr addrspace(1) %pixels, i64 %index
  %v = load float, ptr addrspace(1) %p, align 4
  %a = fadd float %v, %v
  %b = fadd float %a, %v
  %c = fadd float %b, %v
  %d = fadd float %c, %v
  %e = fadd float %d, %v
  %f = fadd float %e, %v
  %g = fadd float %f, %v
  %h = fadd float %g, %v
  %i = fadd float %h, %v
  %j = fadd float %i, %v
  %k = fadd float %j, %v
  %l = fadd float %k, %v
  %q = getelementptr float, ptr addrspace(1) %result, i64 %id
  store float %l, ptr addrspace(1) %q, align 4
  ret void
}

; A branch at a border: elsewhere it is a mask. The accesses stay next to each other, and an index that must not wrap is demanded in
; both forms.
; CHECK-LABEL: define internal i32 @border.item.region0.wide(
; CHECK-NOT: masked
; CHECK: load <8 x float>
; CHECK-LABEL: define internal i1 @border.item.region0.guard(
; CHECK: icmp eq i1
; CHECK: ret i1
; CHECK-LABEL: define internal i32 @border.item.region0.wide_elsewhere(
; CHECK: call <8 x float> @llvm.masked.load
; CHECK: store <8 x float>
; CHECK-LABEL: define internal i1 @border.item.region0.guard_elsewhere(
; CHECK-NOT: icmp eq
; CHECK: ret i1
define void @border(ptr addrspace(1) %pixels, ptr addrspace(1) %result, i32 %count, i32 %offset) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %x = trunc i64 %id to i32
  %own = getelementptr float, ptr addrspace(1) %pixels, i64 %id
  %v = load float, ptr addrspace(1) %own, align 4
  %has_right = icmp slt i32 %x, %count
  br i1 %has_right, label %inside, label %end
inside:
  %moved = add i32 %x, %offset
  %index = sext i32 %moved to i64
  %p = getelementptr float, ptr addrspace(1) %pixels, i64 %index
  %w = load float, ptr addrspace(1) %p, align 4
  %sum = fadd float %v, %w
  br label %end
end:
  %r = phi float [ %v, %0 ], [ %sum, %inside ]
  %q = getelementptr float, ptr addrspace(1) %result, i64 %id
  store float %r, ptr addrspace(1) %q, align 4
  ret void
}

; Where the only condition is that nothing wraps, there is nothing else to assume.
; CHECK-LABEL: define internal i32 @moved.item.region0.wide(
; CHECK-NOT: @moved.item.region0.wide_elsewhere
define void @moved(ptr addrspace(1) %pixels, ptr addrspace(1) %result, i32 %offset) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %x = trunc i64 %id to i32
  %moved = add i32 %x, %offset
  %index = sext i32 %moved to i64
  %p = getelementptr float, ptr addrspace(1) %pixels, i64 %index
  %v = load float, ptr addrspace(1) %p, align 4
  %square = fmul float %v, %v
  %q = getelementptr float, ptr addrspace(1) %result, i64 %id
  store float %square, ptr addrspace(1) %q, align 4
  ret void
}
