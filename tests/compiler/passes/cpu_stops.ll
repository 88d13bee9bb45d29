; RUN: %opt -passes='cpu-stops,verify' %s | %check
; Functions in which work-items wait for each other become stops, at the end of a block.

declare void @ingot_device_barrier(i32)
declare void @ingot_device_sub_group_barrier()
declare i32 @ingot_device_sub_group_shuffle_xor(i32, i32)
declare i32 @ingot_device_sub_group_ballot(i32, i32)

; CHECK-LABEL: define void @wait.item(
; CHECK: store i32 1
; CHECK-NEXT: call void @ingot_cpu_stop()
; CHECK-NEXT: br label %[[after:.*]]
; CHECK: [[after]]:
; CHECK-NEXT: store i32 2
; CHECK-NEXT: call void @ingot_cpu_stop()
define void @wait(ptr addrspace(1) %values) {
  store i32 1, ptr addrspace(1) %values
  call void @ingot_device_barrier(i32 1)
  store i32 2, ptr addrspace(1) %values
  call void @ingot_device_sub_group_barrier()
  store i32 3, ptr addrspace(1) %values
  ret void
}

; Work-items exchange values in their contexts. One that is not in the sub-group is replaced by the work-item itself.
; CHECK-LABEL: define void @shuffle.item(
; CHECK: %[[own:.*]] = getelementptr inbounds i32, ptr %contexts, i64
; CHECK: store i32 %value, ptr %[[own]]
; CHECK: call void @ingot_cpu_stop()
; CHECK: %[[lane:.*]] = and i32 %item, 7
; CHECK: %[[other:.*]] = xor i32 %[[lane]], %mask
; CHECK: %[[exists:.*]] = icmp ult i32 %[[other]]
; CHECK: select i1 %[[exists]], i32 %[[other]], i32 %[[lane]]
; CHECK: %[[result:.*]] = load i32, ptr
; CHECK: call void @ingot_cpu_stop()
; CHECK: store i32 %[[result]], ptr addrspace(1) %values
define void @shuffle(ptr addrspace(1) %values, i32 %value, i32 %mask) {
  %result = call i32 @ingot_device_sub_group_shuffle_xor(i32 %value, i32 %mask)
  store i32 %result, ptr addrspace(1) %values
  ret void
}

; A function in which work-items wait is inlined, a function in which they do not is kept.
define internal void @waits() "ingot-specialized-function" {
  call void @ingot_device_barrier(i32 1)
  ret void
}
define internal void @plain(ptr addrspace(1) %values) "ingot-specialized-function" {
  store i32 1, ptr addrspace(1) %values
  ret void
}
; CHECK-LABEL: define void @calls.item(
; CHECK: call void @plain.item(
; CHECK: call void @ingot_cpu_stop()
; CHECK-NOT: call void @waits.item
; CHECK: ret void
define void @calls(ptr addrspace(1) %values) {
  call void @plain(ptr addrspace(1) %values)
  call void @waits()
  ret void
}
