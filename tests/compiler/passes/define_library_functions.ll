; RUN: %opt -passes=define-library-functions %s | %check
; memcmp, memchr and wmemchr get a body, and a name that LLVM does not recognise.

declare i32 @memcmp(ptr, ptr, i64)
declare ptr @memchr(ptr, i32, i64)
declare ptr @wmemchr(ptr, i32, i64)
; This function has the name of bcmp and another type: it stays a declaration.
declare i32 @bcmp(ptr)

; CHECK: define internal i32 @ingot.memcmp(ptr %0, ptr %1, i64 %2)
; CHECK: load i8
; CHECK: define internal ptr @ingot.memchr(ptr %0, i32 %1, i64 %2)
; CHECK: trunc i32 %1 to i8
; CHECK: load i8
; CHECK: ret ptr null
; CHECK: define internal ptr @ingot.wmemchr(ptr %0, i32 %1, i64 %2)
; CHECK: load i32
; CHECK: declare i32 @bcmp(ptr)
; CHECK-LABEL: define i32 @compare(
; CHECK: call i32 @ingot.memcmp(
define i32 @compare(ptr %a, ptr %b) {
  %r = call i32 @memcmp(ptr %a, ptr %b, i64 12)
  ret i32 %r
}

; CHECK-LABEL: define ptr @search(
; CHECK: call ptr @ingot.memchr(
; CHECK: call ptr @ingot.wmemchr(
define ptr @search(ptr %a) {
  %r = call ptr @memchr(ptr %a, i32 5, i64 12)
  %s = call ptr @wmemchr(ptr %r, i32 5, i64 3)
  %t = call i32 @bcmp(ptr %s)
  ret ptr %s
}
