; RUN: %opt -passes=outline-large-kernels,verify %s | %check
; The code of a kernel of more than 6 instructions (the plugin's limit) becomes a function. The positions of the work-item are
; its arguments.

declare i64 @_Z13get_global_idj(i32) nounwind
declare void @_Z7barrierj(i32) convergent

; CHECK-LABEL: define void @large(ptr addrspace(1) %values, ptr byval({ i32, i32 }) %size)
; CHECK-NEXT: %[[X:.*]] = call i64 @_Z13get_global_idj(i32 0)
; CHECK-NEXT: %[[Y:.*]] = call i64 @_Z13get_global_idj(i32 1)
; CHECK-NEXT: call void @large.work_item(ptr addrspace(1) %values, ptr %size, i64 %[[X]], i64 %[[Y]])
; CHECK-NEXT: ret void
define void @large(ptr addrspace(1) %values, ptr byval({ i32, i32 }) %size) {
  %x = call i64 @_Z13get_global_idj(i32 0)
  %y = call i64 @_Z13get_global_idj(i32 1)
  %width = load i32, ptr %size
  %wide = zext i32 %width to i64
  %row = mul i64 %y, %wide
  %again = call i64 @_Z13get_global_idj(i32 0)
  %sum = add i64 %row, %again
  %at = getelementptr i64, ptr addrspace(1) %values, i64 %sum
  store i64 %x, ptr addrspace(1) %at
  ret void
}

; A small kernel stays as it is.
; CHECK-LABEL: define void @small(
; CHECK-NEXT: %x = call i64 @_Z13get_global_idj(i32 0)
; CHECK-NEXT: %at = getelementptr
define void @small(ptr addrspace(1) %values) {
  %x = call i64 @_Z13get_global_idj(i32 0)
  %at = getelementptr i64, ptr addrspace(1) %values, i64 %x
  store i64 %x, ptr addrspace(1) %at
  ret void
}

; So does one with a barrier, and one that calls a function with a position.
; CHECK-LABEL: define void @with_barrier(
; CHECK: call void @_Z7barrierj(i32 1)
define void @with_barrier(ptr addrspace(1) %values) {
  %x = call i64 @_Z13get_global_idj(i32 0)
  %at = getelementptr i64, ptr addrspace(1) %values, i64 %x
  store i64 %x, ptr addrspace(1) %at
  call void @_Z7barrierj(i32 1)
  %next = getelementptr i64, ptr addrspace(1) %at, i64 1
  %value = load i64, ptr addrspace(1) %next
  store i64 %value, ptr addrspace(1) %at
  ret void
}

define internal i64 @position() noinline {
  %x = call i64 @_Z13get_global_idj(i32 0)
  ret i64 %x
}

; CHECK-LABEL: define void @with_position_in_function(
; CHECK-NEXT: %x = call i64 @position()
define void @with_position_in_function(ptr addrspace(1) %values) {
  %x = call i64 @position()
  %at = getelementptr i64, ptr addrspace(1) %values, i64 %x
  %value = load i64, ptr addrspace(1) %at
  %twice = mul i64 %value, 2
  %more = add i64 %twice, 1
  store i64 %more, ptr addrspace(1) %at
  store i64 %value, ptr addrspace(1) %values
  ret void
}

; CHECK-LABEL: define internal void @large.work_item(
; CHECK-SAME: ptr addrspace(1) %values, ptr %size, i64 %[[A:.*]], i64 %[[B:.*]]) #[[NOINLINE:[0-9]+]]
; CHECK-NEXT: %width = load i32, ptr %size
; CHECK: mul i64 %[[B]], %wide
; CHECK: store i64 %[[A]], ptr addrspace(1) %at
; CHECK: attributes #[[NOINLINE]] = { noinline }
