; RUN: %opt -passes='cpu-group-functions,verify' %s | %check
; The function that runs a work-group, and the constant with its needs.

@tile = internal addrspace(3) global [64 x float] undef
declare void @ingot_device_barrier(i32)
declare void @ingot_device_sub_group_barrier()

; CHECK: @loops.needs = constant { i64, i64 } zeroinitializer
; CHECK: @waits.needs = constant { i64, i64 } { i64 256, i64 0 }
; CHECK: @fails.needs = constant { i64, i64 } { i64 0, i64 64 }

; A kernel without stops: three loops. The arguments are loaded once: a buffer's address, the offset of local memory, and a value
; through its address.
; CHECK-LABEL: define void @loops.group(
; CHECK: %values = load ptr addrspace(1), ptr %{{.*}}, !invariant.load
; CHECK: %[[offset:.*]] = load i64, ptr %{{.*}}, !invariant.load
; CHECK: getelementptr inbounds i8, ptr addrspace(3) %{{.*}}, i64 %[[offset]]
; CHECK: %factor = load float, ptr %{{.*}}, !invariant.load
; CHECK: z:
; CHECK: y:
; CHECK: x:
; CHECK: call i32 @loops.item.region0(
; CHECK-NOT: switch
; CHECK: }
define void @loops(ptr addrspace(1) %values, ptr addrspace(3) %memory, float %factor) {
  store float %factor, ptr addrspace(1) %values
  store float %factor, ptr addrspace(3) %memory
  ret void
}

; A kernel with a barrier: regions, one after another.
; CHECK-LABEL: define void @waits.group(
; CHECK: group:
; CHECK: %group.state = phi i32 [ 0, %entry ], [ %next, %join ]
; CHECK: switch i32 %group.state, label %impossible [
; CHECK-NEXT: i32 0, label %region0
; CHECK-NEXT: i32 1, label %region1
; CHECK: icmp eq i32 %next, 0
define void @waits(ptr addrspace(1) %values) {
  store float 1.0, ptr addrspace(3) @tile
  call void @ingot_device_barrier(i32 1)
  %v = load float, ptr addrspace(3) @tile
  store float %v, ptr addrspace(1) %values
  ret void
}

; A kernel with a stop of sub-groups: each sub-group goes on until it waits for the group.
; CHECK-LABEL: define void @sub_groups.group(
; CHECK: sub_group:
; CHECK: step:
; CHECK: switch i32 %step.state
; CHECK: icmp ule i32 %next, 0
; CHECK: lane:
define void @sub_groups(ptr addrspace(1) %values) {
  store i32 1, ptr addrspace(1) %values
  call void @ingot_device_sub_group_barrier()
  store i32 2, ptr addrspace(1) %values
  ret void
}

; If work-items can end before others, region 1 runs only for those that wait for it.
; CHECK-LABEL: define void @fails.group(
; CHECK: region1:
; CHECK: icmp eq i32 %{{.*}}, 1
; CHECK: call i32 @fails.item.region1(
; CHECK: store i32
define void @fails(ptr addrspace(1) %values, i1 %ends, ptr addrspace(1) %failures) {
  br i1 %ends, label %end, label %wait
wait:
  call void @ingot_device_barrier(i32 1)
  store i32 2, ptr addrspace(1) %values
  br label %end
end:
  ret void
}
