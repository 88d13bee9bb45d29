; RUN: %opt -passes=split-odd-integers %s | %check
; Loads and stores of integers of three and six bytes, in which the build machine passes small structs, are split into
; smaller ones.

; CHECK-LABEL: define void @three_bytes
; CHECK-NOT: {{load i24|store i24}}
; CHECK-COUNT-3: load i8
; CHECK-COUNT-3: store i8
define void @three_bytes(ptr %from, ptr %to) {
  %all = load i24, ptr %from, align 1
  store i24 %all, ptr %to, align 1
  ret void
}

; CHECK-LABEL: define void @six_bytes
; CHECK: load i16, ptr {{.*}}, align 2
; CHECK: load i16, ptr {{.*}}, align 2
; CHECK: load i16, ptr {{.*}}, align 2
; CHECK-COUNT-3: store i16 {{.*}}, align 2
define void @six_bytes(ptr %from, ptr %to) {
  %all = load i48, ptr %from, align 2
  store i48 %all, ptr %to, align 2
  ret void
}

; CHECK-LABEL: define void @four_bytes
; CHECK-NEXT: load i32
; CHECK-NEXT: store i32
define void @four_bytes(ptr %from, ptr %to) {
  %all = load i32, ptr %from
  store i32 %all, ptr %to
  ret void
}
