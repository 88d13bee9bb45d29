; RUN: %opt -passes='cpu-wide-regions,verify' %s | %check
; Arrays of work-items in lanes: each lane has its own.

declare i64 @ingot_device_get_global_id(i32)
declare void @ingot_cpu_image_fetch_float(ptr addrspace(1), i32, i32, i32, i32, i32, i32, ptr)
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

; A function gets the address of an array, so each lane has its whole array in one place. The function is called for each active
; lane.
; CHECK-LABEL: define internal i32 @pixels.item.region0.wide(
; CHECK: %[[texel:.*]] = alloca [128 x i8], align 32
; CHECK: inside:
; CHECK: call void @llvm.masked.store.v32i32.p0(<32 x i32> zeroinitializer, ptr align 16 %{{.*}}, <32 x i1>
; CHECK: %[[first:.*]] = extractelement <8 x i1> %{{.*}}, i64 0
; CHECK: br i1 %[[first]], label %lane, label %lane.end
; CHECK: lane:
; CHECK: call void @ingot_cpu_image_fetch_float(ptr addrspace(1) %image, i32 0, i32 %{{.*}}, i32 7, i32 0, i32 0, i32 0, ptr %{{.*}})
; CHECK: br label %lane.end
; CHECK-COUNT-7: call void @ingot_cpu_image_fetch_float(
; CHECK: call <32 x float> @llvm.masked.load.v32f32.p0(ptr align 16 %[[texel]],
; CHECK: end:
; CHECK: phi <8 x float> [ %{{.*}}, %{{lane.end.*}} ], [ %{{.*}}, %{{.*}} ]
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
  call void @ingot_cpu_image_fetch_float(ptr addrspace(1) %image, i32 0, i32 %x, i32 7, i32 0, i32 0, i32 0, ptr %texel)
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
