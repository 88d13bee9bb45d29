; RUN: %opt -passes=merge-recursive-functions %s | %check
; Functions that call each other in a cycle are inlined into one of them.

; CHECK-LABEL: define i1 @ingot_entry_even(
; CHECK: call i1 @is_even(i32 9)
define i1 @ingot_entry_even() {
  %r = call i1 @is_even(i32 9)
  ret i1 %r
}

; CHECK-LABEL: define internal i1 @is_even(
; CHECK-NOT: call i1 @is_odd
; CHECK: call i1 @is_even
define internal i1 @is_even(i32 %n) {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %stop, label %go
go:
  %less = add i32 %n, -1
  %r = call i1 @is_odd(i32 %less)
  ret i1 %r
stop:
  ret i1 true
}
define internal i1 @is_odd(i32 %n) {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %stop, label %go
go:
  %less = add i32 %n, -1
  %r = call i1 @is_even(i32 %less)
  ret i1 %r
stop:
  ret i1 false
}

; A function that calls itself through a helper, which a second helper calls.
; CHECK-LABEL: define internal i32 @walk(
; CHECK-NOT: call i32 @each
; CHECK-NOT: call i32 @child
; CHECK: call i32 @walk(i32
define internal i32 @walk(i32 %n) {
  %a = call i32 @each(i32 %n)
  ret i32 %a
}
define internal i32 @each(i32 %n) {
  %a = call i32 @child(i32 %n)
  %b = call i32 @child(i32 %a)
  ret i32 %b
}
define internal i32 @child(i32 %n) {
  %less = add i32 %n, -1
  %a = call i32 @walk(i32 %less)
  ret i32 %a
}
define i32 @ingot_entry_walk() {
  %r = call i32 @walk(i32 9)
  ret i32 %r
}

; Two cycles without a common function: nothing changes.
; CHECK-LABEL: define internal void @first(
; CHECK: call void @first()
; CHECK: call void @second()
define internal void @first() {
  call void @first()
  call void @second()
  ret void
}
define internal void @second() {
  call void @second()
  call void @first()
  ret void
}
define void @ingot_entry_first() {
  call void @first()
  ret void
}

; A recursive function that takes a struct by value copies the struct itself.
; CHECK-LABEL: define i32 @ingot_entry_fold(
; CHECK: call i32 @fold(i32 7, ptr align 8 %struct)
define i32 @ingot_entry_fold(ptr %struct) {
  %r = call i32 @fold(i32 7, ptr byval([4 x i64]) align 8 %struct)
  ret i32 %r
}

; CHECK-LABEL: define internal i32 @fold(i32 %n, ptr align 8 %struct)
; CHECK: %[[COPY:.*]] = alloca [4 x i64], align 8
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %[[COPY]], ptr align 8 %struct, i64 32
; CHECK: store i64 1, ptr %[[COPY]]
; CHECK: call i32 @fold(i32 %less, ptr align 8 %[[COPY]])
define internal i32 @fold(i32 %n, ptr byval([4 x i64]) align 8 %struct) {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %stop, label %go
go:
  store i64 1, ptr %struct
  %less = add i32 %n, -1
  %r = call i32 @fold(i32 %less, ptr byval([4 x i64]) align 8 %struct)
  ret i32 %r
stop:
  ret i32 0
}
