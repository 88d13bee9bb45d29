; RUN: %opt -passes=expand-integer-intrinsics %s | %check --implicit-check-not="call {{.*}}@llvm."
; RUN: %opt -passes='expand-integer-intrinsics,function(instsimplify,sccp,simplifycfg)' %s | %check --check-prefix=COMPUTED
; Integer intrinsics that SPIR-V lacks become plain instructions.

; CHECK-LABEL: define i8 @reversal(
; CHECK: and i8 %x, 15
; CHECK: shl i8 {{.*}}, 4
; CHECK: and i8 {{.*}}, 51
; CHECK: and i8 {{.*}}, 85
; CHECK: ret i8
define i8 @reversal(i8 %x) {
  %r = call i8 @llvm.bitreverse.i8(i8 %x)
  ret i8 %r
}

; CHECK-LABEL: define <2 x i32> @reversal_of_vector(
; CHECK: and <2 x i32> %x, splat (i32 65535)
define <2 x i32> @reversal_of_vector(<2 x i32> %x) {
  %r = call <2 x i32> @llvm.bitreverse.v2i32(<2 x i32> %x)
  ret <2 x i32> %r
}

; An integer of 24 bits is reversed in 32 bits, the next larger integer of devices.
; CHECK-LABEL: define i24 @reversal_of_three_bytes(
; CHECK: zext i24 %x to i32
; CHECK: lshr i32 {{.*}}, 8
; CHECK: trunc i32 {{.*}} to i24
define i24 @reversal_of_three_bytes(i24 %x) {
  %r = call i24 @llvm.bitreverse.i24(i24 %x)
  ret i24 %r
}

; CHECK-LABEL: define i1 @sum_overflows(
; CHECK: %[[sum:.*]] = add i32 %a, %b
; CHECK: icmp slt i32
define i1 @sum_overflows(i32 %a, i32 %b) {
  %both = call {i32, i1} @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %r = extractvalue {i32, i1} %both, 1
  ret i1 %r
}

; CHECK-LABEL: define { i16, i1 } @both_parts(
; CHECK: insertvalue { i16, i1 } poison
; CHECK: insertvalue { i16, i1 }
define {i16, i1} @both_parts(i16 %a, i16 %b) {
  %both = call {i16, i1} @llvm.usub.with.overflow.i16(i16 %a, i16 %b)
  ret {i16, i1} %both
}

; CHECK-LABEL: define i32 @product(
; CHECK: mul i64
; CHECK: trunc i64 {{.*}} to i32
define i32 @product(i32 %a, i32 %b) {
  %both = call {i32, i1} @llvm.umul.with.overflow.i32(i32 %a, i32 %b)
  %value = extractvalue {i32, i1} %both, 0
  %overflows = extractvalue {i32, i1} %both, 1
  %r = select i1 %overflows, i32 -1, i32 %value
  ret i32 %r
}

; A product of 64-bit integers does not use 128-bit integers, which no device has.
; CHECK-LABEL: define { i64, i1 } @long_product(
; CHECK-NOT: i128
; CHECK: ret { i64, i1 }
define {i64, i1} @long_product(i64 %a, i64 %b) {
  %both = call {i64, i1} @llvm.smul.with.overflow.i64(i64 %a, i64 %b)
  ret {i64, i1} %both
}

; The results of the plain instructions for constants. Each bit of the result is the overflow flag of one operation,
; from the lowest bit: 2^63 - 1 + 1 overflows, and so do -2^63 - 1, 2^32 * 2^32 and -2^63 * -1; -2^32 * 2^31 does not.
; In 33 bits 2^32 - 1 + 1 overflows, and -2^32 + 1 - 1 does not.
; COMPUTED-LABEL: define i32 @constants(
; COMPUTED-NEXT: ret i32 47
define i32 @constants() {
  %a = call {i64, i1} @llvm.sadd.with.overflow.i64(i64 9223372036854775807, i64 1)
  %b = call {i64, i1} @llvm.ssub.with.overflow.i64(i64 -9223372036854775808, i64 1)
  %c = call {i64, i1} @llvm.umul.with.overflow.i64(i64 4294967296, i64 4294967296)
  %d = call {i64, i1} @llvm.smul.with.overflow.i64(i64 -9223372036854775808, i64 -1)
  %e = call {i64, i1} @llvm.smul.with.overflow.i64(i64 -4294967296, i64 2147483648)
  %f = call {i33, i1} @llvm.sadd.with.overflow.i33(i33 4294967295, i33 1)
  %g = call {i33, i1} @llvm.ssub.with.overflow.i33(i33 -4294967295, i33 1)
  %a1 = extractvalue {i64, i1} %a, 1
  %b1 = extractvalue {i64, i1} %b, 1
  %c1 = extractvalue {i64, i1} %c, 1
  %d1 = extractvalue {i64, i1} %d, 1
  %e1 = extractvalue {i64, i1} %e, 1
  %f1 = extractvalue {i33, i1} %f, 1
  %g1 = extractvalue {i33, i1} %g, 1
  %a2 = select i1 %a1, i32 1, i32 0
  %b2 = select i1 %b1, i32 2, i32 0
  %c2 = select i1 %c1, i32 4, i32 0
  %d2 = select i1 %d1, i32 8, i32 0
  %e2 = select i1 %e1, i32 16, i32 0
  %f2 = select i1 %f1, i32 32, i32 0
  %g2 = select i1 %g1, i32 64, i32 0
  %ab = or i32 %a2, %b2
  %abc = or i32 %ab, %c2
  %abcd = or i32 %abc, %d2
  %abcde = or i32 %abcd, %e2
  %abcdef = or i32 %abcde, %f2
  %r = or i32 %abcdef, %g2
  ret i32 %r
}
