; RUN: %opt -passes=prepare-module %s | %check
; Attributes of the build machine's processor are removed, and only entries remain visible from outside.

; Module assembly is for the host's functions.
; CHECK-NOT: module asm
module asm ".globl counter"

@llvm.used = appending global [1 x ptr] [ptr @helper], section "llvm.metadata"
; CHECK-NOT: @llvm.used

; CHECK: define internal void @helper() #[[helper:[0-9]+]]
define linkonce_odr void @helper() #0 {
  ret void
}

; CHECK: define dso_local void @ingot_entry_some(ptr %0) #[[entry:[0-9]+]]
define void @ingot_entry_some(ptr %0) #0 {
  ret void
}

; A function that the kernel file only declares is marked and keeps its attributes. A hint to the cache is erased.
; CHECK: define internal i32 @calls(ptr %p)
; CHECK-NEXT: call i32 @on_the_host(i32 1)
; CHECK: declare i32 @on_the_host(i32) #[[declared:[0-9]+]]
define i32 @calls(ptr %p) {
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
  %x = call i32 @on_the_host(i32 1)
  ret i32 %x
}
declare i32 @on_the_host(i32) memory(none)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

; A function that its author marked [[gnu::always_inline]] keeps a mark.
; CHECK: define internal void @always() #[[always:[0-9]+]]
define linkonce_odr void @always() alwaysinline {
  ret void
}

; CHECK: attributes #[[helper]] = { alwaysinline nounwind }
; CHECK: attributes #[[entry]] = { nounwind }
; CHECK: attributes #[[declared]] = { memory(none) "ingot-declared-by-author" }
; CHECK: attributes #[[always]] = { alwaysinline nounwind "ingot-always-inlined" }
attributes #0 = { noinline optnone uwtable "target-cpu"="x86-64" "target-features"="+sse2" "frame-pointer"="all" }
