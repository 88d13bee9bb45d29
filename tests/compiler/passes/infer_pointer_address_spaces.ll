; RUN: %opt -passes=infer-pointer-address-spaces-opencl %s | %check --check-prefixes=CHECK,OPENCL
; RUN: %opt -passes=infer-pointer-address-spaces-ptx %s | %check --check-prefixes=CHECK,PTX
; Differences of pointers and comparisons with null are computed in the address space of the pointer, without generic
; pointers.

@local = internal addrspace(3) global [8 x i32] poison
@table = internal addrspace(2) constant [2 x i32] [i32 1, i32 2]

; CHECK-LABEL: define i64 @distance(
; CHECK: ptrtoint ptr addrspace(1) %first to i64
; CHECK: ptrtoint ptr addrspace(1) %last to i64
define i64 @distance(ptr addrspace(1) %first, ptr addrspace(1) %last) {
  %a = addrspacecast ptr addrspace(1) %first to ptr
  %b = addrspacecast ptr addrspace(1) %last to ptr
  %x = ptrtoint ptr %a to i64
  %y = ptrtoint ptr %b to i64
  %d = sub i64 %y, %x
  ret i64 %d
}

; CHECK-LABEL: define i1 @of_buffer(
; CHECK: icmp eq ptr addrspace(1) %p, null
define i1 @of_buffer(ptr addrspace(1) %p) {
  %is = icmp eq ptr addrspace(1) %p, addrspacecast (ptr null to ptr addrspace(1))
  ret i1 %is
}

; CHECK-LABEL: define i32 @of_buffer_or_null(
; CHECK: select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) null
; CHECK: icmp eq ptr addrspace(1) %chosen, null
define i32 @of_buffer_or_null(i1 %c, ptr addrspace(1) %p) {
  %chosen = select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) addrspacecast (ptr null to ptr addrspace(1))
  %is = icmp eq ptr addrspace(1) %chosen, addrspacecast (ptr null to ptr addrspace(1))
  br i1 %is, label %without, label %with

without:
  ret i32 7

with:
  %value = load i32, ptr addrspace(1) %chosen
  ret i32 %value
}

; An address that is computed from null is a constant of the address space, without a cast from a generic pointer.
; CHECK-LABEL: define i32 @behind_null(
; CHECK-NOT: addrspacecast
; CHECK: ret i32
define i32 @behind_null(i1 %c, ptr addrspace(1) %p) {
  %chosen = select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) addrspacecast (ptr null to ptr addrspace(1)), i64 20)
  %other = select i1 %c, ptr addrspace(1) %chosen, ptr addrspace(1) addrspacecast (ptr inttoptr (i64 20 to ptr) to ptr addrspace(1))
  %value = load i32, ptr addrspace(1) %other
  ret i32 %value
}

; A variable in local memory is never null, although its address may be 0.
; CHECK-LABEL: define i1 @of_local_memory(
; CHECK: ret i1 true
define i1 @of_local_memory(i64 %i) {
  %p = getelementptr i32, ptr addrspace(3) @local, i64 %i
  %g = addrspacecast ptr addrspace(3) %p to ptr
  %is = icmp ne ptr null, %g
  ret i1 %is
}

; CHECK-LABEL: define i1 @of_constants(
; CHECK: ret i1 false
define i1 @of_constants(i1 %c) {
  %p = select i1 %c, ptr addrspace(2) @table, ptr addrspace(2) getelementptr (i8, ptr addrspace(2) @table, i64 4)
  %is = icmp eq ptr addrspace(2) %p, addrspacecast (ptr null to ptr addrspace(2))
  ret i1 %is
}

; A pointer that may be null is compared with null: in PTX with the last address, where no local memory is.
; CHECK-LABEL: define i1 @of_local_memory_or_null(
; OPENCL: select i1 %c, ptr addrspace(3) @local, ptr addrspace(3) null
; OPENCL: icmp ne ptr addrspace(3) %p, null
; PTX: select i1 %c, ptr addrspace(3) @local, ptr addrspace(3) inttoptr (i64 -1 to ptr addrspace(3))
; PTX: icmp ne ptr addrspace(3) %p, inttoptr (i64 -1 to ptr addrspace(3))
define i1 @of_local_memory_or_null(i1 %c) {
  %p = select i1 %c, ptr addrspace(3) @local, ptr addrspace(3) addrspacecast (ptr null to ptr addrspace(3))
  %g = addrspacecast ptr addrspace(3) %p to ptr
  %is = icmp ne ptr %g, null
  ret i1 %is
}

; CHECK-LABEL: define i1 @found_in_local_memory(
; OPENCL: phi ptr addrspace(3) [ null, %entry ], [ %next, %loop ]
; OPENCL: icmp eq ptr addrspace(3) %p, null
; PTX: phi ptr addrspace(3) [ inttoptr (i64 -1 to ptr addrspace(3)), %entry ], [ %next, %loop ]
; PTX: icmp eq ptr addrspace(3) %p, inttoptr (i64 -1 to ptr addrspace(3))
define i1 @found_in_local_memory(i64 %n) {
entry:
  br label %loop

loop:
  %p = phi ptr addrspace(3) [ addrspacecast (ptr null to ptr addrspace(3)), %entry ], [ %next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %j = add i64 %i, 1
  %next = getelementptr i32, ptr addrspace(3) @local, i64 %i
  %is = icmp eq ptr addrspace(3) %p, addrspacecast (ptr null to ptr addrspace(3))
  %goes_on = icmp ult i64 %j, %n
  br i1 %goes_on, label %loop, label %end

end:
  ret i1 %is
}
