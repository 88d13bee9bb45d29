; RUN: %opt -passes='cpu-split-packed-stores,cpu-narrow-integers,verify,instcombine,dce' %s | %check
; Numbers of 64 bits that need only 32, and structs that are packed into one number.

; Four numbers of 16 bits, as Clang returns them: the sums are computed in 32 bits, and each field is stored by itself.
; CHECK-LABEL: define void @packed(
; CHECK-NOT: i64
; CHECK: mul {{.*}}i32
; CHECK: store i16 %{{.*}}, ptr %to, align 8
; CHECK: getelementptr inbounds {{.*}}i8, ptr %to, i64 2
; CHECK: store i16 %{{.*}}, ptr %{{.*}}, align 2
; CHECK: getelementptr inbounds {{.*}}i8, ptr %to, i64 4
; CHECK: store i16 %{{.*}}, ptr %{{.*}}, align 4
; CHECK: getelementptr inbounds {{.*}}i8, ptr %to, i64 6
; CHECK: store i16 %{{.*}}, ptr %{{.*}}, align 2
; CHECK-NOT: store
define void @packed(i16 %a, i16 %b, i16 %c, i16 %d, ptr %to) {
  %wide_a = zext i16 %a to i64
  %wide_b = zext i16 %b to i64
  %wide_c = zext i16 %c to i64
  %wide_d = zext i16 %d to i64
  %product_a = mul nuw nsw i64 %wide_a, 40000
  %product_b = mul nuw nsw i64 %wide_b, 40000
  %product_c = mul nuw nsw i64 %wide_c, 40000
  %product_d = mul nuw nsw i64 %wide_d, 40000
  %sum_a = add i64 %product_a, 32768
  %field_a = lshr i64 %sum_a, 16
  %sum_b = add i64 %product_b, 32768
  %field_b = and i64 %sum_b, 4294901760
  %shifted_c = shl i64 %product_c, 16
  %sum_c = add i64 %shifted_c, 2147483648
  %field_c = and i64 %sum_c, 281470681743360
  %shifted_d = shl i64 %product_d, 32
  %sum_d = add i64 %shifted_d, 140737488355328
  %field_d = and i64 %sum_d, -281474976710656
  %cd = or disjoint i64 %field_d, %field_c
  %bcd = or disjoint i64 %cd, %field_b
  %all = or disjoint i64 %bcd, %field_a
  store i64 %all, ptr %to, align 8
  ret void
}

; A sum may be larger than its field: it stays as it is.
; CHECK-LABEL: define void @one_number(
; CHECK: store i64
define void @one_number(i32 %a, i32 %b, i64 %c, ptr %to) {
  %wide_a = zext i32 %a to i64
  %wide_b = zext i32 %b to i64
  %sum = add i64 %wide_a, %wide_b
  %high = shl i64 %c, 40
  %all = or disjoint i64 %high, %sum
  store i64 %all, ptr %to, align 8
  ret void
}

; Atomic and volatile stores are done at once.
; CHECK-LABEL: define void @atomic(
; CHECK: store atomic i64
define void @atomic(i32 %a, i32 %b, ptr %to) {
  %wide_a = zext i32 %a to i64
  %wide_b = zext i32 %b to i64
  %high = shl nuw i64 %wide_b, 32
  %all = or disjoint i64 %high, %wide_a
  store atomic i64 %all, ptr %to monotonic, align 8
  ret void
}

; The high bits of a sum of 64 bits matter here.
; CHECK-LABEL: define i32 @carry(
; CHECK: add i64
define i32 @carry(i64 %a, i64 %b) {
  %sum = add i64 %a, %b
  %high = lshr i64 %sum, 8
  %low = trunc i64 %high to i32
  ret i32 %low
}

; CHECK-LABEL: define i16 @low_bits(
; CHECK-NOT: {{(add|mul|lshr)}} i64
; CHECK: mul i32
; CHECK: ret i16
define i16 @low_bits(i64 %a, i64 %b) {
  %sum = add i64 %a, %b
  %product = mul i64 %sum, %b
  %part = lshr i64 %product, 16
  %low = trunc i64 %part to i16
  ret i16 %low
}
