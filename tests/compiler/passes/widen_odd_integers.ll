; RUN: %opt -passes=widen-odd-integers,verify %s | %check --implicit-check-not='{{= [a-z].* i(2|3|5|24|33|48|50|56|63) }}'
; Integers of odd widths become integers of 8, 16, 32 or 64 bits, whose upper bits are 0.

; CHECK-LABEL: define i32 @count_down(
; CHECK: %[[LOW:.*]] = trunc i32 %x to i8
; CHECK: %first = and i8 %[[LOW]], 3
; CHECK: %number = phi i8 [ %first, %0 ], [ %next, %loop ]
; CHECK: %wide = zext i8 %number to i32
; CHECK: %[[SUM:.*]] = add i8 %number, 3
; CHECK: %next = and i8 %[[SUM]], 3
; CHECK: icmp eq i8 %next, 0
define i32 @count_down(i32 %x) {
  %first = trunc i32 %x to i2
  br label %loop
loop:
  %number = phi i2 [ %first, %0 ], [ %next, %loop ]
  %sum = phi i32 [ 0, %0 ], [ %more, %loop ]
  %wide = zext i2 %number to i32
  %more = add i32 %sum, %wide
  %next = add i2 %number, -1
  %end = icmp eq i2 %next, 0
  br i1 %end, label %done, label %loop
done:
  ret i32 %more
}

; Signed operations first extend the sign.
; CHECK-LABEL: define i64 @signs(
; CHECK: %[[LEFT:.*]] = shl i64 %odd, 31
; CHECK: %[[SIGNED:.*]] = ashr i64 %[[LEFT]], 31
; CHECK: %[[SHIFTED:.*]] = ashr i64 %[[SIGNED]], 2
; CHECK: %shifted = and i64 %[[SHIFTED]], 8589934591
; CHECK: icmp slt i64
; CHECK: sitofp i64
define i64 @signs(i64 %x, ptr %p) {
  %odd = trunc i64 %x to i33
  %shifted = ashr i33 %odd, 2
  %negative = icmp slt i33 %shifted, 0
  %number = sitofp i33 %odd to float
  store float %number, ptr %p
  %chosen = select i1 %negative, i33 %odd, i33 7
  %result = sext i33 %chosen to i64
  ret i64 %result
}

; CHECK-LABEL: define i32 @choice(
; CHECK: %kind = and i8 %{{.*}}, 7
; CHECK: switch i8 %kind, label %other [
; CHECK-NEXT: i8 5, label %five
define i32 @choice(i32 %x) {
  %kind = trunc i32 %x to i3
  switch i3 %kind, label %other [
    i3 -3, label %five
  ]
five:
  ret i32 1
other:
  ret i32 2
}

; CHECK-LABEL: define i8 @memory(
; CHECK: %[[BYTE:.*]] = load i8, ptr %p
; CHECK: %value = and i8 %[[BYTE]], 31
; CHECK: call i8 @llvm.umin.i8(i8 %value, i8 9)
; CHECK: store i8
define i8 @memory(ptr %p) {
  %value = load i5, ptr %p
  %least = call i5 @llvm.umin.i5(i5 %value, i5 9)
  store i5 %least, ptr %p
  %bits = call i5 @llvm.ctpop.i5(i5 %value)
  %wide = zext i5 %bits to i8
  ret i8 %wide
}

; CHECK-LABEL: define i1 @overflow(
; CHECK: %[[PAIR:.*]] = call { i64, i1 } @llvm.sadd.with.overflow.i64(
; CHECK: %[[EXACT:.*]] = extractvalue { i64, i1 } %[[PAIR]], 0
; CHECK: and i64 %[[EXACT]], 8589934591
; CHECK: icmp ne i64 %{{.*}}, %[[EXACT]]
define i1 @overflow(i64 %x, ptr %p) {
  %odd = trunc i64 %x to i33
  %pair = call { i33, i1 } @llvm.sadd.with.overflow.i33(i33 %odd, i33 -3)
  %sum = extractvalue { i33, i1 } %pair, 0
  %wide = sext i33 %sum to i64
  store i64 %wide, ptr %p
  %overflow = extractvalue { i33, i1 } %pair, 1
  ret i1 %overflow
}

; The reversed bits of the wide integer are its upper ones.
; CHECK-LABEL: define i8 @reversed(
; CHECK: %[[REVERSED:.*]] = call i8 @llvm.bitreverse.i8(i8 %value)
; CHECK: lshr i8 %[[REVERSED]], 3
define i8 @reversed(i8 %x) {
  %value = trunc i8 %x to i5
  %bits = call i5 @llvm.bitreverse.i5(i5 %value)
  %wide = zext i5 %bits to i8
  ret i8 %wide
}

; A rotation by 8 bits.
; CHECK-LABEL: define i32 @rotated(
; CHECK: %[[LEFT:.*]] = shl i32 %value, 8
; CHECK: %[[HALF:.*]] = lshr i32 %value, 1
; CHECK: %[[RIGHT:.*]] = lshr i32 %[[HALF]], 15
; CHECK: %[[BOTH:.*]] = or i32 %[[LEFT]], %[[RIGHT]]
; CHECK: and i32 %[[BOTH]], 16777215
define i32 @rotated(i32 %x) {
  %value = trunc i32 %x to i24
  %bits = call i24 @llvm.fshl.i24(i24 %value, i24 %value, i24 8)
  %wide = zext i24 %bits to i32
  ret i32 %wide
}

; The shift is a number below the odd width.
; CHECK-LABEL: define i32 @shifted(
; CHECK: %[[SHIFT:.*]] = urem i32 %value, 24
; CHECK: %[[REST:.*]] = sub i32 23, %[[SHIFT]]
; CHECK: shl i32 14, %[[REST]]
; CHECK: lshr i32 %value, %[[SHIFT]]
define i32 @shifted(i32 %x) {
  %value = trunc i32 %x to i24
  %bits = call i24 @llvm.fshr.i24(i24 7, i24 %value, i24 %value)
  %wide = zext i24 %bits to i32
  ret i32 %wide
}

; CHECK-LABEL: define i8 @saturated(
; CHECK: call i8 @llvm.smax.i8(i8 %{{.*}}, i8 -16)
; CHECK: call i8 @llvm.smin.i8(i8 %{{.*}}, i8 15)
; CHECK: call i8 @llvm.umin.i8(i8 %{{.*}}, i8 31)
; CHECK: call i8 @llvm.usub.sat.i8(
; CHECK: call i8 @llvm.scmp.i8.i8(
define i8 @saturated(i8 %x) {
  %value = trunc i8 %x to i5
  %sum = call i5 @llvm.sadd.sat.i5(i5 %value, i5 3)
  %more = call i5 @llvm.uadd.sat.i5(i5 %sum, i5 %value)
  %less = call i5 @llvm.usub.sat.i5(i5 %more, i5 2)
  %order = call i8 @llvm.scmp.i8.i5(i5 %less, i5 %value)
  ret i8 %order
}

; Other integers stay.
; CHECK-LABEL: define i16 @usual(
; CHECK-NEXT: %flag = trunc i16 %x to i1
; CHECK-NEXT: %sum = add nsw i16 %x, 1
define i16 @usual(i16 %x) {
  %flag = trunc i16 %x to i1
  %sum = add nsw i16 %x, 1
  %result = select i1 %flag, i16 %sum, i16 %x
  ret i16 %result
}

declare { i33, i1 } @llvm.sadd.with.overflow.i33(i33, i33)
declare i5 @llvm.umin.i5(i5, i5)
declare i5 @llvm.ctpop.i5(i5)
declare i5 @llvm.bitreverse.i5(i5)
declare i24 @llvm.fshl.i24(i24, i24, i24)
declare i24 @llvm.fshr.i24(i24, i24, i24)
declare i5 @llvm.sadd.sat.i5(i5, i5)
declare i5 @llvm.uadd.sat.i5(i5, i5)
declare i5 @llvm.usub.sat.i5(i5, i5)
declare i8 @llvm.scmp.i8.i5(i5, i5)

; An integer in memory whose bytes are no power of two is accessed in parts: seven bytes one by one, six as three times two.
; CHECK-LABEL: define i64 @parts_in_memory(
; CHECK-COUNT-7: load i8, ptr
; CHECK-NOT: {{load i24|load i56}}
; CHECK-COUNT-3: store i16
; CHECK-NOT: {{store i48|store i16}}
; CHECK: ret i64
define i64 @parts_in_memory(ptr %from, ptr %to) {
  %bits = load i56, ptr %from, align 1
  %all = zext i56 %bits to i64
  %low = trunc i64 %all to i48
  store i48 %low, ptr %to, align 2
  ret i64 %all
}

; Seven bytes of an integer of 50 bits: the bits above are cut off.
; CHECK-LABEL: define i64 @fifty_bits(
; CHECK-COUNT-7: load i8, ptr
; CHECK: and i64 %{{.*}}, 1125899906842623
define i64 @fifty_bits(ptr %from) {
  %bits = load i50, ptr %from, align 8
  %all = zext i50 %bits to i64
  ret i64 %all
}
