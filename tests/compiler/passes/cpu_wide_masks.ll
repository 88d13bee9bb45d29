; RUN: %opt -passes='cpu-wide-regions,verify' %s | %check
; Work-items that take different ways: masks say which lanes are active.

declare i64 @ingot_device_get_global_id(i32)

; A value from memory decides. Only the lanes that take the branch load, and nothing runs if there is none.
; CHECK-LABEL: define internal i32 @branch.item.region0.wide(
; CHECK: %[[v:.*]] = load <8 x float>
; CHECK: %[[large:.*]] = fcmp ogt <8 x float> %[[v]], splat (float 1.000000e+00)
; CHECK: %[[any:.*]] = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %[[large]])
; CHECK: br i1 %[[any]], label %large, label %join
; CHECK: large:
; CHECK: %[[w:.*]] = call <8 x float> @llvm.masked.load.v8f32.p1(ptr addrspace(1) align 4 %{{.*}}, <8 x i1> %[[large]], <8 x float> poison)
; CHECK: %[[square:.*]] = fmul <8 x float> %[[w]], %[[w]]
; CHECK: %[[blend:.*]] = select <8 x i1> %[[large]], <8 x float> %[[square]], <8 x float> %[[v]]
; CHECK: join:
; CHECK: %[[r:.*]] = phi <8 x float> [ %[[blend]], %large ], [ %[[v]], %{{.*}} ]
; CHECK: store <8 x float> %[[r]]
define void @branch(ptr addrspace(1) %values, ptr addrspace(1) %others) {
entry:
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %values, i64 %id
  %v = load float, ptr addrspace(1) %p, align 4
  %is_large = fcmp ogt float %v, 1.0
  br i1 %is_large, label %large, label %join
large:
  %q = getelementptr float, ptr addrspace(1) %others, i64 %id
  %w = load float, ptr addrspace(1) %q, align 4
  %square = fmul float %w, %w
  br label %join
join:
  %r = phi float [ %v, %entry ], [ %square, %large ]
  store float %r, ptr addrspace(1) %p, align 4
  ret void
}

; Two ways with stores, to places next to each other and to one place. Of several lanes the last active one wins. The second way has
; the lanes that do not take the first one.
; CHECK-LABEL: define internal i32 @two_ways.item.region0.wide(
; CHECK: %[[small:.*]] = fcmp olt <8 x float>
; CHECK: %[[others:.*]] = xor <8 x i1> %[[small]], splat (i1 true)
; CHECK: %[[any:.*]] = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %[[others]])
; CHECK: br i1 %[[any]], label %large, label %small.test
; CHECK: large:
; CHECK: %[[bits:.*]] = bitcast <8 x i1> %[[others]] to i8
; CHECK: %[[before:.*]] = call i8 @llvm.ctlz.i8(i8 %[[bits]], i1 true)
; CHECK: %[[last:.*]] = sub i8 7, %[[before]]
; CHECK: %[[value:.*]] = extractelement <8 x float> %{{.*}}, i8 %[[last]]
; CHECK: store float %[[value]], ptr addrspace(1) %others
; CHECK: small:
; CHECK: call void @llvm.masked.store.v8f32.p1(<8 x float> splat (float 1.000000e+00), ptr addrspace(1) align 4 %{{.*}}, <8 x i1> %[[small]])
define void @two_ways(ptr addrspace(1) %values, ptr addrspace(1) %others) {
entry:
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %values, i64 %id
  %v = load float, ptr addrspace(1) %p, align 4
  %is_small = fcmp olt float %v, 1.0
  br i1 %is_small, label %small, label %large
small:
  store float 1.0, ptr addrspace(1) %p, align 4
  br label %end
large:
  %square = fmul float %v, %v
  store float %square, ptr addrspace(1) %others, align 4
  br label %end
end:
  ret void
}

