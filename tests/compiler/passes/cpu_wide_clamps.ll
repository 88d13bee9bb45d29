; RUN: %opt -passes='cpu-wide-regions,verify' %s | %check
; A coordinate that is clamped to a picture, whose size is a part of a value that the launch passes: the guard makes sure that the
; coordinate is inside for all lanes, and the pixels are loaded at once.

declare i64 @ingot_device_get_global_id(i32)
declare i32 @llvm.smin.i32(i32, i32)

; CHECK-LABEL: define internal i32 @left.item.region0.wide(
; CHECK-NOT: gather
; CHECK: load <8 x float>
; CHECK-NOT: gather
; CHECK: store <8 x float>
; CHECK-LABEL: define internal i1 @left.item.region0.guard(
; CHECK: icmp slt
; CHECK: load i32, ptr %area
; CHECK: call i32 @llvm.smin
; CHECK: xor i1 %{{.*}}, true
; CHECK: ret i1
; The same test for a whole row of at most 4096 work-items.
; CHECK-LABEL: define internal i1 @left.item.region0.row_guard(
; CHECK: %[[last:.*]] = sub nuw i32 %local_size_x, 1
; CHECK: add i32 %local_x, %[[last]]
; CHECK: icmp ule i32 %local_size_x, 4096
; CHECK: ret i1
define void @left(ptr addrspace(1) %pixels, ptr addrspace(1) %result, ptr byval({ i32, i32 }) %area) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %x = trunc i64 %id to i32
  %width = load i32, ptr %area, align 4
  %last = add i32 %width, -1
  %moved = add i32 %x, -3
  %is_outside = icmp slt i32 %moved, 0
  %min = call i32 @llvm.smin.i32(i32 %moved, i32 %last)
  %clamped = select i1 %is_outside, i32 0, i32 %min
  %index = sext i32 %clamped to i64
  %p = getelementptr float, ptr addrspace(1) %pixels, i64 %index
  %v = load float, ptr addrspace(1) %p, align 4
  %square = fmul float %v, %v
  %q = getelementptr float, ptr addrspace(1) %result, i64 %id
  store float %square, ptr addrspace(1) %q, align 4
  ret void
}

; The size is in a buffer, which a work-item may write: it cannot be read before the region begins, and the guard does not know it.
; CHECK-LABEL: define i32 @from_buffer.item.region0(
; CHECK-NOT: @from_buffer.item.region0.guard
define void @from_buffer(ptr addrspace(1) %pixels, ptr addrspace(1) %result, ptr addrspace(1) %area) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %x = trunc i64 %id to i32
  %width = load i32, ptr addrspace(1) %area, align 4
  %last = add i32 %width, -1
  %moved = add i32 %x, -3
  %min = call i32 @llvm.smin.i32(i32 %moved, i32 %last)
  %index = sext i32 %min to i64
  %p = getelementptr float, ptr addrspace(1) %pixels, i64 %index
  %v = load float, ptr addrspace(1) %p, align 4
  %square = fmul float %v, %v
  %q = getelementptr float, ptr addrspace(1) %result, i64 %id
  store float %square, ptr addrspace(1) %q, align 4
  ret void
}
