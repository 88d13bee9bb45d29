; RUN: %opt -passes='cpu-wide-regions,verify' %s | %check
; The fields of structs that lie next to each other are loaded and stored by one wide access, in the order of memory.

declare i32 @llvm.smin.i32(i32, i32)
declare i64 @ingot_device_get_global_id(i32)

; The same operation on both fields: they are never taken apart.
; CHECK-LABEL: define internal i32 @scale_points.item.region0.wide(
; CHECK: %[[points:.*]] = load <16 x float>, ptr addrspace(1) %{{.*}}, align 8
; CHECK: %[[insert:.*]] = insertelement <16 x float> poison, float %factor, i64 0
; CHECK: %[[factors:.*]] = shufflevector <16 x float> %[[insert]]
; CHECK: %[[scaled:.*]] = fmul <16 x float> %[[points]], %[[factors]]
; CHECK: store <16 x float> %[[scaled]], ptr addrspace(1) %{{.*}}, align 8
; CHECK-NOT: scatter
define void @scale_points(ptr addrspace(1) %points, float %factor) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %x_place = getelementptr { float, float }, ptr addrspace(1) %points, i64 %id
  %x = load float, ptr addrspace(1) %x_place, align 8
  %y_place = getelementptr i8, ptr addrspace(1) %x_place, i64 4
  %y = load float, ptr addrspace(1) %y_place, align 4
  %x_scaled = fmul float %x, %factor
  %y_scaled = fmul float %y, %factor
  store float %x_scaled, ptr addrspace(1) %x_place, align 8
  store float %y_scaled, ptr addrspace(1) %y_place, align 4
  ret void
}

