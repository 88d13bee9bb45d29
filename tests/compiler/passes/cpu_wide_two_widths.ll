; RUN: %opt -passes='cpu-wide-group-functions-16,verify' %s | %check
; With 16 lanes, a group also has the forms for 8: those of the rest of a row, and of rows with 8 work-items.

declare i64 @ingot_device_get_global_id(i32)

; CHECK-LABEL: define internal i32 @square.item.region0.wide(
; CHECK: load <16 x float>
; CHECK-LABEL: define internal i32 @square.item.region0.wide.1(
; CHECK: load <8 x float>
; CHECK-LABEL: define void @square.group(
; The number of chunks with 16 lanes, and then of those with 8.
; CHECK: %[[wide:.*]] = udiv i32 %{{.*}}, 16
; CHECK: mul nuw i32 %[[wide]], 16
; CHECK: %[[left:.*]] = sub nuw i32 %
; CHECK: udiv i32 %[[left]], 8
; CHECK: call i32 @square.item.region0.wide(
; CHECK: call i32 @square.item.region0.wide.1(
; CHECK: call i32 @square.item.region0(
define void @square(ptr addrspace(1) %values) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %values, i64 %id
  %v = load float, ptr addrspace(1) %p, align 4
  %square = fmul float %v, %v
  store float %square, ptr addrspace(1) %p, align 4
  ret void
}
