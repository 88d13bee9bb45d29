; RUN: %opt -passes='call-host-mathematics,cpu-wide-regions,verify' %s | %check
; Mathematical functions of all lanes.

declare i64 @ingot_device_get_global_id(i32)
declare float @llvm.sin.f32(float)
declare float @llvm.pow.f32(float, float)
declare double @llvm.sin.f64(double)

; CHECK-LABEL: define internal i32 @wave.item.region0.wide(
; CHECK: %[[sine:.*]] = call <8 x float> @ingot_cpu_sinf_lanes8(<8 x float> %{{.*}})
; CHECK: call <8 x float> @ingot_cpu_powf_lanes8(<8 x float> %[[sine]], <8 x float> splat (float 2.500000e+00))
define void @wave(ptr addrspace(1) %values) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %values, i64 %id
  %x = load float, ptr addrspace(1) %p, align 4
  %sine = call float @llvm.sin.f32(float %x)
  %power = call float @llvm.pow.f32(float %sine, float 2.5)
  store float %power, ptr addrspace(1) %p, align 4
  ret void
}

; Functions of doubles are called for each lane.
; CHECK-LABEL: define internal i32 @doubles.item.region0.wide(
; CHECK-COUNT-8: call double @ingot_cpu_sin(
define void @doubles(ptr addrspace(1) %values) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr double, ptr addrspace(1) %values, i64 %id
  %x = load double, ptr addrspace(1) %p, align 8
  %a = fadd double %x, 1.0
  %b = fmul double %a, %x
  %c = fadd double %b, 2.0
  %d = fmul double %c, %x
  %e = fadd double %d, 3.0
  %f = fmul double %e, %x
  %g = fadd double %f, 4.0
  %sine = call double @llvm.sin.f64(double %g)
  store double %sine, ptr addrspace(1) %p, align 8
  ret void
}
