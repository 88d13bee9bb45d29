; RUN: %opt -passes=call-printf-opencl %s | %check --check-prefixes=CHECK,OPENCL
; RUN: %opt -passes=call-printf-ptx %s | %check --check-prefixes=CHECK,PTX
; Calls of print and printf become calls of the target's printf, with strings as text of the format. Calls that devices
; do not support stay.

@numbers = private constant [17 x i8] c"%d %5.1f %llx%%\0A\00"
@words = private constant [7 x i8] c"%s %4s\00"
@first = private constant [4 x i8] c"50%\00"
@second = private constant [3 x i8] c"ab\00"
@star = private constant [4 x i8] c"%*d\00"
@text = private constant [13 x i8] c"100% of $ $!\00"
@narrow = private constant [15 x i8] c"%02hhx %hd %hu\00"
@long_precision = private constant [8 x i8] c"%.1100s\00"
@greatest_width = private constant [7 x i8] c"%1024s\00"
@too_wide = private constant [7 x i8] c"%1025s\00"
@long_word = private constant [1101 x i8] c"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\00"
@shapes = private constant [7 x i8] c"13f11U\00"

declare i32 @printf(ptr, ...)
declare void @ingot_device_print(ptr, ptr, ...)

; OPENCL: @format = private addrspace(2) constant [16 x i8] c"%d %5.1f %lx%%\0A\00"
; PTX: @format = private addrspace(1) constant [17 x i8] c"%d %5.1f %llx%%\0A\00"
; OPENCL: c"50%% ab\00"
; CHECK: c"%02x %d %u\00"
; CHECK: c"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\00"
; CHECK: constant [1025 x i8] c"{{ +}}ab\00"
; OPENCL: c"100%% of (%f, %f, %f) %lu!\0A\00"
; PTX: c"100%% of (%f, %f, %f) %llu!\0A\00"

; CHECK-LABEL: define void @numbers_and_words(
; OPENCL: call i32 (ptr addrspace(2), ...) @_Z6printfPU3AS2Kcz(ptr addrspace(2) @format, i32 %a, double %b, i64 %c)
; PTX: call i32 (ptr addrspace(1), ...) @ingot_device_printf(ptr addrspace(1) @format, i32 %a, double %b, i64 %c)
; OPENCL: @_Z6printfPU3AS2Kcz(
; PTX: @ingot_device_printf(
define void @numbers_and_words(i32 %a, double %b, i64 %c) {
  %x = call i32 (ptr, ...) @printf(ptr @numbers, i32 %a, double %b, i64 %c)
  %y = call i32 (ptr, ...) @printf(ptr @words, ptr @first, ptr @second)
  ret void
}

; C passes narrow integers as int. The length modifiers h and hh print the low bits of the int.
; CHECK-LABEL: define void @narrow_integers(
; CHECK: %[[b:.*]] = trunc i32 %a to i8
; CHECK: %[[byte:.*]] = zext i8 %[[b]] to i32
; CHECK: %[[s:.*]] = trunc i32 %a to i16
; CHECK: %[[short:.*]] = sext i16 %[[s]] to i32
; CHECK: %[[u:.*]] = trunc i32 %a to i16
; CHECK: %[[unsigned:.*]] = zext i16 %[[u]] to i32
; CHECK: @{{_Z6printfPU3AS2Kcz|ingot_device_printf}}({{.*}}, i32 %[[byte]], i32 %[[short]], i32 %[[unsigned]])
define void @narrow_integers(i32 %a) {
  %x = call i32 (ptr, ...) @printf(ptr @narrow, i32 %a, i32 %a, i32 %a)
  ret void
}

; A precision shortens a string to any length. A width above 1024 is not supported.
; CHECK-LABEL: define void @long_words(
; CHECK-COUNT-2: @{{_Z6printfPU3AS2Kcz|ingot_device_printf}}(
; CHECK: @printf(ptr @too_wide, ptr @second)
define void @long_words() {
  %a = call i32 (ptr, ...) @printf(ptr @long_precision, ptr @long_word)
  %b = call i32 (ptr, ...) @printf(ptr @greatest_width, ptr @second)
  %c = call i32 (ptr, ...) @printf(ptr @too_wide, ptr @second)
  ret void
}

; CHECK-LABEL: define void @line(
; CHECK: @{{_Z6printfPU3AS2Kcz|ingot_device_printf}}({{.*}}, double %x, double %x, double %x, i64 %n)
define void @line(double %x, i64 %n) {
  call void (ptr, ptr, ...) @ingot_device_print(ptr @text, ptr @shapes, double %x, double %x, double %x, i64 %n)
  ret void
}

; CHECK-LABEL: define void @unsupported(
; CHECK: @printf(ptr @star, i32 %n, i32 %n)
; CHECK: @printf(ptr %unknown)
; CHECK: @printf(ptr @numbers, i32 %n)
; CHECK: @printf(ptr @numbers, double 1.000000e+00, double 1.000000e+00, i64 1)
define void @unsupported(ptr %unknown, i32 %n) {
  %a = call i32 (ptr, ...) @printf(ptr @star, i32 %n, i32 %n)
  %b = call i32 (ptr, ...) @printf(ptr %unknown)
  %c = call i32 (ptr, ...) @printf(ptr @numbers, i32 %n)
  %d = call i32 (ptr, ...) @printf(ptr @numbers, double 1.0, double 1.0, i64 1)
  ret void
}
