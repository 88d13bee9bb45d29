; RUN: %opt -passes=infer-pointer-address-spaces-opencl,adce %s | %check --check-prefixes=CHECK,OPENCL
; RUN: %opt -passes=infer-pointer-address-spaces-ptx,adce %s | %check --check-prefixes=CHECK,PTX
; Every pointer to one memory is computed in the address space of that memory, without generic pointers.

@local = internal addrspace(3) global [8 x i32] poison
@table = internal addrspace(2) constant [2 x i32] [i32 1, i32 2]

; CHECK-LABEL: define i64 @distance(
; CHECK: ptrtoint ptr addrspace(1) %last to i64
; CHECK: ptrtoint ptr addrspace(1) %first to i64
; CHECK-NOT: addrspacecast
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

; A pointer that may be null is compared with null: in PTX with an address that no local memory has.
; CHECK-LABEL: define i1 @of_local_memory_or_null(
; OPENCL: select i1 %c, ptr addrspace(3) @local, ptr addrspace(3) null
; OPENCL: icmp ne ptr addrspace(3) %p, null
; PTX: select i1 %c, ptr addrspace(3) @local, ptr addrspace(3) inttoptr (i64 2147483648 to ptr addrspace(3))
; PTX: icmp ne ptr addrspace(3) %p, inttoptr (i64 2147483648 to ptr addrspace(3))
define i1 @of_local_memory_or_null(i1 %c) {
  %p = select i1 %c, ptr addrspace(3) @local, ptr addrspace(3) addrspacecast (ptr null to ptr addrspace(3))
  %g = addrspacecast ptr addrspace(3) %p to ptr
  %is = icmp ne ptr %g, null
  ret i1 %is
}

; CHECK-LABEL: define i1 @found_in_local_memory(
; OPENCL: phi ptr addrspace(3) [ null, %entry ], [ %next, %loop ]
; OPENCL: icmp eq ptr addrspace(3) %p, null
; PTX: phi ptr addrspace(3) [ inttoptr (i64 2147483648 to ptr addrspace(3)), %entry ], [ %next, %loop ]
; PTX: icmp eq ptr addrspace(3) %p, inttoptr (i64 2147483648 to ptr addrspace(3))
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

; A walk: the pointer is changed in a loop, compared with its end, and subtracted from its beginning, which is a constant.
; CHECK-LABEL: define i64 @walk(
; CHECK: phi ptr addrspace(3) [ @local, %entry ], [ %next, %loop ]
; CHECK: load i32, ptr addrspace(3) %p
; CHECK: %next = getelementptr inbounds i8, ptr addrspace(3) %p, i64 4
; CHECK: icmp eq ptr addrspace(3) %next, getelementptr (i8, ptr addrspace(3) @local, i64 32)
; CHECK: ptrtoint ptr addrspace(3) %next to i64
; CHECK: sub i64 %{{.*}}, ptrtoint (ptr addrspace(3) @local to i64)
; CHECK-NOT: addrspacecast
; CHECK: ret i64
define i64 @walk(i32 %wanted) {
entry:
  %begin = addrspacecast ptr addrspace(3) @local to ptr
  %end = getelementptr i8, ptr %begin, i64 32
  br label %loop

loop:
  %p = phi ptr [ addrspacecast (ptr addrspace(3) @local to ptr), %entry ], [ %next, %loop ]
  %value = load i32, ptr %p
  %next = getelementptr inbounds i8, ptr %p, i64 4
  %found = icmp eq i32 %value, %wanted
  %stop = getelementptr i8, ptr %begin, i64 32
  %done = icmp eq ptr %next, %stop
  %leave = or i1 %found, %done
  br i1 %leave, label %out, label %loop

out:
  %number = ptrtoint ptr %next to i64
  %difference = sub i64 %number, ptrtoint (ptr addrspacecast (ptr addrspace(3) @local to ptr) to i64)
  ret i64 %difference
}

; As a number a null pointer is 0 on every target.
; CHECK-LABEL: define i64 @number(
; OPENCL: [[N:%.*]] = ptrtoint ptr addrspace(3) %p to i64
; OPENCL: ret i64 [[N]]
; PTX: [[A:%.*]] = ptrtoint ptr addrspace(3) %p to i64
; PTX: [[N:%.*]] = sub i64 [[A]], 2147483648
; PTX: ret i64 [[N]]
define i64 @number(ptr addrspace(3) %p) {
  %g = addrspacecast ptr addrspace(3) %p to ptr
  %n = ptrtoint ptr %g to i64
  ret i64 %n
}

; A number that is computed from a pointer makes a pointer to the same memory.
; CHECK-LABEL: define i32 @aligned(
; CHECK: [[N:%.*]] = and i64
; CHECK: %q = inttoptr i64 [[N]] to ptr addrspace(1)
; CHECK: load i32, ptr addrspace(1) %q
define i32 @aligned(ptr addrspace(1) %p) {
  %g = addrspacecast ptr addrspace(1) %p to ptr
  %n = ptrtoint ptr %g to i64
  %low = and i64 %n, -16
  %q = inttoptr i64 %low to ptr
  %value = load i32, ptr %q
  ret i32 %value
}

; Copies, fills and atomic operations use the address space too.
; CHECK-LABEL: define i32 @accesses(
; CHECK: call void @llvm.memcpy.p3.p1.i64(ptr addrspace(3) align 4 %to, ptr addrspace(1) align 4 %from, i64 64, i1 false)
; CHECK: call void @llvm.memset.p3.i64(ptr addrspace(3) %to, i8 0, i64 8, i1 false)
; CHECK: atomicrmw add ptr addrspace(1) %from, i32 1 monotonic
; CHECK-NOT: addrspacecast
; CHECK: ret i32
define i32 @accesses(ptr addrspace(3) %to, ptr addrspace(1) %from) {
  %t = addrspacecast ptr addrspace(3) %to to ptr
  %f = addrspacecast ptr addrspace(1) %from to ptr
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 4 %t, ptr nonnull align 4 %f, i64 64, i1 false)
  call void @llvm.memset.p0.i64(ptr %t, i8 0, i64 8, i1 false)
  %old = atomicrmw add ptr %f, i32 1 monotonic
  ret i32 %old
}

; An array of pointers to one memory holds numbers, because a pointer that is loaded from memory would be generic.
; CHECK-LABEL: define i32 @array(
; CHECK: [[FIRST:%.*]] = ptrtoint ptr addrspace(1) %p to i64
; CHECK: store i64 [[FIRST]], ptr %rows
; CHECK: [[NUMBER:%.*]] = load i64, ptr %row
; CHECK: %chosen = inttoptr i64 [[NUMBER]] to ptr addrspace(1)
; CHECK: load i32, ptr addrspace(1) %chosen
define i32 @array(ptr addrspace(1) %p, i64 %i) {
  %rows = alloca [2 x ptr]
  call void @llvm.memset.p0.i64(ptr %rows, i8 0, i64 16, i1 false)
  %g = addrspacecast ptr addrspace(1) %p to ptr
  store ptr %g, ptr %rows
  %row = getelementptr ptr, ptr %rows, i64 %i
  %chosen = load ptr, ptr %row
  %value = load i32, ptr %chosen
  ret i32 %value
}

; Pointers to variables stay as they are, in variables too.
; CHECK-LABEL: define i32 @own(
; CHECK: store ptr %value, ptr %holder
; CHECK: %p = load ptr, ptr %place
; CHECK: load i32, ptr %p
define i32 @own(i64 %i) {
  %value = alloca i32
  %holder = alloca [2 x ptr]
  store ptr %value, ptr %holder
  %place = getelementptr ptr, ptr %holder, i64 %i
  %p = load ptr, ptr %place
  %result = load i32, ptr %p
  ret i32 %result
}

; A pointer to two memories stays generic, for split-mixed-pointers.
; CHECK-LABEL: define i32 @mixed(
; CHECK: %p = select i1 %c, ptr %l, ptr %g
define i32 @mixed(i1 %c, ptr addrspace(1) %global) {
  %l = addrspacecast ptr addrspace(3) @local to ptr
  %g = addrspacecast ptr addrspace(1) %global to ptr
  %p = select i1 %c, ptr %l, ptr %g
  %value = load i32, ptr %p
  ret i32 %value
}

; A pointer from memory other than a variable stays generic, and is reported as an error.
; CHECK-LABEL: define i32 @from_memory(
; CHECK: %p = load ptr, ptr addrspace(1) %global
; CHECK: load i32, ptr %p
define i32 @from_memory(ptr addrspace(1) %global) {
  %g = addrspacecast ptr addrspace(1) %global to ptr
  %p = load ptr, ptr %g
  %value = load i32, ptr %p
  ret i32 %value
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