; Lanes leave a loop at different times. The loop runs as long as lanes are active, and its counter is the same for all of these.
; What a lane takes out of the loop is kept when it leaves.
; CHECK-LABEL: define internal i32 @loop.item.region0.wide(
; CHECK: loop:
; CHECK: %[[n:.*]] = phi i32 [ 0, %{{.*}} ], [ %[[next:.*]], %loop.end ]
; CHECK: %[[active:.*]] = phi <8 x i1> [ splat (i1 true), %{{.*}} ], [ %[[stay:.*]], %loop.end ]
; CHECK: %[[next]] = add i32 %[[n]], 1
; CHECK: %[[again:.*]] = fcmp ogt <8 x float>
; CHECK: %[[stay]] = select <8 x i1> %[[active]], <8 x i1> %[[again]], <8 x i1> zeroinitializer
; CHECK: %[[not_again:.*]] = xor <8 x i1> %[[again]], splat (i1 true)
; CHECK: %[[leave:.*]] = select <8 x i1> %[[active]], <8 x i1> %[[not_again]], <8 x i1> zeroinitializer
; CHECK: %[[kept:.*]] = select <8 x i1> %[[leave]], <8 x i32>
; CHECK: loop.end:
; CHECK: %[[any:.*]] = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %[[stay]])
; CHECK: br i1 %[[any]], label %loop, label %done
; CHECK: done:
; CHECK: %[[count:.*]] = phi <8 x i32> [ %[[kept]], %loop.end ]
; CHECK: uitofp <8 x i32> %[[count]] to <8 x float>
define void @loop(ptr addrspace(1) %values) {
entry:
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %values, i64 %id
  %v = load float, ptr addrspace(1) %p, align 4
  br label %loop
loop:
  %x = phi float [ %v, %entry ], [ %half, %loop ]
  %n = phi i32 [ 0, %entry ], [ %next, %loop ]
  %half = fmul float %x, 0.5
  %next = add i32 %n, 1
  %again = fcmp ogt float %half, 1.0
  br i1 %again, label %loop, label %done
done:
  %f = uitofp i32 %next to float
  %s = fadd float %f, %half
  store float %s, ptr addrspace(1) %p, align 4
  ret void
}

