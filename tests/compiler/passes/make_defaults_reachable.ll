; RUN: %opt -passes=make-defaults-reachable,verify %s | %check --implicit-check-not=unreachable
; The default of a switch becomes the destination of most cases if it is unreachable.

declare void @use(i32)

; The block of both cases keeps one value for the edge from the switch.
; CHECK-LABEL: define i32 @most_cases(
; CHECK: switch i32 %kind, label %[[BOTH:.*]] [
; CHECK-NEXT: i32 0, label %{{.*}}
; CHECK-NEXT: ]
; CHECK: [[BOTH]]:
; CHECK-NEXT: phi i32 [ 3, %{{[^%]*}} ], [ 5, %0 ]{{$}}
define i32 @most_cases(i32 %kind) {
  switch i32 %kind, label %never [
    i32 0, label %one
    i32 1, label %both
    i32 2, label %both
  ]
one:
  call void @use(i32 0)
  br label %both
both:
  %number = phi i32 [ 5, %0 ], [ 5, %0 ], [ 3, %one ]
  ret i32 %number
never:
  unreachable
}

; CHECK-LABEL: define void @only_destination(
; CHECK-NEXT: br label %[[DONE:.*]]
; CHECK: [[DONE]]:
; CHECK-NEXT: ret void
define void @only_destination(i32 %kind) {
  switch i32 %kind, label %never [
    i32 0, label %done
    i32 7, label %done
  ]
never:
  unreachable
done:
  ret void
}

; Two switches have the same default. The first one loses its last edge to the block before the block is erased.
; CHECK-LABEL: define void @two(
; CHECK: switch i32 %kind, label %first [
; CHECK-NEXT: i32 1, label %second
; CHECK: switch i32 %other, label %second [
; CHECK-NEXT: i32 1, label %done
define void @two(i32 %kind, i32 %other) {
  switch i32 %kind, label %never [
    i32 0, label %first
    i32 1, label %second
  ]
first:
  switch i32 %other, label %never [
    i32 0, label %second
    i32 1, label %done
  ]
second:
  call void @use(i32 1)
  br label %done
done:
  ret void
never:
  %ignored = phi i32 [ 1, %0 ], [ 2, %first ]
  unreachable
}

; A default that can be reached stays. Weights, which no longer fit the cases, are removed.
; CHECK-LABEL: define void @weights(
; CHECK: switch i32 %kind, label %first [
; CHECK-NEXT: i32 1, label %second
; CHECK-NEXT: ]{{$}}
; CHECK: switch i32 %kind, label %done [
; CHECK-NEXT: i32 3, label %second
define void @weights(i32 %kind) {
  switch i32 %kind, label %never [
    i32 0, label %first
    i32 1, label %second
  ], !prof !0
first:
  switch i32 %kind, label %done [
    i32 3, label %second
  ]
second:
  call void @use(i32 1)
  br label %done
done:
  ret void
never:
  unreachable
}
!0 = !{!"branch_weights", i32 0, i32 10, i32 2000}
