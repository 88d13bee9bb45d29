; RUN: %opt -passes=structure-control-flow,verify %s | %check
; Functions that a structured language can express stay as they are. Others are changed so that it can express them.

declare void @use(i32)

; CHECK-LABEL: define void @condition_and_loop(
; CHECK-NEXT: entry:
; CHECK-NEXT: br i1 %c, label %repeat, label %done
; CHECK: repeat:
; CHECK-NEXT: %i = phi i32 [ 0, %entry ], [ %next, %repeat ]
; CHECK-NEXT: call void @use(i32 %i)
; CHECK-NEXT: %next = add i32 %i, 1
; CHECK-NEXT: %more = icmp ult i32 %next, %n
; CHECK-NEXT: br i1 %more, label %repeat, label %done
; CHECK: done:
; CHECK-NEXT: ret void
define void @condition_and_loop(i1 %c, i32 %n) {
entry:
  br i1 %c, label %repeat, label %done
repeat:
  %i = phi i32 [ 0, %entry ], [ %next, %repeat ]
  call void @use(i32 %i)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %repeat, label %done
done:
  ret void
}

; A switch stays. One of its cases continues a loop, another one returns.
; CHECK-LABEL: define void @switch_in_loop(
; CHECK: switch i32 %kind, label %done [
; CHECK-NEXT: i32 0, label %zero
; CHECK-NEXT: i32 1, label %zero
; CHECK-NEXT: i32 2, label %again
; CHECK-NEXT: ]
define void @switch_in_loop(ptr %kinds) {
entry:
  br label %again
again:
  %kind = load i32, ptr %kinds
  switch i32 %kind, label %done [
    i32 0, label %zero
    i32 1, label %zero
    i32 2, label %again
  ]
zero:
  call void @use(i32 0)
  br label %again
done:
  ret void
}

; A block that is skipped by one of two conditions needs no variable: it is left by a jump out of a region `once`.
; CHECK-LABEL: define void @skipped_block(
; CHECK: br i1 %a, label %second, label %otherwise
; CHECK: br i1 %b, label %both, label %otherwise
; CHECK: br label %done
; CHECK: br label %done
define void @skipped_block(i1 %a, i1 %b) {
entry:
  br i1 %a, label %second, label %otherwise
second:
  br i1 %b, label %both, label %otherwise
both:
  call void @use(i32 1)
  br label %done
otherwise:
  call void @use(i32 2)
  br label %done
done:
  ret void
}

; A loop with two entries gets one entry, which is chosen by a variable.
; CHECK-LABEL: define void @two_entries(
; CHECK-COUNT-2: call void @use
; CHECK-NOT: call void @use
; CHECK: irr.guard:
; CHECK-NEXT: %[[WHICH:.*]] = phi i1
; CHECK: br i1 %[[WHICH]]
define void @two_entries(i1 %c, ptr %flags) {
entry:
  br i1 %c, label %first, label %second
first:
  call void @use(i32 1)
  %one = load i1, ptr %flags
  br i1 %one, label %second, label %done
second:
  call void @use(i32 2)
  %two = load i1, ptr %flags
  br i1 %two, label %first, label %done
done:
  ret void
}

; A jump out of two loops becomes a jump out of one loop and a condition after it.
; CHECK-LABEL: define void @two_loops_at_once(
; CHECK: inner:
; CHECK: call void @use(i32 1)
; CHECK: loop.exit.guard:
; CHECK: br i1 %
define void @two_loops_at_once(ptr %flags) {
entry:
  br label %outer
outer:
  call void @use(i32 0)
  br label %inner
inner:
  call void @use(i32 1)
  %found = load i1, ptr %flags
  br i1 %found, label %done, label %rest
rest:
  call void @use(i32 2)
  %again = load i1, ptr %flags
  br i1 %again, label %inner, label %after
after:
  call void @use(i32 3)
  %more = load i1, ptr %flags
  br i1 %more, label %outer, label %all
all:
  call void @use(i32 4)
  br label %done
done:
  ret void
}

; Blocks that no path reaches are removed.
; CHECK-LABEL: define void @unreachable_blocks(
; CHECK-NEXT: entry:
; CHECK-NEXT: ret void
; CHECK-NEXT: }
define void @unreachable_blocks() {
entry:
  ret void
never:
  call void @use(i32 1)
  br label %never
}
