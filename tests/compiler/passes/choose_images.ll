; RUN: %opt -passes=choose-images %s | %check
; An image that is known only when the kernel runs becomes a number, and its calls a switch.

@ingot_device_image_token.image_2d.0.- = external global i8
@ingot_device_image_token.image_2d.1.- = external global i8
@ingot_device_image_token.image_2d.-.2 = external global i8

declare i32 @ingot_device_image_query(ptr, i32, i32)

; An element of an array. The image that is only written is none of its elements.
; CHECK-LABEL: define i32 @element(
; CHECK: %images = alloca [2 x ptr]
; CHECK: store i64 [[FIRST:[0-9]+]], ptr %images
; CHECK: store i64 [[SECOND:[0-9]+]], ptr %second
; CHECK: [[NUMBER:%.*]] = load i64, ptr %element
; CHECK: switch i64 [[NUMBER]], label %[[ONE:.*]] [
; CHECK-NEXT: i64 {{[0-9]+}}, label %[[TWO:.*]]
; CHECK: call i32 @ingot_device_image_query(ptr @ingot_device_image_token.image_2d.{{[01]}}.-, i32 0, i32 %level)
; CHECK: call i32 @ingot_device_image_query(ptr @ingot_device_image_token.image_2d.{{[01]}}.-, i32 0, i32 %level)
; CHECK: phi i32
define i32 @element(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %i, i32 %level) {
  %images = alloca [2 x ptr]
  store ptr @ingot_device_image_token.image_2d.0.-, ptr %images
  %second = getelementptr [2 x ptr], ptr %images, i64 0, i64 1
  store ptr @ingot_device_image_token.image_2d.1.-, ptr %second
  %element = getelementptr [2 x ptr], ptr %images, i64 0, i64 %i
  %image = load ptr, ptr %element
  %width = call i32 @ingot_device_image_query(ptr %image, i32 0, i32 %level)
  ret i32 %width
}

; One of two images. No pointer is left.
; CHECK-LABEL: define i32 @condition(
; CHECK: [[NUMBER:%.*]] = select i1 %first, i64
; CHECK-NOT: select
; CHECK: switch i64 [[NUMBER]]
define i32 @condition(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i1 %first) {
  %image = select i1 %first, ptr @ingot_device_image_token.image_2d.0.-, ptr @ingot_device_image_token.image_2d.1.-
  %width = call i32 @ingot_device_image_query(ptr %image, i32 0, i32 0)
  ret i32 %width
}

; A value that is no image stays, and is an error later.
; CHECK-LABEL: define i32 @unknown(
; CHECK: call i32 @ingot_device_image_query(ptr %image, i32 0, i32 0)
define i32 @unknown(ptr %image) {
  %width = call i32 @ingot_device_image_query(ptr %image, i32 0, i32 0)
  ret i32 %width
}