; The operation is in an earlier block than the store. It is computed in its own block, also if two blocks store its results.
; CHECK-LABEL: define internal i32 @scale_points_before.item.region0.wide(
; CHECK: %[[points:.*]] = load <16 x float>
; CHECK: %[[scaled:.*]] = fmul <16 x float> %[[points]],
; CHECK: br i1
; CHECK-NOT: shufflevector
; CHECK: store <16 x float> %[[scaled]]
; CHECK: br i1
; CHECK-NOT: shufflevector
; CHECK: store <16 x float> %[[scaled]]
; CHECK-NOT: scatter
define void @scale_points_before(ptr addrspace(1) %points, ptr addrspace(1) %others, float %factor, i1 %stores_first, i1 %stores_second) {
entry:
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %x_place = getelementptr { float, float }, ptr addrspace(1) %points, i64 %id
  %x = load float, ptr addrspace(1) %x_place, align 8
  %y_place = getelementptr i8, ptr addrspace(1) %x_place, i64 4
  %y = load float, ptr addrspace(1) %y_place, align 4
  %x_scaled = fmul float %x, %factor
  %y_scaled = fmul float %y, %factor
  br i1 %stores_first, label %first, label %second
first:
  %x_first = getelementptr { float, float }, ptr addrspace(1) %others, i64 %id
  %y_first = getelementptr i8, ptr addrspace(1) %x_first, i64 4
  store float %x_scaled, ptr addrspace(1) %x_first, align 8
  store float %y_scaled, ptr addrspace(1) %y_first, align 4
  br label %second
second:
  br i1 %stores_second, label %third, label %end
third:
  store float %x_scaled, ptr addrspace(1) %x_place, align 8
  store float %y_scaled, ptr addrspace(1) %y_place, align 4
  br label %end
end:
  ret void
}

; Only the lanes that store divide: the divisor of the others may be zero.
; CHECK-LABEL: define internal i32 @divide_points.item.region0.wide(
; CHECK-NOT: sdiv <16 x i32>
; CHECK: %[[divisors:.*]] = select <8 x i1> %{{.*}}, <8 x i32> %{{.*}}, <8 x i32> splat (i32 1)
; CHECK: sdiv <8 x i32> %{{.*}}, %[[divisors]]
; CHECK-NOT: sdiv <16 x i32>
; CHECK: call void @llvm.masked.store.v16i32
define void @divide_points(ptr addrspace(1) %points, ptr addrspace(1) %divisors) {
entry:
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %divisor_place = getelementptr i32, ptr addrspace(1) %divisors, i64 %id
  %divisor = load i32, ptr addrspace(1) %divisor_place, align 4
  %is_zero = icmp eq i32 %divisor, 0
  br i1 %is_zero, label %end, label %divides
divides:
  %x_place = getelementptr { i32, i32 }, ptr addrspace(1) %points, i64 %id
  %y_place = getelementptr i8, ptr addrspace(1) %x_place, i64 4
  %x = load i32, ptr addrspace(1) %x_place, align 8
  %y = load i32, ptr addrspace(1) %y_place, align 4
  %x_share = sdiv i32 %x, %divisor
  %y_share = sdiv i32 %y, %divisor
  store i32 %x_share, ptr addrspace(1) %x_place, align 8
  store i32 %y_share, ptr addrspace(1) %y_place, align 4
  br label %end
end:
  ret void
}

; Different operations: the fields are taken apart, and put together for the store.
; CHECK-LABEL: define internal i32 @turn_points.item.region0.wide(
; CHECK: %[[points:.*]] = load <16 x float>
; CHECK-DAG: %[[x:.*]] = shufflevector <16 x float> %[[points]], <16 x float> poison, <8 x i32> <i32 0, i32 2, i32 4
; CHECK-DAG: %[[y:.*]] = shufflevector <16 x float> %[[points]], <16 x float> poison, <8 x i32> <i32 1, i32 3, i32 5
; CHECK: fadd <8 x float>
; CHECK: fsub <8 x float>
; CHECK: <16 x i32> <i32 0, i32 8, i32 1, i32 9
; CHECK: store <16 x float>
define void @turn_points(ptr addrspace(1) %points) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %x_place = getelementptr { float, float }, ptr addrspace(1) %points, i64 %id
  %y_place = getelementptr i8, ptr addrspace(1) %x_place, i64 4
  %y = load float, ptr addrspace(1) %y_place, align 4
  %x = load float, ptr addrspace(1) %x_place, align 8
  %sum = fadd float %x, %y
  %difference = fsub float %x, %y
  store float %difference, ptr addrspace(1) %y_place, align 4
  store float %sum, ptr addrspace(1) %x_place, align 8
  ret void
}

; A store between the loads could change what the second one reads: there is no wide load.
; CHECK-LABEL: define internal i32 @ordered.item.region0.wide(
; CHECK-NOT: load <16 x float>
; CHECK-LABEL: define internal i32 @without_last_field.item.region0.wide(
define void @ordered(ptr addrspace(1) %points, ptr addrspace(1) %others) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %x_place = getelementptr { float, float }, ptr addrspace(1) %points, i64 %id
  %y_place = getelementptr i8, ptr addrspace(1) %x_place, i64 4
  %other = getelementptr float, ptr addrspace(1) %others, i64 %id
  %x = load float, ptr addrspace(1) %x_place, align 8
  %a = fmul float %x, %x
  %b = fadd float %a, 1.0
  %c = fmul float %b, %a
  %d = fadd float %c, %b
  store float %d, ptr addrspace(1) %other, align 4
  %y = load float, ptr addrspace(1) %y_place, align 4
  store float %y, ptr addrspace(1) %other, align 4
  ret void
}

; The last field is not read, and may be outside of the buffer for the last work-item.
; CHECK-NOT: load <24 x float>
define void @without_last_field(ptr addrspace(1) %points, ptr addrspace(1) %sums) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %x_place = getelementptr { float, float, float }, ptr addrspace(1) %points, i64 %id
  %y_place = getelementptr i8, ptr addrspace(1) %x_place, i64 4
  %x = load float, ptr addrspace(1) %x_place, align 4
  %y = load float, ptr addrspace(1) %y_place, align 4
  %sum = fadd float %x, %y
  %a = fmul float %sum, %sum
  %b = fadd float %a, 1.0
  %c = fmul float %b, %a
  %d = fadd float %c, %b
  %p = getelementptr float, ptr addrspace(1) %sums, i64 %id
  store float %d, ptr addrspace(1) %p, align 4
  ret void
}

; Structs at any places: one load for each lane, whose fields are taken apart afterwards.
; CHECK-LABEL: define internal i32 @indexed.item.region0.wide(
; CHECK-COUNT-8: load <4 x float>, ptr addrspace(1) %{{.*}}, align 16
; CHECK-NOT: gather
; CHECK: shufflevector <32 x float> %{{.*}}, <32 x float> poison, <8 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>
; CHECK: ret i32 0
define void @indexed(ptr addrspace(1) %pixels, ptr addrspace(1) %indices, ptr addrspace(1) %sums) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr i64, ptr addrspace(1) %indices, i64 %id
  %i = load i64, ptr addrspace(1) %p, align 8
  %red = getelementptr [4 x float], ptr addrspace(1) %pixels, i64 %i
  %r = load float, ptr addrspace(1) %red, align 16
  %green = getelementptr i8, ptr addrspace(1) %red, i64 4
  %g = load float, ptr addrspace(1) %green, align 4
  %alpha = getelementptr i8, ptr addrspace(1) %red, i64 12
  %a = load float, ptr addrspace(1) %alpha, align 4
  %rg = fadd float %r, %g
  %rga = fmul float %rg, %a
  %q = getelementptr float, ptr addrspace(1) %sums, i64 %id
  store float %rga, ptr addrspace(1) %q, align 4
  ret void
}

; A lane that is not active accesses memory that nobody uses.
; CHECK-LABEL: define internal i32 @some.item.region0.wide(
; CHECK: %[[unused:.*]] = alloca [2 x i64], align 16
; CHECK: inside:
; CHECK: %[[cast:.*]] = addrspacecast ptr %[[unused]] to ptr addrspace(1)
; CHECK: %[[places:.*]] = select <8 x i1> %{{.*}}, <8 x ptr addrspace(1)> %{{.*}}, <8 x ptr addrspace(1)> %{{.*}}
; CHECK-COUNT-8: store <2 x float> %{{.*}}, ptr addrspace(1) %{{.*}}, align 8
define void @some(ptr addrspace(1) %pairs, ptr addrspace(1) %indices, ptr addrspace(1) %values) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %values, i64 %id
  %v = load float, ptr addrspace(1) %p, align 4
  %b = fadd float %v, 1.0
  %c = fmul float %b, %v
  %d = fadd float %c, 2.0
  %e = fmul float %d, %v
  %f = fadd float %e, 3.0
  %g = fmul float %f, %v
  %h = fadd float %g, 4.0
  %k = fmul float %h, %v
  %is_inside = fcmp ogt float %k, 0.0
  br i1 %is_inside, label %inside, label %end
inside:
  %q = getelementptr i64, ptr addrspace(1) %indices, i64 %id
  %i = load i64, ptr addrspace(1) %q, align 8
  %x = getelementptr [2 x float], ptr addrspace(1) %pairs, i64 %i
  store float %h, ptr addrspace(1) %x, align 8
  %y = getelementptr i8, ptr addrspace(1) %x, i64 4
  store float %k, ptr addrspace(1) %y, align 4
  br label %end
end:
  ret void
}

; A coordinate that is clamped in a loop: no guard can decide it before, so each access is tested.
; CHECK-LABEL: define internal i32 @clamped_in_loop.item.region0.wide(
; CHECK: icmp eq <8 x i64>
; CHECK: call i1 @llvm.vector.reduce.and.v8i1(
; CHECK: br i1 %{{.*}}, label %adjacent, label %apart
; CHECK: adjacent:
; CHECK: load <16 x float>
; CHECK: apart:
; CHECK-COUNT-8: load <2 x float>
; CHECK: loaded:
; CHECK: phi <16 x float>
define void @clamped_in_loop(ptr addrspace(1) %pairs, ptr addrspace(1) %sums, i32 %last, i32 %count) {
entry:
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %own = trunc i64 %id to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %new, %loop ]
  %place = add nsw i32 %own, %i
  %clamped = call i32 @llvm.smin.i32(i32 %place, i32 %last)
  %wide = sext i32 %clamped to i64
  %x = getelementptr [2 x float], ptr addrspace(1) %pairs, i64 %wide
  %a = load float, ptr addrspace(1) %x, align 8
  %y = getelementptr i8, ptr addrspace(1) %x, i64 4
  %b = load float, ptr addrspace(1) %y, align 4
  %product = fmul float %a, %b
  %new = fadd float %sum, %product
  %next = add nuw i32 %i, 1
  %more = icmp ult i32 %next, %count
  br i1 %more, label %loop, label %end
end:
  %p = getelementptr float, ptr addrspace(1) %sums, i64 %id
  store float %new, ptr addrspace(1) %p, align 4
  ret void
}

; Three numbers: the fourth one is in the same aligned block, so it may be loaded too. Where nothing is known about it, the three are
; gathered.
; CHECK-LABEL: define internal i32 @three.item.region0.wide(
; CHECK-COUNT-8: load <4 x float>, ptr addrspace(1) %{{.*}}, align 16
; CHECK-COUNT-3: call <8 x float> @llvm.masked.gather
; CHECK: ret i32 0
define void @three(ptr addrspace(1) %points, ptr addrspace(1) %packed, ptr addrspace(1) %indices, ptr addrspace(1) %sums) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr i64, ptr addrspace(1) %indices, i64 %id
  %i = load i64, ptr addrspace(1) %p, align 8
  %x = getelementptr [4 x float], ptr addrspace(1) %points, i64 %i
  %a = load float, ptr addrspace(1) %x, align 16
  %y = getelementptr i8, ptr addrspace(1) %x, i64 4
  %b = load float, ptr addrspace(1) %y, align 4
  %z = getelementptr i8, ptr addrspace(1) %x, i64 8
  %c = load float, ptr addrspace(1) %z, align 8
  %ab = fadd float %a, %b
  %abc = fmul float %ab, %c
  %k = getelementptr [3 x float], ptr addrspace(1) %packed, i64 %i
  %d = load float, ptr addrspace(1) %k, align 4
  %l = getelementptr i8, ptr addrspace(1) %k, i64 4
  %e = load float, ptr addrspace(1) %l, align 4
  %m = getelementptr i8, ptr addrspace(1) %k, i64 8
  %f = load float, ptr addrspace(1) %m, align 4
  %de = fadd float %d, %e
  %def = fmul float %de, %f
  %sum = fadd float %abc, %def
  %more = fmul float %sum, %sum
  %q = getelementptr float, ptr addrspace(1) %sums, i64 %id
  store float %more, ptr addrspace(1) %q, align 4
  ret void
}
