; RUN: %opt -passes=specialize-kept-functions-opencl %s | %check
; Each combination of address spaces gets a copy of a kept function.

define internal i32 @add(ptr %to, ptr nonnull %from) #0 {
  %v = load i32, ptr %from
  %w = load i32, ptr %to
  %r = add i32 %v, %w
  store i32 %r, ptr %to
  ret i32 %r
}

; A kept function that calls another one.
define internal i32 @twice(ptr %p, i32 %x) #0 {
  %own = alloca i32
  store i32 %x, ptr %own
  %a = call i32 @add(ptr %own, ptr %p)
  %b = call i32 @add(ptr %p, ptr %own)
  %r = add i32 %a, %b
  ret i32 %r
}

; A function that stores one of its pointers in a variable of its caller: its calls are inlined.
define internal void @set(ptr %variable, ptr %p) #0 {
  store ptr %p, ptr %variable
  ret void
}

; CHECK-LABEL: define void @known(
; CHECK: call i32 @add.1.3(ptr addrspace(1) %to, ptr addrspace(3) %from)
; CHECK: call i32 @twice.1(ptr addrspace(1) %to, i32 7)
; CHECK: call i32 @add.1.0(ptr addrspace(1) %to, ptr %variable)
define void @known(ptr addrspace(1) %to, ptr addrspace(3) %from) {
  %variable = alloca i32
  store i32 5, ptr %variable
  %generic = addrspacecast ptr addrspace(1) %to to ptr
  %local = addrspacecast ptr addrspace(3) %from to ptr
  %a = call i32 @add(ptr %generic, ptr %local)
  %b = call i32 @twice(ptr %generic, i32 7)
  %c = call i32 @add(ptr %generic, ptr %variable)
  ret void
}

; A pointer to several memories: a call for each of them.
; CHECK-LABEL: define void @mixed(
; CHECK-DAG: call i32 @twice.1(ptr addrspace(1)
; CHECK-DAG: call i32 @twice.0(ptr %
define void @mixed(ptr addrspace(1) %to, i1 %c) {
  %variable = alloca i32
  store i32 5, ptr %variable
  %generic = addrspacecast ptr addrspace(1) %to to ptr
  %chosen = select i1 %c, ptr %generic, ptr %variable
  %r = call i32 @twice(ptr %chosen, i32 7)
  ret void
}

; CHECK-LABEL: define void @stores(
; CHECK-NOT: call
; CHECK: ret void
define void @stores(ptr addrspace(1) %to) {
  %variable = alloca ptr
  %generic = addrspacecast ptr addrspace(1) %to to ptr
  call void @set(ptr %variable, ptr %generic)
  %p = load ptr, ptr %variable
  store i32 1, ptr %p
  ret void
}

; CHECK-DAG: define internal i32 @add.1.3(ptr addrspace(1) %to, ptr addrspace(3) %from)
; CHECK-DAG: define internal i32 @add.1.0(ptr addrspace(1) %to, ptr %from)
; CHECK-DAG: define internal i32 @add.0.1(ptr %to, ptr addrspace(1) %from)
; CHECK-DAG: define internal i32 @twice.1(ptr addrspace(1) %p, i32 %x)
; CHECK-DAG: define internal i32 @twice.0(ptr %p, i32 %x)
; CHECK-NOT: define internal i32 @add(
; CHECK-NOT: define internal void @set

attributes #0 = { noinline "ingot-kept-function" }
