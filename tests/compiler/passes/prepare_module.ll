; RUN: %opt -passes=prepare-module %s | %check
; Nothing of the build machine's processor is left, and only entries are visible from outside.

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

; CHECK: attributes #[[helper]] = { alwaysinline nounwind }
; CHECK: attributes #[[entry]] = { nounwind }
attributes #0 = { noinline optnone uwtable "target-cpu"="x86-64" "target-features"="+sse2" "frame-pointer"="all" }
