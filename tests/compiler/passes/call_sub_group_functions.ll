; RUN: %opt -passes=call-opencl-functions %s | %check
; Sub-group functions become OpenCL's and SPIR-V's functions.

declare i32 @ingot_device_sub_group_size()
declare i32 @ingot_device_sub_group_shuffle_xor(i32, i32)
declare i32 @ingot_device_sub_group_ballot(i32, i32)
declare void @ingot_device_sub_group_barrier()

; CHECK-LABEL: define i32 @kernel
; CHECK: %size = call i32 @_Z18get_sub_group_sizev()
; CHECK: %other = call i32 @_Z21sub_group_shuffle_xorjj(i32 %value, i32 1)
; CHECK: %[[bits:.*]] = call <4 x i32> @_Z16sub_group_balloti(i32 %other)
; CHECK: extractelement <4 x i32> %[[bits]], i32 0
; CHECK: call void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 776)
; CHECK-NOT: ingot_device_
define i32 @kernel(i32 %value) {
  %size = call i32 @ingot_device_sub_group_size()
  %other = call i32 @ingot_device_sub_group_shuffle_xor(i32 %value, i32 1)
  %bits = call i32 @ingot_device_sub_group_ballot(i32 %other, i32 0)
  call void @ingot_device_sub_group_barrier()
  %sum = add i32 %size, %bits
  ret i32 %sum
}
