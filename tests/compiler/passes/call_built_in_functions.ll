; RUN: %opt -passes=expand-mathematics,call-mathematics,call-opencl-functions %s | %check
; Mathematical functions, the barrier and fences become OpenCL's built-in functions, by their mangled names.

declare float @ingot_device_rsqrt_f32(float)
declare double @ingot_device_rsqrt_f64(double)
declare void @ingot_device_barrier(i32)
declare float @llvm.sin.f32(float)
declare double @llvm.pow.f64(double, double)
declare float @llvm.sqrt.f32(float)
declare float @hypotf(float, float)
declare double @cbrt(double)
declare float @logf(float)

; CHECK: declare void @_Z7barrierj(i32) #[[barrier:[0-9]+]]

; CHECK-LABEL: define float @single(float %x)
; CHECK: call float @_Z5rsqrtf(float %x)
; CHECK: call float @_Z3sinf(float %x)
; CHECK: call float @_Z5hypotff(float %x, float %x)
; CHECK: call float @_Z3logf(float %x)
define float @single(float %x) {
  %a = call float @ingot_device_rsqrt_f32(float %x)
  %b = call float @llvm.sin.f32(float %x)
  %c = call float @hypotf(float %x, float %x)
  %d = call float @logf(float %x)
  %ab = fadd float %a, %b
  %cd = fadd float %c, %d
  %r = fadd float %ab, %cd
  ret float %r
}

; CHECK-LABEL: define double @double(double %x)
; CHECK: call double @_Z5rsqrtd(double %x)
; CHECK: call double @_Z3powdd(double %x, double %x)
; CHECK: call double @_Z4cbrtd(double %x)
define double @double(double %x) {
  %a = call double @ingot_device_rsqrt_f64(double %x)
  %b = call double @llvm.pow.f64(double %x, double %x)
  %c = call double @cbrt(double %x)
  %ab = fadd double %a, %b
  %r = fadd double %ab, %c
  ret double %r
}

; An intrinsic that every device has as an instruction stays.
; CHECK-LABEL: define float @instruction(float %x)
; CHECK: call float @llvm.sqrt.f32(float %x)
define float @instruction(float %x) {
  %r = call float @llvm.sqrt.f32(float %x)
  ret float %r
}

; A remainder becomes fmod, which is exact. The remainder of half is computed in float.
; CHECK-LABEL: define float @remainder(float %x, half %h)
; CHECK: call float @_Z4fmodff(float %x, float 3.000000e+00)
; CHECK: %[[wide:.*]] = fpext half %h to float
; CHECK: call float @_Z4fmodff(float %[[wide]], float
; CHECK: fptrunc float
; CHECK-NOT: frem
define float @remainder(float %x, half %h) {
  %a = frem float %x, 3.000000e+00
  %b = frem half %h, %h
  %c = fpext half %b to float
  %r = fadd float %a, %c
  ret float %r
}

; ldexp with an exponent that is not known at compile time becomes plain instructions.
; CHECK-LABEL: define double @scaled(float %x, double %y, i32 %n)
; CHECK: icmp sgt i32 %n, 127
; CHECK: icmp slt i32 %n, -126
; CHECK: fmul float %x,
; CHECK: shl i32 {{.*}}, 23
; CHECK: fmul float
; CHECK: icmp sgt i32 %n, 1023
; CHECK: fmul double %y,
; CHECK: shl i64 {{.*}}, 52
; CHECK: fmul double
; CHECK-NOT: call {{.*}}ldexp
; CHECK: ret double
declare double @ldexp(double, i32)
define double @scaled(float %x, double %y, i32 %n) {
  %a = call float @llvm.ldexp.f32.i32(float %x, i32 %n)
  %b = call double @llvm.ldexp.f64.i32(double %y, i32 %n)
  %c = call double @ldexp(double 1.0, i32 %n)
  %d = fpext float %a to double
  %bc = fadd double %b, %c
  %r = fadd double %bc, %d
  ret double %r
}

; Functions that round to an integer round to a floating-point number first, and then convert it.
; CHECK-LABEL: define i64 @rounded(float %x, double %y)
; CHECK: %[[nearest:.*]] = call float @llvm.rint.f32(float %x)
; CHECK: fptosi float %[[nearest]] to i64
; CHECK: call double @llvm.rint.f64(double %y)
; CHECK: call float @llvm.round.f32(float %x)
; CHECK: %[[away:.*]] = call double @llvm.round.f64(double %y)
; CHECK: fptosi double %[[away]] to i64
; CHECK-NOT: call i64
define i64 @rounded(float %x, double %y) {
  %a = call i64 @llvm.lrint.i64.f32(float %x)
  %b = call i64 @llvm.llrint.i64.f64(double %y)
  %c = call i64 @llvm.lround.i64.f32(float %x)
  %d = call i64 @llvm.llround.i64.f64(double %y)
  %ab = add i64 %a, %b
  %cd = add i64 %c, %d
  %r = add i64 %ab, %cd
  ret i64 %r
}

; CHECK-LABEL: define void @wait()
; CHECK: call void @_Z7barrierj(i32 1)
define void @wait() {
  call void @ingot_device_barrier(i32 1)
  ret void
}

; A fence becomes SPIR-V's OpMemoryBarrier. In this order: device scope, acquire and release, global memory; group
; scope, acquire, local memory; device scope, release, global memory.
; CHECK-LABEL: define void @fences
; CHECK: call void @_Z21__spirv_MemoryBarrierjj(i32 1, i32 520)
; CHECK: call void @_Z21__spirv_MemoryBarrierjj(i32 2, i32 258)
; CHECK: call void @_Z21__spirv_MemoryBarrierjj(i32 1, i32 516)
declare void @ingot_device_fence(i32, i32)
define void @fences() {
  call void @ingot_device_fence(i32 2, i32 3)
  call void @ingot_device_fence(i32 1, i32 1)
  call void @ingot_device_fence(i32 2, i32 2)
  ret void
}

; CHECK: attributes #[[barrier]] = { convergent noduplicate nounwind "ingot-built-in"="barrier" }
