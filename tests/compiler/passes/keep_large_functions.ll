; RUN: %opt -passes=prepare-module,keep-large-functions,globaldce %s | %check
; The plugin's limits: a function of more than 8 instructions is large, and so is a kernel of more than 24 with all
; functions inlined.

; A large function with several calls stays a function in a large kernel, and is inlined into a small one.
; CHECK: define internal i32 @large(i32 %x) #[[KEPT:[0-9]+]]
define i32 @large(i32 %x) {
  %t0 = xor i32 %x, 9
  %s1 = mul i32 %t0, %x
  %t1 = xor i32 %s1, 82
  %s2 = mul i32 %t1, %x
  %t2 = xor i32 %s2, 159
  %s3 = mul i32 %t2, %x
  %t3 = xor i32 %s3, 236
  %s4 = mul i32 %t3, %x
  %t4 = xor i32 %s4, 313
  %s5 = mul i32 %t4, %x
  %t5 = xor i32 %s5, 390
  ret i32 %t5
}

; A small function is inlined.
; CHECK-NOT: @small
define i32 @small(i32 %x) {
  %r = call i32 @large(i32 %x)
  %s = add i32 %r, 1
  ret i32 %s
}

; A function that returns a pointer is inlined, although it is large.
; CHECK-NOT: @find
define ptr @find(ptr %values, i32 %x) {
  %t0 = xor i32 %x, 9
  %s1 = mul i32 %t0, %x
  %t1 = xor i32 %s1, 82
  %s2 = mul i32 %t1, %x
  %t2 = xor i32 %s2, 159
  %s3 = mul i32 %t2, %x
  %t3 = xor i32 %s3, 236
  %s4 = mul i32 %t3, %x
  %t4 = xor i32 %s4, 313
  %s5 = mul i32 %t4, %x
  %t5 = xor i32 %s5, 390
  %q = getelementptr i32, ptr %values, i32 %t5
  ret ptr %q
}

; So is a function that loads a pointer through a variable that its caller chooses,
; CHECK-NOT: @follow
define i32 @follow(ptr %list, i32 %x, i32 %n) {
  %t0 = xor i32 %x, 9
  %s1 = mul i32 %t0, %x
  %t1 = xor i32 %s1, 82
  %s2 = mul i32 %t1, %x
  %t2 = xor i32 %s2, 159
  %s3 = mul i32 %t2, %x
  %t3 = xor i32 %s3, 236
  %s4 = mul i32 %t3, %x
  %t4 = xor i32 %s4, 313
  %s5 = mul i32 %t4, %x
  %t5 = xor i32 %s5, 390
  %address = getelementptr ptr, ptr %list, i32 %t5
  %next = load ptr, ptr %address
  %r = load i32, ptr %next
  ret i32 %r
}

; and a function that has local memory.
; CHECK-NOT: @with_local_memory
declare ptr @ingot_device_local_memory(i64, i64)
define i32 @with_local_memory(i32 %x) {
  %t0 = xor i32 %x, 9
  %s1 = mul i32 %t0, %x
  %t1 = xor i32 %s1, 82
  %s2 = mul i32 %t1, %x
  %t2 = xor i32 %s2, 159
  %s3 = mul i32 %t2, %x
  %t3 = xor i32 %s3, 236
  %s4 = mul i32 %t3, %x
  %t4 = xor i32 %s4, 313
  %s5 = mul i32 %t4, %x
  %t5 = xor i32 %s5, 390
  %m = call ptr @ingot_device_local_memory(i64 16, i64 4)
  store i32 %t5, ptr %m
  %r = load i32, ptr %m
  ret i32 %r
}

; A function that reads through a pointer in a struct gets the value.
; CHECK: define internal i32 @member(i32 %struct.0.val.0.val, i32 %x) #[[KEPT]]
define i32 @member(ptr dereferenceable(16) %struct, i32 %x) {
  %p = load ptr, ptr %struct
  %v = load i32, ptr %p
  %t0 = xor i32 %v, 9
  %s1 = mul i32 %t0, %x
  %t1 = xor i32 %s1, 82
  %s2 = mul i32 %t1, %x
  %t2 = xor i32 %s2, 159
  %s3 = mul i32 %t2, %x
  %t3 = xor i32 %s3, 236
  %s4 = mul i32 %t3, %x
  %t4 = xor i32 %s4, 313
  %s5 = mul i32 %t4, %x
  %t5 = xor i32 %s5, 390
  ret i32 %t5
}

