; RUN: %opt -passes=define-library-functions %s | %check
; memcmp gets a body under a name that LLVM does not know.

declare i32 @memcmp(ptr, ptr, i64)

; CHECK: define internal i32 @ingot.memcmp(ptr %0, ptr %1, i64 %2)
; CHECK: load i8
; CHECK-LABEL: define i32 @compare(
; CHECK: call i32 @ingot.memcmp(
define i32 @compare(ptr %a, ptr %b) {
  %r = call i32 @memcmp(ptr %a, ptr %b, i64 12)
  ret i32 %r
}
