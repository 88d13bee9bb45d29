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

; A call through a constant table of functions is a switch.
define i32 @plus_one(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}
define i32 @minus_one(i32 %x) {
  %r = sub i32 %x, 1
  ret i32 %r
}
@table = internal constant { i64, [2 x ptr] } { i64 0, [2 x ptr] [ptr @plus_one, ptr @minus_one] }

; CHECK-LABEL: define dso_local void @ingot_entry_table(ptr %to, i64 %index, i32 %x)
; CHECK-NOT: call
; CHECK: switch i{{[0-9]+}} %{{.*}}, label %{{.*}} [
; CHECK-NEXT: i{{[0-9]+}} {{[0-9]+}}, label
; CHECK-NEXT: i{{[0-9]+}} {{[0-9]+}}, label
; CHECK-NEXT: ]
; CHECK-NOT: call
; CHECK: ret void
define void @ingot_entry_table(ptr %to, i64 %index, i32 %x) {
  %place = getelementptr { i64, [2 x ptr] }, ptr @table, i64 0, i32 1, i64 %index
  %function = load ptr, ptr %place
  %r = call i32 %function(i32 %x)
  store i32 %r, ptr %to
  ret void
}

; A call through a table that may change stays.
; CHECK-LABEL: define dso_local void @ingot_entry_variable_table(
; CHECK: %r = call i32 %function(i32 %x)
@variable = internal global [2 x ptr] [ptr @plus_one, ptr @minus_one]
define void @ingot_entry_variable_table(ptr %to, i64 %index, i32 %x) {
  %place = getelementptr [2 x ptr], ptr @variable, i64 0, i64 %index
  %function = load ptr, ptr %place
  %r = call i32 %function(i32 %x)
  store i32 %r, ptr %to
  %changed = getelementptr [2 x ptr], ptr @variable, i64 0, i64 1
  store ptr @plus_one, ptr %changed
  ret void
}
