; RUN: %opt -passes=prepare-module,inline-into-kernels %s | %check
; All functions are inlined into the entry, including a function that is called through a pointer. Recursive functions
; stay.

; CHECK-NOT: define internal i32 @twice
; CHECK-NOT: define internal i32 @apply
define i32 @twice(i32 %x) noinline optnone {
  %r = mul i32 %x, 2
  ret i32 %r
}

define i32 @apply(ptr %function, i32 %x) {
  %r = call i32 %function(i32 %x)
  ret i32 %r
}

; CHECK-LABEL: define dso_local void @ingot_entry_known(ptr %to)
; CHECK-NOT: call
; CHECK: store i32 14
define void @ingot_entry_known(ptr %to) {
  %r = call i32 @apply(ptr @twice, i32 7)
  store i32 %r, ptr %to
  ret void
}

define i32 @factorial(i32 %n) {
  %last = icmp ule i32 %n, 1
  br i1 %last, label %one, label %more
one:
  ret i32 1
more:
  %less = sub i32 %n, 1
  %rest = call i32 @factorial(i32 %less)
  %r = mul i32 %n, %rest
  ret i32 %r
}

; CHECK-LABEL: define dso_local void @ingot_entry_recursive(ptr %to, i32 %n)
; CHECK: call i32 @factorial(
define void @ingot_entry_recursive(ptr %to, i32 %n) {
  %r = call i32 @factorial(i32 %n)
  store i32 %r, ptr %to
  ret void
}
