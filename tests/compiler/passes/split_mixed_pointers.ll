; RUN: %opt -passes=split-mixed-pointers-opencl %s | %check --check-prefixes=CHECK,OPENCL
; RUN: %opt -passes=split-mixed-pointers-ptx %s | %check --check-prefixes=CHECK,PTX
; A pointer to several memories becomes one pointer for each memory, and the number of the memory that is meant.

@local = internal addrspace(3) global [8 x i32] poison

; CHECK-LABEL: define i32 @chosen(
; CHECK: [[SPACE:%.*]] = select i1 %c, i32 3, i32 1
; CHECK: [[GLOBAL:%.*]] = select i1 %c, ptr addrspace(1) poison, ptr addrspace(1) %global
; CHECK: [[LOCAL:%.*]] = select i1 %c, ptr addrspace(3) @local, ptr addrspace(3) poison
; CHECK: [[GLOBAL_ELEMENT:%.*]] = getelementptr inbounds i32, ptr addrspace(1) [[GLOBAL]], i64 %i
; CHECK: [[LOCAL_ELEMENT:%.*]] = getelementptr inbounds i32, ptr addrspace(3) [[LOCAL]], i64 %i
; CHECK: [[IS_GLOBAL:%.*]] = icmp eq i32 [[SPACE]], 1
; CHECK: br i1 [[IS_GLOBAL]], label %[[IN_GLOBAL:.*]], label %[[IN_LOCAL:.*]]
; CHECK: [[IN_GLOBAL]]:
; CHECK: [[A:%.*]] = load volatile i32, ptr addrspace(1) [[GLOBAL_ELEMENT]], align 4
; CHECK: [[IN_LOCAL]]:
; CHECK: [[B:%.*]] = load volatile i32, ptr addrspace(3) [[LOCAL_ELEMENT]], align 4
; CHECK: phi i32 [ [[A]], %[[IN_GLOBAL]] ], [ [[B]], %[[IN_LOCAL]] ]
define i32 @chosen(i1 %c, i64 %i, ptr addrspace(1) %global) {
  %l = addrspacecast ptr addrspace(3) @local to ptr
  %g = addrspacecast ptr addrspace(1) %global to ptr
  %p = select i1 %c, ptr %l, ptr %g
  %element = getelementptr inbounds i32, ptr %p, i64 %i
  %value = load volatile i32, ptr %element, align 4
  ret i32 %value
}

; A loop with a pointer to a variable, to a buffer, or null.
; CHECK-LABEL: define void @loop(
; CHECK: phi i32 [ 0, %entry ]
; CHECK: phi ptr [ null, %entry ]
; CHECK: phi ptr addrspace(1) [ poison, %entry ]
; CHECK: store i32 7, ptr %
; CHECK: store i32 7, ptr addrspace(1) %
; CHECK-NOT: store i32 7, ptr %p
define void @loop(i64 %n, ptr addrspace(1) %global) {
entry:
  %own = alloca i32
  %g = addrspacecast ptr addrspace(1) %global to ptr
  br label %next
next:
  %p = phi ptr [ null, %entry ], [ %own, %next ], [ %g, %write ]
  %i = phi i64 [ 0, %entry ], [ %j, %next ], [ %j, %write ]
  %j = add i64 %i, 1
  %is = icmp eq ptr %p, null
  br i1 %is, label %next, label %write
write:
  store i32 7, ptr %p
  %more = icmp ult i64 %j, %n
  br i1 %more, label %next, label %out
out:
  ret void
}

; Nothing writes to constants (address space 2 on OpenCL), so that a write is one to the other memory.
; CHECK-LABEL: define void @written(
; OPENCL-NOT: br i1
; OPENCL-NOT: store i32 7, ptr addrspace(2)
; OPENCL: store i32 7, ptr addrspace(1) %
; OPENCL: ret void
define void @written(i1 %c, ptr addrspace(1) %global, ptr addrspace(2) %constants) {
  %k = addrspacecast ptr addrspace(2) %constants to ptr
  %g = addrspacecast ptr addrspace(1) %global to ptr
  %p = select i1 %c, ptr %k, ptr %g
  store i32 7, ptr %p
  ret void
}

; Pointers are equal if they point to the same memory and have the same number, or if both are null.
; CHECK-LABEL: define i1 @compared(
; CHECK: ptrtoint ptr addrspace(1)
; OPENCL: [[N:%.*]] = ptrtoint ptr addrspace(3)
; PTX: [[A:%.*]] = ptrtoint ptr addrspace(3)
; PTX: [[N:%.*]] = sub i64 [[A]], 2147483648
; CHECK: [[NUMBER:%.*]] = select i1 %{{.*}}, i64 [[N]], i64
; CHECK: [[SAME_MEMORY:%.*]] = icmp eq i32 %{{.*}}, 1
; CHECK: [[NULL:%.*]] = icmp eq i64 [[NUMBER]], 0
; CHECK: [[SAME_NUMBER:%.*]] = icmp eq i64 [[NUMBER]], %{{.*}}
; CHECK: [[EITHER:%.*]] = or i1 [[SAME_MEMORY]], [[NULL]]
; CHECK: [[EQUAL:%.*]] = and i1 [[SAME_NUMBER]], [[EITHER]]
; CHECK: ret i1 [[EQUAL]]
define i1 @compared(i1 %c, ptr addrspace(1) %global) {
  %l = addrspacecast ptr addrspace(3) @local to ptr
  %g = addrspacecast ptr addrspace(1) %global to ptr
  %p = select i1 %c, ptr %l, ptr %g
  %is = icmp eq ptr %p, %g
  ret i1 %is
}

; A copy between two such pointers has four cases.
; CHECK-LABEL: define void @copied(
; CHECK-DAG: call void @llvm.memcpy.p1.p1.i64(
; CHECK-DAG: call void @llvm.memcpy.p1.p3.i64(
; CHECK-DAG: call void @llvm.memcpy.p3.p1.i64(
; CHECK-DAG: call void @llvm.memcpy.p3.p3.i64(
; CHECK-NOT: call void @llvm.memcpy.p0
; CHECK: ret void
define void @copied(i1 %c, i1 %d, ptr addrspace(1) %global) {
  %l = addrspacecast ptr addrspace(3) @local to ptr
  %g = addrspacecast ptr addrspace(1) %global to ptr
  %to = select i1 %c, ptr %l, ptr %g
  %from = select i1 %d, ptr %l, ptr %g
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 64, i1 false)
  ret void
}

; An array of pointers to several memories holds each pointer's number and the number of its memory.
; CHECK-LABEL: define i32 @held(
; CHECK: [[NUMBER:%.*]] = ptrtoint ptr addrspace(1) %global to i64
; CHECK: [[SHIFTED:%.*]] = shl i64 [[NUMBER]], 3
; CHECK: [[HELD:%.*]] = or i64 [[SHIFTED]], 1
; CHECK: store i64 [[HELD]], ptr %second
; CHECK: [[LOADED:%.*]] = load i64, ptr %row
; CHECK: [[BITS:%.*]] = and i64 [[LOADED]], 7
; CHECK: [[SPACE:%.*]] = trunc i64 [[BITS]] to i32
; CHECK: [[ADDRESS:%.*]] = ashr i64 [[LOADED]], 3
; CHECK: [[OWN:%.*]] = inttoptr i64 [[ADDRESS]] to ptr
; CHECK: load i32, ptr [[OWN]]
define i32 @held(ptr addrspace(1) %global, i64 %i) {
  %own = alloca i32
  %rows = alloca [3 x ptr]
  store ptr %own, ptr %rows
  %second = getelementptr ptr, ptr %rows, i64 1
  %g = addrspacecast ptr addrspace(1) %global to ptr
  store ptr %g, ptr %second
  %third = getelementptr ptr, ptr %rows, i64 2
  store ptr addrspacecast (ptr addrspace(3) @local to ptr), ptr %third
  %row = getelementptr ptr, ptr %rows, i64 %i
  %p = load ptr, ptr %row
  %value = load i32, ptr %p
  ret i32 %value
}

; A number that is chosen from addresses in several memories does not show which memory is meant.
; CHECK-LABEL: define i32 @number(
; CHECK: call ptr @ingot.pointer_of_unknown_memory(i64 %n)
define i32 @number(i1 %c, ptr addrspace(1) %global) {
  %g = ptrtoint ptr addrspace(1) %global to i64
  %n = select i1 %c, i64 ptrtoint (ptr addrspace(3) @local to i64), i64 %g
  %p = inttoptr i64 %n to ptr
  %value = load i32, ptr %p
  ret i32 %value
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)
