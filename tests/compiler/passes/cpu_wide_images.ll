; RUN: %opt -passes='cpu-wide-regions,verify' %s | %check
; Reads and writes of images in lanes: functions for planes, which are made once in a module.

declare i64 @ingot_device_get_global_id(i32)
declare void @ingot_cpu_image_fetch_float(ptr addrspace(1), i32, i32, i32, i32, i32, i32, ptr)
declare void @ingot_cpu_image_sample_float(ptr addrspace(1), i32, float, float, float, i32, i32, ptr)
declare void @ingot_cpu_image_write_uint(ptr addrspace(1), i32, i32, i32, i32, i32, i32, i32, i32)

; Neighbouring work-items read neighbouring pixels.
; CHECK-LABEL: define internal i32 @row.item.region0.wide(
; CHECK: %[[pixels:.*]] = call { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @ingot_cpu_image_fetch_float.0.row8(ptr addrspace(1) %image, i32 %{{.*}}, i32 %y, i32 255)
; CHECK: %[[red:.*]] = extractvalue {{.*}} %[[pixels]], 0
; CHECK: store <8 x float> %[[red]], ptr %{{.*}}, align 4
; CHECK-NOT: @ingot_cpu_image_fetch_float_lanes
define void @row(ptr addrspace(1) %image, ptr addrspace(1) %values, i32 %y) {
  %texel = alloca [4 x float], align 16
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %x = trunc i64 %id to i32
  call void @ingot_cpu_image_fetch_float(ptr addrspace(1) %image, i32 0, i32 %x, i32 %y, i32 0, i32 0, i32 0, ptr %texel)
  %red = load float, ptr %texel, align 16
  %p = getelementptr float, ptr addrspace(1) %values, i64 %id
  store float %red, ptr addrspace(1) %p, align 4
  ret void
}

; The function for a place of each lane: a block for each encoding of archive::cpu::plane_encoding, and the backend's function for
; other images. Indices are limited to the image, so lanes that are not active read inside of it, too. A pixel of one channel is
; gathered once, and one of four channels is loaded with one instruction for each lane.
; CHECK-LABEL: define internal { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @ingot_cpu_image_fetch_float.0.plane8(ptr addrspace(1) %0, <8 x i32> %1, <8 x i32> %2, i32 %3)
; CHECK: load i32, ptr addrspace(1) %{{.*}}, align 4, !invariant.load
; CHECK: switch i32 %{{.*}}, label %other [
; CHECK-NEXT: i32 1, label
; CHECK-NEXT: i32 4, label
; CHECK-NEXT: i32 2, label
; CHECK: call void @ingot_cpu_image_fetch_float_lanes(ptr addrspace(1) %0, i32 0, i32 8, i32 %3, ptr
; CHECK: call <8 x i32> @llvm.smax.v8i32(
; CHECK: call <8 x i32> @llvm.smin.v8i32(
; CHECK-COUNT-4: call <8 x float> @llvm.masked.gather.v8f32.v8p1(
; CHECK: ret {
; CHECK: call <8 x float> @llvm.masked.gather.v8f32.v8p1(
; CHECK-NOT: gather
; CHECK: ret {
; CHECK-COUNT-8: load <4 x float>, ptr addrspace(1) %{{.*}}, align 4
; CHECK-COUNT-4: shufflevector <32 x float>
; CHECK: ret {
; CHECK: call <8 x i32> @llvm.masked.gather.v8i32.v8p1(

; The function for a row: if all pixels are in the image, one load of four channels, or of one.
; CHECK-LABEL: define internal { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @ingot_cpu_image_fetch_float.0.row8(ptr addrspace(1) %0, i32 %1, i32 %2, i32 %3)
; CHECK: br i1 %{{.*}}, label %inside, label %other
; CHECK: other:
; CHECK: call { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @ingot_cpu_image_fetch_float.0.plane8(
; CHECK: load <32 x float>
; CHECK-COUNT-4: shufflevector <32 x float>
; CHECK: load <8 x float>

; A lane that is not active keeps what it has read before. The address mode is `border`.
; CHECK-LABEL: define internal i32 @masked.item.region0.wide(
; CHECK: %[[active:.*]] = zext i8 %{{.*}} to i32
; CHECK: call { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @ingot_cpu_image_fetch_float.3.plane8(ptr addrspace(1) %image, <8 x i32> %{{.*}}, <8 x i32> splat (i32 7), i32 %[[active]])
; CHECK: %[[before:.*]] = load <8 x float>
; CHECK: select <8 x i1> %{{.*}}, <8 x float> %{{.*}}, <8 x float> %[[before]]
define void @masked(ptr addrspace(1) %image, ptr addrspace(1) %values) {
  %texel = alloca [4 x float], align 16
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %values, i64 %id
  %v = load float, ptr addrspace(1) %p, align 4
  %is_inside = fcmp ogt float %v, 0.0
  %a = fadd float %v, 1.0
  %b = fmul float %a, %v
  %c = fadd float %b, 2.0
  %d = fmul float %c, %v
  %e = fadd float %d, 3.0
  store float %e, ptr %texel, align 16
  br i1 %is_inside, label %inside, label %end
inside:
  %x = fptosi float %e to i32
  call void @ingot_cpu_image_fetch_float(ptr addrspace(1) %image, i32 3, i32 %x, i32 7, i32 0, i32 0, i32 0, ptr %texel)
  br label %end
end:
  %red = load float, ptr %texel, align 16
  store float %red, ptr addrspace(1) %p, align 4
  ret void
}

; Linear filtering, in double precision.
; CHECK-LABEL: define internal i32 @linear.item.region0.wide(
; CHECK: call { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @ingot_cpu_image_sample_float.4.plane8(ptr addrspace(1) %image, <8 x float> %{{.*}}, <8 x float> splat (float 5.000000e-01), i32 255)
; CHECK-LABEL: define internal { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @ingot_cpu_image_sample_float.4.plane8(
; CHECK: fpext <8 x float> %{{.*}} to <8 x double>
; CHECK-COUNT-2: call <8 x double> @llvm.floor.v8f64(
; CHECK-COUNT-16: call <8 x float> @llvm.masked.gather.v8f32.v8p1(
; CHECK: fptrunc <8 x double> %{{.*}} to <8 x float>
define void @linear(ptr addrspace(1) %image, ptr addrspace(1) %values) {
  %texel = alloca [4 x float], align 16
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %values, i64 %id
  %v = load float, ptr addrspace(1) %p, align 4
  call void @ingot_cpu_image_sample_float(ptr addrspace(1) %image, i32 4, float %v, float 0.5, float 0.0, i32 0, i32 0, ptr %texel)
  %red = load float, ptr %texel, align 16
  store float %red, ptr addrspace(1) %p, align 4
  ret void
}

; A sampler that repeats the image is left to the backend.
; CHECK-LABEL: define internal i32 @repeated.item.region0.wide(
; CHECK: call void @ingot_cpu_image_sample_float_lanes(ptr addrspace(1) %image, i32 5, i32 8, i32 255,
define void @repeated(ptr addrspace(1) %image, ptr addrspace(1) %values) {
  %texel = alloca [4 x float], align 16
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %values, i64 %id
  %v = load float, ptr addrspace(1) %p, align 4
  call void @ingot_cpu_image_sample_float(ptr addrspace(1) %image, i32 5, float %v, float 0.5, float 0.0, i32 0, i32 0, ptr %texel)
  %red = load float, ptr %texel, align 16
  store float %red, ptr addrspace(1) %p, align 4
  ret void
}

; Neighbouring work-items write neighbouring pixels.
; CHECK-LABEL: define internal i32 @written_row.item.region0.wide(
; CHECK: call void @ingot_cpu_image_write_uint.row8(ptr addrspace(1) %image, i32 %{{.*}}, i32 %y, i32 255, <8 x i32> %{{.*}}, <8 x i32> zeroinitializer, <8 x i32> zeroinitializer, <8 x i32> splat (i32 1))
; CHECK-LABEL: define internal void @ingot_cpu_image_write_uint.row8(
; CHECK: icmp eq i32 %3, 255
; CHECK: other:
; CHECK: call void @ingot_cpu_image_write_uint_lanes(ptr addrspace(1) %0, i32 8, i32 %3, ptr
; CHECK: store <32 x i32>
; CHECK: store <8 x i32>
define void @written_row(ptr addrspace(1) %image, ptr addrspace(1) %values, i32 %y) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %x = trunc i64 %id to i32
  %p = getelementptr i32, ptr addrspace(1) %values, i64 %id
  %v = load i32, ptr addrspace(1) %p, align 4
  call void @ingot_cpu_image_write_uint(ptr addrspace(1) %image, i32 %x, i32 %y, i32 0, i32 0, i32 %v, i32 0, i32 0, i32 1)
  ret void
}