; A function with a barrier is one itself.
; CHECK: define internal i32 @with_barrier(i32 %x) #[[BARRIER:[0-9]+]]
declare void @ingot_device_barrier(i32)
define i32 @with_barrier(i32 %x) {
  %t0 = xor i32 %x, 9
  %s1 = mul i32 %t0, %x
  %t1 = xor i32 %s1, 82
  %s2 = mul i32 %t1, %x
  %t2 = xor i32 %s2, 159
  %s3 = mul i32 %t2, %x
  %t3 = xor i32 %s3, 236
  %s4 = mul i32 %t3, %x
  %t4 = xor i32 %s4, 313
  %s5 = mul i32 %t4, %x
  %t5 = xor i32 %s5, 390
  call void @ingot_device_barrier(i32 1)
  ret i32 %t5
}

; A short function that calls a recursive one stays a function: the recursive one becomes a loop, and is inlined into it.
; CHECK: define internal i32 @begin_recursion(i32 %x) #[[KEPT]]
define i32 @begin_recursion(i32 %x) {
  %r = call i32 @recursive(i32 %x, i32 7)
  ret i32 %r
}
define i32 @recursive(i32 %x, i32 %depth) {
  %is_end = icmp eq i32 %depth, 0
  br i1 %is_end, label %end, label %go
go:
  %t0 = xor i32 %x, 9
  %s1 = mul i32 %t0, %x
  %t1 = xor i32 %s1, 82
  %s2 = mul i32 %t1, %x
  %less = sub i32 %depth, 1
  %r = call i32 @recursive(i32 %s2, i32 %less)
  %s3 = mul i32 %r, %t0
  ret i32 %s3
end:
  ret i32 %x
}

; A function whose author requires it is inlined, although it is large.
; CHECK-NOT: @required
define i32 @required(i32 %x) alwaysinline {
  %t0 = xor i32 %x, 9
  %s1 = mul i32 %t0, %x
  %t1 = xor i32 %s1, 82
  %s2 = mul i32 %t1, %x
  %t2 = xor i32 %s2, 159
  %s3 = mul i32 %t2, %x
  %t3 = xor i32 %s3, 236
  %s4 = mul i32 %t3, %x
  %t4 = xor i32 %s4, 313
  %s5 = mul i32 %t4, %x
  %t5 = xor i32 %s5, 390
  ret i32 %t5
}

; CHECK-LABEL: define dso_local void @ingot_entry_small(
; CHECK-NOT: call
; CHECK: ret void
define void @ingot_entry_small(ptr %to) {
  %a = load i32, ptr %to
  %r = call i32 @large(i32 %a)
  store i32 %r, ptr %to
  ret void
}

; CHECK-LABEL: define dso_local void @ingot_entry_large(
; CHECK: call i32 @large(
; CHECK: call i32 @large(
; CHECK: call i32 @member(
; CHECK: call i32 @with_barrier(
define void @ingot_entry_large(ptr %to, ptr %from, i32 %n) {
  %a = load i32, ptr %to
  %r0 = call i32 @small(i32 %a)
  %r1 = call i32 @small(i32 %r0)
  %p0 = call ptr @find(ptr %from, i32 %r1)
  %p1 = call ptr @find(ptr %p0, i32 %r1)
  %r2 = load i32, ptr %p1
  %struct = alloca [2 x ptr]
  store ptr %from, ptr %struct
  %r3 = call i32 @member(ptr %struct, i32 %r2)
  %r4 = call i32 @member(ptr %struct, i32 %r3)
  %r5 = call i32 @follow(ptr %struct, i32 %r4, i32 %n)
  %r6 = call i32 @follow(ptr %struct, i32 %r5, i32 %n)
  %r7 = call i32 @with_local_memory(i32 %r6)
  %r8 = call i32 @with_local_memory(i32 %r7)
  %r9 = call i32 @with_barrier(i32 %r8)
  %r10 = call i32 @with_barrier(i32 %r9)
  %r11 = call i32 @required(i32 %r10)
  %r12 = call i32 @required(i32 %r11)
  %r13 = call i32 @begin_recursion(i32 %r12)
  %r14 = call i32 @begin_recursion(i32 %r13)
  store i32 %r14, ptr %to
  ret void
}

; CHECK-DAG: attributes #[[KEPT]] = { noinline nounwind "ingot-kept-function" }
; CHECK-DAG: attributes #[[BARRIER]] = { convergent noduplicate noinline nounwind "ingot-kept-function" }
