; RUN: %opt -passes='cpu-item-functions,verify' %s | %check
; A kernel becomes a function for one work-item: it gets parameters for its ids and for memory.

@first = internal addrspace(3) global [3 x i32] undef
@second = internal addrspace(3) global double undef
declare i64 @ingot_device_get_global_id(i32)
declare i64 @ingot_device_get_local_size(i32)
declare i32 @ingot_device_sub_group_local_id()
declare void @ingot_device_fence(i32, i32)

; CHECK-LABEL: define void @scale.item(
; CHECK-SAME: ptr addrspace(1) %values, float %factor, i32 %group_x, i32 %group_y, i32 %group_z, i32 %local_x
; CHECK-SAME: i32 %item, ptr addrspace(3) noundef %local_memory, ptr noundef %contexts)
; CHECK: %[[begin:.*]] = mul nuw i32 %group_x, %local_size_x
; CHECK: %[[id:.*]] = add nuw i32 %[[begin]], %local_x
; CHECK: zext i32 %[[id]] to i64
; CHECK-NOT: ingot_device_
define void @scale(ptr addrspace(1) %values, float %factor) {
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %address = getelementptr float, ptr addrspace(1) %values, i64 %id
  store float %factor, ptr addrspace(1) %address
  ret void
}

; A dimension that is not constant is chosen at run time. There are three.
; CHECK-LABEL: define void @any_dimension.item(
; CHECK: %[[is_x:.*]] = icmp eq i32 %dimension, 0
; CHECK: %[[x:.*]] = select i1 %[[is_x]], i32 %local_size_x, i32 0
; CHECK: select i1 %{{.*}}, i32 %local_size_y, i32 %[[x]]
; CHECK: select i1 %{{.*}}, i32 %local_size_z
define void @any_dimension(ptr addrspace(1) %result, i32 %dimension) {
  %size = call i64 @ingot_device_get_local_size(i32 %dimension)
  store i64 %size, ptr addrspace(1) %result
  ret void
}

; Variables in local memory become places in the memory of the group: the second one begins at the next multiple of its alignment.
; CHECK-LABEL: define void @local_variables.item(
; CHECK: getelementptr inbounds i8, ptr addrspace(3) %local_memory, i64 16
; CHECK: getelementptr inbounds i8, ptr addrspace(3) %local_memory, i64 0
; CHECK-NOT: @first
; CHECK-NOT: @second
; CHECK: ret void
define void @local_variables() {
  store i32 1, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @first, i64 8)
  store double 1.0, ptr addrspace(3) @second
  ret void
}

; Sub-groups are eight consecutive work-items of the group. A fence of local memory orders only the accesses of one thread, which
; runs all work-items of a group. The scope of an atomic access and of another fence is the system: the code generator writes no
; instruction for a fence of any other scope.
; CHECK-LABEL: define void @others.item(
; CHECK: urem i32 %item, 8
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK: fence acquire
; CHECK: atomicrmw add ptr addrspace(1) %counter, i32 %{{.*}} monotonic
; CHECK: fence seq_cst
; CHECK: fence syncscope("singlethread") release
define void @others(ptr addrspace(1) %counter) {
  %lane = call i32 @ingot_device_sub_group_local_id()
  call void @ingot_device_fence(i32 1, i32 3)
  call void @ingot_device_fence(i32 2, i32 1)
  %old = atomicrmw add ptr addrspace(1) %counter, i32 %lane syncscope("device") monotonic
  fence syncscope("device") seq_cst
  fence syncscope("singlethread") release
  ret void
}
