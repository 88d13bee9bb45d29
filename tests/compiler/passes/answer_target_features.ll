; RUN: %opt -passes=answer-target-features-all %s | %check --check-prefix=ALL
; RUN: %opt -passes=answer-target-features-none %s | %check --check-prefix=NONE
; Questions of the language's headers about the target are answered, and the code for other targets is erased, together
; with its calls of device functions that this target does not have.

declare i1 @ingot_device_target_has(i32)
declare void @ingot_device_image_store(ptr)
declare void @ingot_device_image_write_float(ptr)

; ALL-LABEL: define void @store
; ALL-NOT: image_write_float
; ALL: call void @ingot_device_image_store(ptr %image)
; ALL-NOT: image_write_float
; ALL: ret void
; NONE-LABEL: define void @store
; NONE-NOT: image_store
; NONE: call void @ingot_device_image_write_float(ptr %image)
; NONE-NOT: image_store
; NONE: ret void
define void @store(ptr %image) {
  %bytes = call i1 @ingot_device_target_has(i32 2)
  br i1 %bytes, label %by_bytes, label %by_channels
by_bytes:
  call void @ingot_device_image_store(ptr %image)
  br label %end
by_channels:
  call void @ingot_device_image_write_float(ptr %image)
  br label %end
end:
  ret void
}

; An answer that the optimiser has combined with another condition.
; ALL-LABEL: define i32 @combined
; ALL: ret i32 %b
; NONE-LABEL: define i32 @combined
; NONE: ret i32 %a
define i32 @combined(i32 %a, i32 %b) {
  %has = call i1 @ingot_device_target_has(i32 0)
  %lacks = xor i1 %has, true
  %result = select i1 %lacks, i32 %a, i32 %b
  ret i32 %result
}

; The features of an architecture: asynchronous copies and products of half tiles.
; ALL-LABEL: define i1 @of_architecture
; ALL: ret i1 true
; NONE-LABEL: define i1 @of_architecture
; NONE: ret i1 false
define i1 @of_architecture() {
  %copies = call i1 @ingot_device_target_has(i32 3)
  %multiplies = call i1 @ingot_device_target_has(i32 4)
  %both = and i1 %copies, %multiplies
  ret i1 %both
}

; ALL-NOT: declare {{.*}}ingot_device_target_has
