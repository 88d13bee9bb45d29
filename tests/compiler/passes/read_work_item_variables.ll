; RUN: %opt -passes='read-work-item-variables,function(sroa,instcombine)' %s | %check
; RUN: %opt -passes='read-work-item-variables,call-opencl-functions,function(sroa,instcombine)' %s | %check --check-prefix=OPENCL
; Loads of the variables become calls of device functions, which call-opencl-functions renames. There are no calls for
; components that the function does not read.

@ingot_device_global_id = external constant { i32, i32, i32 }, align 4
@ingot_device_local_size = external constant { i32, i32, i32 }, align 4

; OPENCL-NOT: @ingot_device_

; CHECK-NOT: external constant
; CHECK-LABEL: define i32 @x_and_z()
; OPENCL-LABEL: define i32 @x_and_z()
; CHECK-DAG: call i64 @ingot_device_get_global_id(i32 0)
; CHECK-DAG: call i64 @ingot_device_get_local_size(i32 2)
; OPENCL-DAG: call i64 @_Z13get_global_idj(i32 0)
; OPENCL-DAG: call i64 @_Z14get_local_sizej(i32 2)
; CHECK-NOT: call
; CHECK-NOT: alloca
; CHECK: ret i32
define i32 @x_and_z() {
  %x = load i32, ptr @ingot_device_global_id, align 4
  %z = load i32, ptr getelementptr inbounds (i8, ptr @ingot_device_local_size, i64 8), align 4
  %sum = add i32 %x, %z
  ret i32 %sum
}

; CHECK-LABEL: define i32 @y()
; OPENCL-LABEL: define i32 @y()
; CHECK: call i64 @ingot_device_get_global_id(i32 1)
; OPENCL: call i64 @_Z13get_global_idj(i32 1)
define i32 @y() {
  %y = load i32, ptr getelementptr inbounds (i8, ptr @ingot_device_global_id, i64 4), align 4
  ret i32 %y
}