; Lanes that continue with the next iteration meet the others only after the loop: so the whole loop has masks, and `work` has
; fewer lanes than `loop`.
; CHECK-LABEL: define internal i32 @continue.item.region0.wide(
; CHECK: loop:
; CHECK: %[[active:.*]] = phi <8 x i1>
; CHECK: %[[even:.*]] = xor <8 x i1> %odd, splat (i1 true)
; CHECK: %[[work:.*]] = select <8 x i1> %[[active]], <8 x i1> %[[even]], <8 x i1> zeroinitializer
; CHECK: work:
; CHECK: call <8 x float> @llvm.masked.gather.v8f32.v8p1(<8 x ptr addrspace(1)> align 4 %{{.*}}, <8 x i1> %[[work]], <8 x float> poison)
; CHECK: select <8 x i1> %[[work]], <8 x i1> %done, <8 x i1> zeroinitializer
; CHECK: ret i32 0
define void @continue(ptr addrspace(1) %values, ptr addrspace(1) %others) {
entry:
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %values, i64 %id
  %v = load i32, ptr addrspace(1) %p, align 4
  br label %loop
loop:
  %x = phi i32 [ %v, %entry ], [ %next, %skip ], [ %next2, %more ]
  %bit = and i32 %x, 1
  %odd = icmp eq i32 %bit, 1
  br i1 %odd, label %skip, label %work
skip:
  %next = lshr i32 %x, 1
  br label %loop
work:
  %i = zext i32 %x to i64
  %q = getelementptr float, ptr addrspace(1) %others, i64 %i
  %w = load float, ptr addrspace(1) %q, align 4
  %done = fcmp ogt float %w, 1.0
  br i1 %done, label %end, label %more
more:
  %next2 = add i32 %x, 3
  br label %loop
end:
  %s = fadd float %w, 1.0
  %r = getelementptr float, ptr addrspace(1) %others, i64 %id
  store float %s, ptr addrspace(1) %r, align 4
  ret void
}

; Lanes that are not active divide by 1: a division by zero would end the program.
; CHECK-LABEL: define internal i32 @divide.item.region0.wide(
; CHECK: %[[valid:.*]] = icmp ne <8 x i32> %[[v:.*]], zeroinitializer
; CHECK: work:
; CHECK: %[[divisor:.*]] = select <8 x i1> %[[valid]], <8 x i32> %[[v]], <8 x i32> splat (i32 1)
; CHECK: udiv <8 x i32> splat (i32 1000), %[[divisor]]
define void @divide(ptr addrspace(1) %values) {
entry:
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %values, i64 %id
  %v = load i32, ptr addrspace(1) %p, align 4
  %is_valid = icmp ne i32 %v, 0
  br i1 %is_valid, label %work, label %end
work:
  %q = udiv i32 1000, %v
  %s = mul i32 %q, %q
  %t = xor i32 %s, %v
  %u = mul i32 %t, %s
  %w = add i32 %u, %t
  store i32 %w, ptr addrspace(1) %p, align 4
  br label %end
end:
  ret void
}

; The address is computed for the first lane, which may not be active: what holds only for active lanes, such as that the index
; does not wrap, says nothing about it. A guard makes sure of that.
; CHECK-LABEL: define internal i32 @moved.item.region0.wide(
; CHECK: %[[moved:.*]] = sub i32 %{{.*}}, 8
; CHECK: zext i32 %[[moved]] to i64
; CHECK: call <8 x float> @llvm.masked.load.v8f32.p1(
; CHECK-LABEL: define internal i1 @moved.item.region0.guard(
; CHECK: %[[last:.*]] = sub i32 %{{.*}}, 8
; CHECK: %[[first:.*]] = sub i32 %{{.*}}, 8
; CHECK: icmp uge i32 %[[last]], %[[first]]
define void @moved(ptr addrspace(1) %values, ptr addrspace(1) %result) {
entry:
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %x = trunc i64 %id to i32
  %p = getelementptr float, ptr addrspace(1) %result, i64 %id
  %v = load float, ptr addrspace(1) %p, align 4
  %is_inside = fcmp ogt float %v, 1.0
  %moved = sub nuw i32 %x, 8
  %i = zext nneg i32 %moved to i64
  br i1 %is_inside, label %inside, label %end
inside:
  %q = getelementptr inbounds float, ptr addrspace(1) %values, i64 %i
  %w = load float, ptr addrspace(1) %q, align 4
  %s = fmul float %w, %v
  store float %s, ptr addrspace(1) %p, align 4
  br label %end
end:
  ret void
}

; Each active lane does an atomic operation of its own, also if all have the same address.
; CHECK-LABEL: define internal i32 @atomic.item.region0.wide(
; CHECK: large:
; CHECK: extractelement <8 x i1> %is_large, i64 0
; CHECK-NEXT: br i1
; CHECK: atomicrmw add ptr addrspace(1) %counter, i32 1
; CHECK: extractelement <8 x i1> %is_large, i64 1
; CHECK-NEXT: br i1
; CHECK-COUNT-7: atomicrmw add ptr addrspace(1) %counter, i32 1
; CHECK-LABEL: define i32 @wait.item.region0(
define void @atomic(ptr addrspace(1) %values, ptr addrspace(1) %counter) {
entry:
  %id = call i64 @ingot_device_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %values, i64 %id
  %v = load float, ptr addrspace(1) %p, align 4
  %a = fadd float %v, 1.0
  %b = fmul float %a, %v
  %c = fadd float %b, 2.0
  %d = fmul float %c, %v
  %e = fadd float %d, 3.0
  %f = fmul float %e, %v
  %g = fadd float %f, %a
  %h = fmul float %g, %b
  %i = fadd float %h, %c
  store float %i, ptr addrspace(1) %p, align 4
  %is_large = fcmp ogt float %i, 1.0
  br i1 %is_large, label %large, label %end
large:
  %old = atomicrmw add ptr addrspace(1) %counter, i32 1 syncscope("device") monotonic
  br label %end
end:
  ret void
}

; The lane that has the lock would wait for those that want it.
; CHECK-NOT: @wait.item.region0.wide
define void @wait(ptr addrspace(1) %lock, ptr addrspace(1) %values) {
entry:
  %id = call i64 @ingot_device_get_global_id(i32 0)
  br label %wait
wait:
  %old = atomicrmw xchg ptr addrspace(1) %lock, i32 1 syncscope("device") acquire
  %is_free = icmp eq i32 %old, 0
  br i1 %is_free, label %work, label %wait
work:
  %p = getelementptr float, ptr addrspace(1) %values, i64 %id
  %v = load float, ptr addrspace(1) %p, align 4
  %square = fmul float %v, %v
  %sum = fadd float %square, %v
  %more = fmul float %sum, %square
  store float %more, ptr addrspace(1) %p, align 4
  %free = atomicrmw xchg ptr addrspace(1) %lock, i32 0 syncscope("device") release
  ret void
}
; CHECK-NOT: @ingot_cpu_any_lane
; CHECK-NOT: @ingot_cpu_set_mask
