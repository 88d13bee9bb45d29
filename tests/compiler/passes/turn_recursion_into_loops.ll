; RUN: %opt -passes=turn-recursion-into-loops,inline-into-kernels %s | %check
; A recursive function of bounded depth becomes a loop over levels. Arrays hold the values that a level still needs
; after its call.
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"

; At most four levels make a recursive call. Each saves n, which it needs after the call, and no pointer.
; CHECK-LABEL: define i32 @ingot_entry_known(
; CHECK-DAG: alloca [4 x i32]
; CHECK-NOT: alloca [4 x ptr]
; CHECK-NOT: call i32 @sum
define i32 @ingot_entry_known(ptr %p) {
  %r = call i32 @sum(ptr %p, i32 4)
  ret i32 %r
}

define internal i32 @sum(ptr %p, i32 %n) alwaysinline {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %stop, label %go
go:
  %next = getelementptr i32, ptr %p, i64 1
  %less = add i32 %n, -1
  %rest = call i32 @sum(ptr %next, i32 %less)
  %value = load i32, ptr %p
  %scaled = mul i32 %value, %n
  %all = add i32 %rest, %scaled
  ret i32 %all
stop:
  ret i32 0
}

; The bound is known from a condition.
; CHECK-LABEL: define i32 @ingot_entry_condition(
; CHECK: alloca [9 x i32]
; CHECK-NOT: call i32 @other
define i32 @ingot_entry_condition(i32 %n) {
  %small = icmp ult i32 %n, 10
  br i1 %small, label %go, label %stop
go:
  %r = call i32 @other(i32 %n)
  ret i32 %r
stop:
  ret i32 0
}
define internal i32 @other(i32 %n) alwaysinline {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %stop, label %go
go:
  %less = add i32 %n, -1
  %rest = call i32 @other(i32 %less)
  %all = mul i32 %rest, %n
  ret i32 %all
stop:
  ret i32 1
}

; A bool that a level needs after its call is saved as a byte: Intel's OpenCL driver reads arrays of i1 wrongly.
; CHECK-LABEL: define i1 @ingot_entry_bool(
; CHECK-NOT: x i1]
; CHECK: alloca [4 x i8]
; CHECK-NOT: x i1]
; CHECK-LABEL: define {{.*}}@ingot_entry_unknown(
define i1 @ingot_entry_bool(ptr %p) {
  %r = call i1 @any(ptr %p, i32 4)
  ret i1 %r
}
define internal i1 @any(ptr %p, i32 %n) alwaysinline {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %stop, label %go
go:
  %value = load i32, ptr %p
  %own = icmp sgt i32 %value, %n
  store i32 %n, ptr %p
  %less = add i32 %n, -1
  %rest = call i1 @any(ptr %p, i32 %less)
  %all = or i1 %rest, %own
  ret i1 %all
stop:
  ret i1 false
}

; The depth is not known: the recursion stays.
; CHECK: call i32 @third
define i32 @ingot_entry_unknown(i32 %n) {
  %r = call i32 @third(i32 %n)
  ret i32 %r
}
define internal i32 @third(i32 %n) alwaysinline {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %stop, label %go
go:
  %less = add i32 %n, -1
  %rest = call i32 @third(i32 %less)
  %all = mul i32 %rest, %n
  ret i32 %all
stop:
  ret i32 1
}

; Counting down from 9 by 2 goes below zero: the recursion stays.
; CHECK-LABEL: define i32 @ingot_entry_past_zero(
; CHECK: call i32 @fourth
define i32 @ingot_entry_past_zero() {
  %r = call i32 @fourth(i32 9)
  ret i32 %r
}
define internal i32 @fourth(i32 %n) alwaysinline {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %stop, label %go
go:
  %less = add i32 %n, -2
  %rest = call i32 @fourth(i32 %less)
  %all = mul i32 %rest, %n
  ret i32 %all
stop:
  ret i32 1
}

; The bound is the range that note-argument-ranges attached to the call.
; CHECK-LABEL: define void @ingot_entry_noted(
; CHECK: alloca [63 x i64]
; CHECK-NOT: call void @fifth
define void @ingot_entry_noted(ptr %p, i64 %n) {
  call void @fifth(ptr %p, i64 range(i64 0, 64) %n)
  ret void
}
define internal void @fifth(ptr %p, i64 %n) alwaysinline {
  %end = icmp eq i64 %n, 0
  br i1 %end, label %stop, label %go
go:
  %next = getelementptr i32, ptr %p, i64 1
  %less = add i64 %n, -1
  call void @fifth(ptr %next, i64 %less)
  store i64 %n, ptr %p
  br label %stop
stop:
  ret void
}

; The argument may be below zero, so that there is no bound: the recursion stays.
; CHECK-LABEL: define void @ingot_entry_below_zero(
; CHECK: call void @sixth
define void @ingot_entry_below_zero(ptr %p, i64 %n) {
  call void @sixth(ptr %p, i64 range(i64 -1, 64) %n)
  ret void
}
define internal void @sixth(ptr %p, i64 %n) alwaysinline {
  %end = icmp eq i64 %n, 0
  br i1 %end, label %stop, label %go
go:
  %next = getelementptr i32, ptr %p, i64 1
  %less = add i64 %n, -1
  call void @sixth(ptr %next, i64 %less)
  store i64 %n, ptr %p
  br label %stop
stop:
  ret void
}

; A pointer that is poison on a path that is never taken is passed from level to level like any other.
; CHECK-LABEL: define void @ingot_entry_poison(
; CHECK: alloca [4 x i64]
; CHECK-NOT: call void @seventh
define void @ingot_entry_poison(ptr %p) {
  call void @seventh(ptr %p, i64 4)
  ret void
}
define internal void @seventh(ptr %p, i64 %n) alwaysinline {
  %end = icmp eq i64 %n, 0
  br i1 %end, label %stop, label %go
go:
  %value = load i64, ptr %p
  %never = icmp eq i64 %value, 7
  br i1 %never, label %call, label %step
step:
  %next = getelementptr i64, ptr %p, i64 1
  br label %call
call:
  %there = phi ptr [ poison, %go ], [ %next, %step ]
  %less = add i64 %n, -1
  call void @seventh(ptr %there, i64 %less)
  store i64 %n, ptr %p
  br label %stop
stop:
  ret void
}

; A variable whose alignment is larger than its size requires keeps its alignment at each level.
; CHECK-LABEL: define i32 @ingot_entry_aligned(
; CHECK: alloca [4 x <{ [9 x i32], [12 x i8] }>], align 16
define i32 @ingot_entry_aligned(ptr %p) {
  %r = call i32 @aligned(ptr %p, i32 3)
  ret i32 %r
}
define internal i32 @aligned(ptr %p, i32 %n) alwaysinline {
  %row = alloca [9 x i32], align 16
  %index = load i32, ptr %p
  %place = getelementptr i32, ptr %row, i32 %index
  store i32 %n, ptr %place
  %end = icmp eq i32 %n, 0
  br i1 %end, label %stop, label %go
go:
  %less = add i32 %n, -1
  %r = call i32 @aligned(ptr %p, i32 %less)
  %again = load i32, ptr %p
  %other = getelementptr i32, ptr %row, i32 %again
  %own = load i32, ptr %other
  %sum = add i32 %r, %own
  ret i32 %sum
stop:
  ret i32 0
}

; A variable whose lifetime ends before the recursive call is one variable for all levels. One that is also used after the call
; has an element for each level. 4 levels with 20,000 bytes each would need more memory than a work-item has.
; CHECK-LABEL: define i32 @ingot_entry_lifetime(
; CHECK-DAG: alloca [5000 x i32]
; CHECK-DAG: alloca [4 x [3 x i32]]
; CHECK-NOT: call i32 @scratch
; CHECK: ret i32
define i32 @ingot_entry_lifetime(ptr %p) {
  %r = call i32 @scratch(ptr %p, i32 3)
  ret i32 %r
}
define internal i32 @scratch(ptr %p, i32 %n) alwaysinline {
  %row = alloca [5000 x i32]
  %kept = alloca [3 x i32]
  call void @llvm.lifetime.start.p0(ptr %row)
  call void @llvm.lifetime.start.p0(ptr %kept)
  %index = load volatile i32, ptr %p
  %place = getelementptr i32, ptr %row, i32 %index
  store i32 %n, ptr %place
  %other = load volatile i32, ptr %p
  %there = getelementptr i32, ptr %row, i32 %other
  %value = load i32, ptr %there
  call void @llvm.lifetime.end.p0(ptr %row)
  %own = getelementptr i32, ptr %kept, i32 %index
  store i32 %value, ptr %own
  %end = icmp eq i32 %n, 0
  br i1 %end, label %stop, label %go
go:
  %less = add i32 %n, -1
  %r = call i32 @scratch(ptr %p, i32 %less)
  %again = load volatile i32, ptr %p
  %saved = getelementptr i32, ptr %kept, i32 %again
  %mine = load i32, ptr %saved
  %sum = add i32 %r, %mine
  call void @llvm.lifetime.end.p0(ptr %kept)
  ret i32 %sum
stop:
  ret i32 0
}
