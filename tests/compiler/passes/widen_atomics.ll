; RUN: %opt -passes='widen-atomics,verify' %s | %check
; Atomic operations on 8 and 16 bits become operations on the word that contains them.

; CHECK-LABEL: define i8 @update(
; CHECK: %[[ADDRESS:.*]] = ptrtoint ptr addrspace(1) %p to i64
; CHECK: %[[OFFSET:.*]] = and i64 %[[ADDRESS]], 3
; CHECK: %[[MINUS:.*]] = sub i64 0, %[[OFFSET]]
; CHECK: %[[WORD:.*]] = getelementptr i8, ptr addrspace(1) %p, i64 %[[MINUS]]
; CHECK: %[[SHIFT:.*]] = shl i32 %{{.*}}, 3
; CHECK: %[[MASK:.*]] = shl i32 255, %[[SHIFT]]
; CHECK: %[[GUESS:.*]] = load atomic i32, ptr addrspace(1) %[[WORD]] syncscope("device") monotonic, align 4
; CHECK: br label %[[LOOP:.*]]
; CHECK: [[LOOP]]:
; CHECK: %[[FOUND:.*]] = phi i32 [ %[[GUESS]], %{{.*}} ], [ %[[NOW:.*]], %[[LOOP]] ]
; CHECK: %[[OLD:.*]] = trunc i32 %{{.*}} to i8
; CHECK: add i8 %[[OLD]], %v
; CHECK: %[[PAIR:.*]] = cmpxchg ptr addrspace(1) %[[WORD]], i32 %[[FOUND]], i32 %{{.*}} syncscope("device") seq_cst monotonic, align 4
; CHECK: %[[NOW]] = extractvalue { i32, i1 } %[[PAIR]], 0
; CHECK: ret i8 %[[OLD]]
define i8 @update(ptr addrspace(1) %p, i8 %v) {
  %old = atomicrmw add ptr addrspace(1) %p, i8 %v syncscope("device") seq_cst
  ret i8 %old
}

; The loop ends if the value differs. The order on failure is that of the load too.
; CHECK-LABEL: define { i16, i1 } @exchange(
; CHECK: shl i32 65535
; CHECK: load atomic i32, ptr addrspace(3) %[[WORD:.*]] syncscope("workgroup") acquire, align 4
; CHECK: %[[OLD:.*]] = trunc i32 %{{.*}} to i16
; CHECK: %[[SAME:.*]] = icmp eq i16 %[[OLD]], %expected
; CHECK: br i1 %[[SAME]], label %[[EXCHANGE:.*]], label %[[DONE:.*]]
; CHECK: [[EXCHANGE]]:
; CHECK: cmpxchg ptr addrspace(3) %[[WORD]], i32 %{{.*}}, i32 %{{.*}} syncscope("workgroup") acq_rel acquire, align 4
; CHECK: [[DONE]]:
; CHECK: %[[RESULT:.*]] = phi i1 [ false, %{{.*}} ], [ true, %[[EXCHANGE]] ]
; CHECK: insertvalue { i16, i1 } poison, i16 %[[OLD]], 0
; CHECK: insertvalue { i16, i1 } %{{.*}}, i1 %[[RESULT]], 1
define { i16, i1 } @exchange(ptr addrspace(3) %p, i16 %expected, i16 %desired) {
  %pair = cmpxchg weak ptr addrspace(3) %p, i16 %expected, i16 %desired syncscope("workgroup") acq_rel acquire
  ret { i16, i1 } %pair
}

; CHECK-LABEL: define i8 @load(
; CHECK: load atomic i32, ptr addrspace(1) %{{.*}} syncscope("device") acquire, align 4
; CHECK-NOT: cmpxchg
; CHECK: ret i8
define i8 @load(ptr addrspace(1) %p) {
  %v = load atomic i8, ptr addrspace(1) %p syncscope("device") acquire, align 1
  ret i8 %v
}

; CHECK-LABEL: define void @store(
; CHECK-NOT: store
; CHECK: cmpxchg {{.*}} release monotonic
; CHECK: ret void
define void @store(ptr addrspace(1) %p, i8 %v) {
  store atomic i8 %v, ptr addrspace(1) %p syncscope("device") release, align 1
  ret void
}

; Signed values are compared with their sign. Floating-point numbers are stored by their bits.
; CHECK-LABEL: define half @types(
; CHECK: icmp sle i16
; CHECK: fadd half
; CHECK: bitcast half %{{.*}} to i16
define half @types(ptr addrspace(1) %p, ptr addrspace(1) %q, i16 %v, half %f) {
  %least = atomicrmw min ptr addrspace(1) %p, i16 %v monotonic
  %sum = atomicrmw fadd ptr addrspace(1) %q, half %f monotonic
  ret half %sum
}

; Operations of other widths and plain accesses stay.
; CHECK-LABEL: define void @others(
; CHECK-NEXT: atomicrmw add ptr addrspace(1) %p, i32 %v
; CHECK-NEXT: store i8 0
; CHECK-NEXT: fence
; CHECK-NEXT: ret void
define void @others(ptr addrspace(1) %p, i32 %v) {
  %old = atomicrmw add ptr addrspace(1) %p, i32 %v monotonic
  store i8 0, ptr addrspace(1) %p
  fence seq_cst
  ret void
}
