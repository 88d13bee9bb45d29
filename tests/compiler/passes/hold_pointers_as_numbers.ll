; RUN: %opt -passes=hold-pointers-as-numbers %s | %check
; Variables hold numbers in place of pointers. Other memory is not changed.

%node = type { i32, ptr }

; CHECK-LABEL: define i32 @list(
; CHECK: %nodes = alloca [4 x { i32, i64 }]
; CHECK: %next = getelementptr { i32, i64 }, ptr %nodes, i64 %i, i32 1
; CHECK: [[NUMBER:%.*]] = ptrtoint ptr %nodes to i64
; CHECK: store i64 [[NUMBER]], ptr %next
; CHECK: %step = getelementptr i64, ptr %nodes, i64 3
; CHECK: [[LOADED:%.*]] = load i64, ptr %step
; CHECK: [[P:%.*]] = inttoptr i64 [[LOADED]] to ptr
; CHECK: load i32, ptr [[P]]
define i32 @list(i64 %i) {
  %nodes = alloca [4 x %node]
  %next = getelementptr %node, ptr %nodes, i64 %i, i32 1
  store ptr %nodes, ptr %next
  %step = getelementptr ptr, ptr %nodes, i64 3
  %p = load ptr, ptr %step
  %value = load i32, ptr %p
  ret i32 %value
}

; CHECK-LABEL: define void @other(
; CHECK: load ptr, ptr addrspace(1) %global
define void @other(ptr addrspace(1) %global) {
  %p = load ptr, ptr addrspace(1) %global
  ret void
}
