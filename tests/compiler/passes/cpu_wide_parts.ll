; RUN: %opt -passes='cpu-wide-regions,verify' %s | %check
; The eight work-items that run together begin at a multiple of eight, so they are in the same part of a row that is divided into
; parts of 32.

declare i64 @ingot_device_get_local_id(i32)

; The number of the part is uniform, and the place in the part has neighbours next to each other.
; CHECK-LABEL: define internal i32 @parts.item.region0.wide(
; CHECK-NOT: gather
; CHECK: %part = lshr i64 %{{.*}}, 5
; CHECK: %factor = load float, ptr addrspace(1)
; CHECK: load <8 x float>
; CHECK: store <8 x float>
; CHECK-NOT: @parts.item.region0.guard
define void @parts(ptr addrspace(1) %factors, ptr addrspace(1) %values) {
  %x = call i64 @ingot_device_get_local_id(i32 0)
  %part = lshr i64 %x, 5
  %place = and i64 %x, 31
  %p = getelementptr float, ptr addrspace(1) %factors, i64 %part
  %factor = load float, ptr addrspace(1) %p, align 4
  %q = getelementptr float, ptr addrspace(1) %values, i64 %place
  %v = load float, ptr addrspace(1) %q, align 4
  %r = fmul float %v, %factor
  store float %r, ptr addrspace(1) %q, align 4
  ret void
}

; Parts of four are smaller than the eight lanes.
; CHECK-LABEL: define internal i32 @small_parts.item.region0.wide(
; CHECK: lshr <8 x i64>
; CHECK: gather
define void @small_parts(ptr addrspace(1) %factors, ptr addrspace(1) %values) {
  %x = call i64 @ingot_device_get_local_id(i32 0)
  %part = lshr i64 %x, 2
  %p = getelementptr float, ptr addrspace(1) %factors, i64 %part
  %factor = load float, ptr addrspace(1) %p, align 4
  %q = getelementptr float, ptr addrspace(1) %values, i64 %x
  %v = load float, ptr addrspace(1) %q, align 4
  %a = fmul float %v, %factor
  %b = fadd float %a, %factor
  %c = fmul float %b, %v
  %r = fadd float %c, %a
  store float %r, ptr addrspace(1) %q, align 4
  ret void
}
