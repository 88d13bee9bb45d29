; RUN: %opt -passes=convert-numbers-to-pointers-opencl %s | %check --check-prefixes=CHECK,OPENCL
; RUN: %opt -passes=convert-numbers-to-pointers-ptx %s | %check --check-prefixes=CHECK,PTX
; A number becomes a pointer in the address space that the author named.

declare ptr @ingot_device_pointer_to_private(i64)
declare ptr @ingot_device_pointer_to_global(i64)
declare ptr @ingot_device_pointer_to_local(i64)
declare ptr @ingot_device_pointer_to_constant(i64)

; CHECK-LABEL: define i32 @global(
; CHECK: [[P:%.*]] = inttoptr i64 %number to ptr addrspace(1)
; CHECK: %p = addrspacecast ptr addrspace(1) [[P]] to ptr
define i32 @global(i64 %number) {
  %p = call ptr @ingot_device_pointer_to_global(i64 %number)
  %value = load i32, ptr %p
  ret i32 %value
}

; The null pointer of CUDA's local memory is not at address 0, but its number is 0.
; CHECK-LABEL: define i32 @local(
; OPENCL: [[P:%.*]] = inttoptr i64 %number to ptr addrspace(3)
; PTX: [[ADDRESS:%.*]] = add i64 %number, 2147483648
; PTX: [[P:%.*]] = inttoptr i64 [[ADDRESS]] to ptr addrspace(3)
; CHECK: %p = addrspacecast ptr addrspace(3) [[P]] to ptr
define i32 @local(i64 %number) {
  %p = call ptr @ingot_device_pointer_to_local(i64 %number)
  %value = load i32, ptr %p
  ret i32 %value
}

; Without constants in the program, the pointer can only point to a buffer of constants.
; CHECK-LABEL: define i32 @constant(
; OPENCL: inttoptr i64 %number to ptr addrspace(2)
; PTX: inttoptr i64 %number to ptr addrspace(1)
define i32 @constant(i64 %number) {
  %p = call ptr @ingot_device_pointer_to_constant(i64 %number)
  %value = load i32, ptr %p
  ret i32 %value
}

; CHECK-LABEL: define i32 @private(
; CHECK: %p = inttoptr i64 %number to ptr
; CHECK-NEXT: load i32, ptr %p
define i32 @private(i64 %number) {
  %p = call ptr @ingot_device_pointer_to_private(i64 %number)
  %value = load i32, ptr %p
  ret i32 %value
}
