; RUN: %opt -passes=place-constants-opencl %s | %check
; RUN: %opt -passes=place-constants-ptx %s | %check --check-prefix=PTX
; Constants move to the address space of the target's constant memory.

; CHECK: @table = internal unnamed_addr addrspace(2) constant [4 x float]
; PTX: @table = internal unnamed_addr addrspace(4) constant [4 x float]
@table = internal constant [4 x float] [float 1.0, float 2.0, float 3.0, float 4.0], align 16

; A variable that is not constant stays. diagnose_unsupported reports it later.
; CHECK: @counter = internal global i32 0
@counter = internal global i32 0

; CHECK-LABEL: define float @read(i64 %i)
; CHECK: getelementptr [4 x float], ptr addrspacecast (ptr addrspace(2) @table to ptr), i64 0, i64 %i
define float @read(i64 %i) {
  %p = getelementptr [4 x float], ptr @table, i64 0, i64 %i
  %v = load float, ptr %p
  ret float %v
}
