; RUN: %opt -passes=note-argument-ranges %s | %check
; The ranges of integer arguments are attached to calls of recursive functions. Nothing else changes.
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"

; @logarithm returns -1 for 0, as in std::sort of libstdc++ 13 and later. The check for an empty range excludes this
; case.
; CHECK-LABEL: define internal void @sort(
; CHECK: call i64 @logarithm(
; CHECK: call void @recursive(ptr %first, ptr %last, i64 range(i64 0, 64) %depth)
define internal void @sort(ptr %first, ptr %last) alwaysinline {
  %empty = icmp eq ptr %first, %last
  br i1 %empty, label %stop, label %go
go:
  %to = ptrtoint ptr %last to i64
  %from = ptrtoint ptr %first to i64
  %bytes = sub i64 %to, %from
  %count = ashr exact i64 %bytes, 2
  %depth = call i64 @logarithm(i64 %count)
  call void @recursive(ptr %first, ptr %last, i64 %depth)
  br label %stop
stop:
  ret void
}

; Without the check for an empty range, the depth may be -1.
; CHECK-LABEL: define internal void @sort_empty(
; CHECK: call void @recursive(ptr %first, ptr %last, i64 range(i64 -1, 64) %depth)
define internal void @sort_empty(ptr %first, ptr %last) alwaysinline {
  %to = ptrtoint ptr %last to i64
  %from = ptrtoint ptr %first to i64
  %bytes = sub i64 %to, %from
  %count = ashr exact i64 %bytes, 2
  %depth = call i64 @logarithm(i64 %count)
  call void @recursive(ptr %first, ptr %last, i64 %depth)
  ret void
}

; The range of a parameter is not known.
; CHECK-LABEL: define internal void @sort_to(
; CHECK: call void @recursive(ptr %first, ptr %last, i64 %depth)
define internal void @sort_to(ptr %first, ptr %last, i64 %depth) alwaysinline {
  call void @recursive(ptr %first, ptr %last, i64 %depth)
  ret void
}

; The loop limits %part, so simplification removes the mask. LLVM's analysis of ranges does not find the limit behind the loop
; over numbers.
; CHECK-LABEL: define internal void @sort_parts(
; CHECK: call void @recursive(ptr %first, ptr %last, i64 range(i64 0, 8) %depth)
define internal void @sort_parts(ptr %first, ptr %last) alwaysinline {
entry:
  br label %head
head:
  %part = phi i64 [ 0, %entry ], [ %next, %body ]
  %is_left = icmp ule i64 %part, 7
  br i1 %is_left, label %numbers, label %end
numbers:
  %number = phi i64 [ 0, %head ], [ %next_number, %add ]
  %has_number = icmp ult i64 %number, 4
  br i1 %has_number, label %add, label %body
add:
  %place = getelementptr i64, ptr %first, i64 %number
  store i64 %number, ptr %place
  %next_number = add i64 %number, 1
  br label %numbers
body:
  %inverted = xor i64 %part, -1
  %depth = and i64 %inverted, 7
  call void @recursive(ptr %first, ptr %last, i64 %depth)
  %next = add i64 %part, 1
  br label %head
end:
  ret void
}

; CHECK-LABEL: define void @ingot_entry(
; CHECK-NEXT: call void @sort(
; CHECK-NEXT: call void @sort_empty(
; CHECK-NEXT: call void @sort_to(
; CHECK-NEXT: call void @sort_parts(
; CHECK-NEXT: ret void
define void @ingot_entry(ptr %first, ptr %last, i64 %depth) {
  call void @sort(ptr %first, ptr %last)
  call void @sort_empty(ptr %first, ptr %last)
  call void @sort_to(ptr %first, ptr %last, i64 %depth)
  call void @sort_parts(ptr %first, ptr %last)
  ret void
}

; A function that is not recursive does not change, nor do its calls.
define internal i64 @logarithm(i64 %n) alwaysinline {
  %none = icmp eq i64 %n, 0
  br i1 %none, label %zero, label %some
zero:
  br label %end
some:
  %zeros = call i64 @llvm.ctlz.i64(i64 %n, i1 true)
  br label %end
end:
  %counted = phi i64 [ 64, %zero ], [ %zeros, %some ]
  %result = sub i64 63, %counted
  ret i64 %result
}
declare i64 @llvm.ctlz.i64(i64, i1)

define internal void @recursive(ptr %first, ptr %last, i64 %depth) alwaysinline {
  %end = icmp eq i64 %depth, 0
  br i1 %end, label %stop, label %go
go:
  %middle = getelementptr i32, ptr %first, i64 1
  %less = add i64 %depth, -1
  call void @recursive(ptr %middle, ptr %last, i64 %less)
  br label %stop
stop:
  ret void
}
