; RUN: %opt -passes=keep-device-functions %s | %check
; Device functions that a target's code generator defines are marked, and get the attributes of the table. A function
; stays unmarked if a call passes a variable for an operand that must be constant; diagnose_unsupported reports the call
; later.

declare i32 @ingot_device_sub_group_size() #0
declare void @ingot_device_fence(i32, i32) #0
declare i32 @ingot_device_sub_group_id() #0

; CHECK: declare i32 @ingot_device_sub_group_size() #[[kept:[0-9]+]]
; CHECK: declare void @ingot_device_fence(i32, i32) #[[author:[0-9]+]]
; CHECK: declare i32 @ingot_device_sub_group_id() #[[author]]
define i32 @kernel(i32 %scope) {
  call void @ingot_device_fence(i32 %scope, i32 3)
  %size = call i32 @ingot_device_sub_group_size()
  %id = call i32 @ingot_device_sub_group_id()
  %sum = add i32 %size, %id
  ret i32 %sum
}

; CHECK-DAG: attributes #[[kept]] = { convergent nounwind "ingot-built-in"="sub_group_size" }
; CHECK-DAG: attributes #[[author]] = { "ingot-declared-by-author" }
attributes #0 = { "ingot-declared-by-author" }
