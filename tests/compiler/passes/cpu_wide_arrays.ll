; RUN: %opt -passes='cpu-wide-regions,verify' %s | %check
; Arrays of work-items in lanes: each lane has its own.

declare i64 @ingot_device_get_global_id(i32)
declare void @ingot_cpu_image_fetch_float(ptr addrspace(1), i32, i32, i32, i32, i32, i32, ptr)
declare void @ingot_cpu_image_write_float(ptr addrspace(1), i32, i32, i32, i32, float, float, float, float)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.lifetime.start.p0(ptr)

; The elements of all lanes with one index are next to each other. So an index that is the same in all lanes gives one wide access,
; and one that is not takes the address of each lane.
; CHECK-LABEL: define internal i32 @elements.item.region0.wide(
; CHECK: %[[array:.*]] = alloca [512 x i8], align 32
; CHECK-NOT: lifetime
; CHECK: %[[offset:.*]] = mul i64 %index, 4
; CHECK: %[[spread:.*]] = mul i64 %[[offset]], 8
; CHECK: %[[p:.*]] = getelementptr i8, ptr %[[array]], i64 %[[spread]]
; CHECK: store <8 x float> %{{.*}}, ptr %[[p]], align 4
; CHECK: %[[offsets:.*]] = mul <8 x i64> %{{.*}}, splat (i64 4)
; CHECK: %[[spreads:.*]] = mul <8 x i64> %[[offsets]], splat (i64 8)
; CHECK: %[[lanes:.*]] = getelementptr i8, <8 x ptr> %{{.*}}, <8 x i64> %[[spreads]]
; CHECK: call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %[[lanes]]
define void @elements(ptr addrspace(1) %values, ptr addrspace(1) %indices, i64 %index) {
  %array = alloca [16 x float]
  call void @llvm.lifetime.start.p0(ptr %array)
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %values, i64 %id
  %v = load float, ptr addrspace(1) %p, align 4
  %square = fmul float %v, %v
  %sum = fadd float %square, %v
  %more = fadd float %sum, 1.0
  %element = getelementptr [16 x float], ptr %array, i64 0, i64 %index
  store float %more, ptr %element, align 4
  %q = getelementptr i64, ptr addrspace(1) %indices, i64 %id
  %i = load i64, ptr addrspace(1) %q, align 8
  %other = getelementptr [16 x float], ptr %array, i64 0, i64 %i
  %w = load float, ptr %other, align 4
  store float %w, ptr addrspace(1) %p, align 4
  ret void
}

; A function reads a mip level of an image for all active lanes. It stores the first channel of all lanes, then the next one.
; CHECK-LABEL: define internal i32 @pixels.item.region0.wide(
; CHECK: %[[operands:.*]] = alloca [64 x i32], align 64
; CHECK: %[[texel:.*]] = alloca [128 x i8], align 32
; CHECK: inside:
; CHECK-NOT: scatter
; CHECK: store <8 x i32> %{{.*}}, ptr %[[operands]], align 4
; CHECK: %[[y:.*]] = getelementptr inbounds i32, ptr %[[operands]], i64 8
; CHECK: store <8 x i32> splat (i32 7), ptr %[[y]], align 4
; CHECK: %[[bits:.*]] = bitcast <8 x i1> %{{.*}} to i8
; CHECK: %[[active:.*]] = zext i8 %[[bits]] to i32
; CHECK: call void @ingot_cpu_image_fetch_float_lanes(ptr addrspace(1) %image, i32 0, i32 8, i32 %[[active]], ptr %[[operands]], ptr %[[texel]])
; CHECK-NOT: gather
; CHECK: call <8 x float> @llvm.masked.load.v8f32.p0(ptr align {{[0-9]+}} %[[texel]],
; CHECK: end:
; CHECK: phi <8 x float>
define void @pixels(ptr addrspace(1) %image, ptr addrspace(1) %values) {
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
  br i1 %is_inside, label %inside, label %end
inside:
  call void @llvm.memset.p0.i64(ptr align 16 %texel, i8 0, i64 16, i1 false)
  %x = fptosi float %e to i32
  call void @ingot_cpu_image_fetch_float(ptr addrspace(1) %image, i32 0, i32 %x, i32 7, i32 0, i32 0, i32 1, ptr %texel)
  %red = load float, ptr %texel, align 16
  %q = getelementptr float, ptr %texel, i64 3
  %alpha = load float, ptr %q, align 4
  %f = fmul float %red, %alpha
  br label %end
end:
  %r = phi float [ %e, %0 ], [ %f, %inside ]
  store float %r, ptr addrspace(1) %p, align 4
  ret void
}

; The kernel uses the pixel at an offset, so each lane has its whole array in one place, and the function is called for each active
; lane.
; CHECK-LABEL: define internal i32 @second_pixel.item.region0.wide(
; CHECK: alloca [256 x i8], align 32
; CHECK-COUNT-8: call void @ingot_cpu_image_fetch_float(
; CHECK-NOT: _lanes(
define void @second_pixel(ptr addrspace(1) %image, ptr addrspace(1) %values) {
  %texels = alloca [8 x float], align 16
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %values, i64 %id
  %v = load float, ptr addrspace(1) %p, align 4
  %a = fadd float %v, 1.0
  %b = fmul float %a, %v
  %c = fadd float %b, 2.0
  %d = fmul float %c, %v
  %e = fadd float %d, 3.0
  %f = fmul float %e, %v
  %g = fadd float %f, 4.0
  %h = fmul float %g, %v
  %i = fadd float %h, 5.0
  %j = fmul float %i, %v
  %x = fptosi float %j to i32
  %texel = getelementptr float, ptr %texels, i64 4
  call void @ingot_cpu_image_fetch_float(ptr addrspace(1) %image, i32 0, i32 %x, i32 7, i32 0, i32 0, i32 0, ptr %texel)
  %red = load float, ptr %texel, align 4
  store float %red, ptr addrspace(1) %p, align 4
  ret void
}

; Lanes write to different images: one at a time.
; CHECK-LABEL: define internal i32 @written.item.region0.wide(
; CHECK: %[[operands:.*]] = alloca [64 x i32], align 64
; CHECK: %[[image:.*]] = extractelement <8 x ptr addrspace(1)> %{{.*}}, i64 0
; CHECK: call void @ingot_cpu_image_write_float_lanes(ptr addrspace(1) %[[image]], i32 8, i32 1, ptr %[[operands]])
; CHECK-COUNT-6: call void @ingot_cpu_image_write_float_lanes(
; CHECK: call void @ingot_cpu_image_write_float_lanes(ptr addrspace(1) %{{.*}}, i32 8, i32 128, ptr %[[operands]])
; CHECK: ret i32 0
define void @written(ptr addrspace(1) %first, ptr addrspace(1) %second, ptr addrspace(1) %values) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %values, i64 %id
  %v = load float, ptr addrspace(1) %p, align 4
  %a = fadd float %v, 1.0
  %b = fmul float %a, %v
  %c = fadd float %b, 2.0
  %d = fmul float %c, %v
  %e = fadd float %d, 3.0
  %is_first = fcmp ogt float %e, 0.0
  %image = select i1 %is_first, ptr addrspace(1) %first, ptr addrspace(1) %second
  %x = trunc i64 %id to i32
  call void @ingot_cpu_image_write_float(ptr addrspace(1) %image, i32 %x, i32 7, i32 0, i32 0, float %v, float %a, float %b, float %c)
  ret void
}

; Arrays of all lanes that are too large for the stack.
; CHECK-NOT: @large.item.region0.wide
define void @large(ptr addrspace(1) %values, i64 %index) {
  %array = alloca [4096 x float]
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %values, i64 %id
  %v = load float, ptr addrspace(1) %p, align 4
  %element = getelementptr float, ptr %array, i64 %index
  store float %v, ptr %element, align 4
  %w = load float, ptr %array, align 4
  %s = fmul float %w, %v
  store float %s, ptr addrspace(1) %p, align 4
  ret void
}
; CHECK-NOT: @ingot_cpu_lane_address
