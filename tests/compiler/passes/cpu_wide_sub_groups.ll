; RUN: %opt -passes='cpu-wide-group-functions,verify' %s | %check
; The work-items of a sub-group are the lanes of a vector if they are in one row.

declare i32 @ingot_device_sub_group_shuffle_xor(i32, i32)
declare i32 @ingot_device_sub_group_ballot(i32, i32)
declare i64 @ingot_device_get_local_id(i32)

; The wide forms run where the sub-group is complete and a row consists of whole sub-groups; otherwise one work-item runs after the
; other.
; CHECK-LABEL: define internal i32 @shuffle.item.region0.wide(
; CHECK: load <8 x i32>, ptr addrspace(1)
; CHECK: store <8 x i32> %{{.*}}, ptr
; CHECK: ret i32 1
; CHECK-LABEL: define internal i32 @shuffle.item.region1.wide(
; CHECK: xor <8 x i32> %{{.*}}, splat (i32 1)
; CHECK: call <8 x i32> @llvm.masked.gather
; CHECK-LABEL: define void @shuffle.group(
; CHECK: region0:
; CHECK: %[[complete:.*]] = icmp eq i32 %{{.*}}, 8
; CHECK: %[[rest:.*]] = and i32 %{{.*}}, 7
; CHECK: %[[row:.*]] = icmp eq i32 %[[rest]], 0
; CHECK: and i1 %[[complete]], %[[row]]
; CHECK: call i32 @shuffle.item.region0.wide(
; CHECK: call i32 @shuffle.item.region0(
define void @shuffle(ptr addrspace(1) %values) {
  %x = call i64 @ingot_device_get_local_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %values, i64 %x
  %value = load i32, ptr addrspace(1) %p
  %other = call i32 @ingot_device_sub_group_shuffle_xor(i32 %value, i32 1)
  %sum = add i32 %value, %other
  store i32 %sum, ptr addrspace(1) %p
  ret void
}

; A ballot is the same for all lanes, so it is computed once.
; CHECK-LABEL: define internal i32 @ballot.item.region1.wide(
; CHECK-NOT: gather
; CHECK-NOT: <8 x i32>
; CHECK: load i32, ptr
; CHECK-LABEL: define internal i32 @ballot.item.region2.wide(
define void @ballot(ptr addrspace(1) %values) {
  %x = call i64 @ingot_device_get_local_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %values, i64 %x
  %value = load i32, ptr addrspace(1) %p
  %bits = call i32 @ingot_device_sub_group_ballot(i32 %value, i32 0)
  store i32 %bits, ptr addrspace(1) %p
  ret void
}
