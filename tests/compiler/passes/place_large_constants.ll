; RUN: %opt -passes=place-constants-opencl %s | %check
; RUN: %opt -passes=place-constants-ptx %s | %check --check-prefix=PTX
; Constants of more than 49,152 bytes move to global memory for CUDA, whose constant memory has 64 KiB. The remaining 16
; KiB are for mathematical functions.

; CHECK: @small = internal unnamed_addr addrspace(2) constant
; PTX: @small = internal unnamed_addr addrspace(1) constant
@small = internal constant [2 x float] [float 1.0, float 2.0]

; CHECK: @large = internal unnamed_addr addrspace(2) constant
; PTX: @large = internal unnamed_addr addrspace(1) constant
@large = internal constant [15000 x float] zeroinitializer
