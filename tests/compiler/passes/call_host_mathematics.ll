; RUN: %opt -passes='call-host-mathematics,verify' %s | %check
; Mathematical functions become functions of the C library, with a prefix.

declare float @llvm.sin.f32(float)
declare double @llvm.pow.f64(double, double)
declare float @llvm.sqrt.f32(float)
declare float @cbrtf(float)
declare float @ingot_device_rsqrt_f32(float)

; CHECK-LABEL: define float @floats(
; CHECK: call float @ingot_cpu_sinf(float %x)
; CHECK: call float @ingot_cpu_cbrtf(float
; CHECK: call float @llvm.sqrt.f32(float
; CHECK: %[[root:.*]] = call fast float @llvm.sqrt.f32(float
; CHECK: fdiv fast float 1.0{{.*}}, %[[root]]
define float @floats(float %x) {
  %a = call float @llvm.sin.f32(float %x)
  %b = call float @cbrtf(float %a)
  %c = call float @llvm.sqrt.f32(float %b)
  %d = call fast float @ingot_device_rsqrt_f32(float %c)
  ret float %d
}

; CHECK-LABEL: define double @doubles(
; CHECK: call double @ingot_cpu_pow(double %x, double %y)
define double @doubles(double %x, double %y) {
  %a = call double @llvm.pow.f64(double %x, double %y)
  ret double %a
}

; A function of the author's with such a name stays, and so does one of other types.
; CHECK-LABEL: define i32 @author(
; CHECK: call float @sinf(float 1.0{{.*}})
; CHECK: call i32 @exp(i32 1)
define internal float @sinf(float %x) {
  ret float %x
}
declare i32 @exp(i32)
define i32 @author() {
  %a = call float @sinf(float 1.0)
  %b = call i32 @exp(i32 1)
  ret i32 %b
}

; The remainder of half numbers is computed in float.
; CHECK-LABEL: define half @remainder(
; CHECK: frem float
; CHECK: fptrunc float
define half @remainder(half %x, half %y) {
  %a = frem half %x, %y
  ret half %a
}
