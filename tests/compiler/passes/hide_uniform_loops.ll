; RUN: %opt -passes=hide-uniform-loops,verify %s | %check
; In a kernel with barriers, all conditions that end a loop depend on the work-item's id if the loop may end at different times
; for different work-items. So does the condition of an innermost loop within such a loop.

declare void @_Z7barrierj(i32)
declare i64 @_Z13get_global_idj(i32)
declare i64 @_Z14get_local_sizej(i32)

; The number of rows is the work-item's own.
; CHECK-LABEL: define void @rows_differ(
; CHECK: %[[ID:.*]] = call i64 @_Z13get_global_idj(i32 0)
; CHECK-NEXT: %never = icmp slt i64 %[[ID]], 0
; CHECK: %is_last = icmp eq i64 %next_column, 4
; CHECK-NEXT: %[[COLUMNS_END:.*]] = xor i1 %is_last, %never
; CHECK-NEXT: br i1 %[[COLUMNS_END]], label %end_of_row, label %columns
; CHECK: %[[ROWS_END:.*]] = xor i1 %is_last_row, %never
; CHECK-NEXT: br i1 %[[ROWS_END]], label %done, label %row
define void @rows_differ(ptr addrspace(1) %values) {
begin:
  %id = call i64 @_Z13get_global_idj(i32 0)
  %rows = and i64 %id, 7
  br label %row
row:
  %r = phi i64 [ 0, %begin ], [ %next_row, %end_of_row ]
  br label %columns
columns:
  %c = phi i64 [ 0, %row ], [ %next_column, %columns ]
  store volatile i64 %c, ptr addrspace(1) %values
  %next_column = add i64 %c, 1
  %is_last = icmp eq i64 %next_column, 4
  br i1 %is_last, label %end_of_row, label %columns
end_of_row:
  %next_row = add i64 %r, 1
  %is_last_row = icmp eq i64 %r, %rows
  br i1 %is_last_row, label %done, label %row
done:
  call void @_Z7barrierj(i32 1)
  ret void
}

; All work-items have the same number of rows.
; CHECK-LABEL: define void @rows_are_the_same(
; CHECK: br i1 %is_last, label %end_of_row, label %columns
define void @rows_are_the_same(ptr addrspace(1) %values, i64 %count) {
begin:
  %size = call i64 @_Z14get_local_sizej(i32 0)
  %rows = add i64 %size, %count
  br label %row
row:
  %r = phi i64 [ 0, %begin ], [ %next_row, %end_of_row ]
  br label %columns
columns:
  %c = phi i64 [ 0, %row ], [ %next_column, %columns ]
  store volatile i64 %c, ptr addrspace(1) %values
  %next_column = add i64 %c, 1
  %is_last = icmp eq i64 %next_column, 4
  br i1 %is_last, label %end_of_row, label %columns
end_of_row:
  %next_row = add i64 %r, 1
  %is_last_row = icmp eq i64 %r, %rows
  br i1 %is_last_row, label %done, label %row
done:
  call void @_Z7barrierj(i32 1)
  ret void
}

; The number of rows is what an earlier loop, which ends at different times, has counted.
; CHECK-LABEL: define void @rows_were_counted(
; CHECK: %[[COUNTED:.*]] = xor i1 %is_zero, %never
; CHECK-NEXT: br i1 %[[COUNTED]], label %row, label %counting
; CHECK: %[[ENDS:.*]] = xor i1 %is_last, %never
; CHECK-NEXT: br i1 %[[ENDS]], label %end_of_row, label %columns
define void @rows_were_counted(ptr addrspace(1) %values) {
begin:
  br label %counting
counting:
  %n = phi i64 [ 0, %begin ], [ %next, %counting ]
  %next = add i64 %n, 1
  %value = load volatile i64, ptr addrspace(1) %values
  %is_zero = icmp eq i64 %value, 0
  br i1 %is_zero, label %row, label %counting
row:
  %r = phi i64 [ 0, %counting ], [ %next_row, %end_of_row ]
  br label %columns
columns:
  %c = phi i64 [ 0, %row ], [ %next_column, %columns ]
  store volatile i64 %c, ptr addrspace(1) %values
  %next_column = add i64 %c, 1
  %is_last = icmp eq i64 %next_column, 4
  br i1 %is_last, label %end_of_row, label %columns
end_of_row:
  %next_row = add i64 %r, 1
  %is_last_row = icmp eq i64 %r, %next
  br i1 %is_last_row, label %done, label %row
done:
  call void @_Z7barrierj(i32 1)
  ret void
}

; A loop that ends at different times by itself, after a barrier in a conditional block.
; CHECK-LABEL: define void @after_a_barrier(
; CHECK: %ends = xor i1 %is_last, %never
; CHECK-NEXT: br i1 %ends, label %done, label %row
define void @after_a_barrier(ptr addrspace(1) %values, i1 %is_chosen) {
begin:
  %id = call i64 @_Z13get_global_idj(i32 0)
  br i1 %is_chosen, label %chosen, label %done
chosen:
  call void @_Z7barrierj(i32 1)
  br label %row
row:
  %r = phi i64 [ 0, %chosen ], [ %next_row, %row ]
  store volatile i64 %r, ptr addrspace(1) %values
  %next_row = add i64 %r, 1
  %is_last = icmp eq i64 %r, %id
  br i1 %is_last, label %done, label %row
done:
  ret void
}

; Both exits of a loop with two.
; CHECK-LABEL: define void @two_exits(
; CHECK: %[[FIRST:.*]] = xor i1 %is_zero, %never
; CHECK-NEXT: br i1 %[[FIRST]], label %done, label %further
; CHECK: %[[SECOND:.*]] = xor i1 %is_last, %never
; CHECK-NEXT: br i1 %[[SECOND]], label %done, label %row
define void @two_exits(ptr addrspace(1) %values) {
begin:
  %id = call i64 @_Z13get_global_idj(i32 0)
  call void @_Z7barrierj(i32 1)
  br label %row
row:
  %r = phi i64 [ 0, %begin ], [ %next_row, %further ]
  %value = load volatile i64, ptr addrspace(1) %values
  %is_zero = icmp eq i64 %value, 0
  br i1 %is_zero, label %done, label %further
further:
  %next_row = add i64 %r, 1
  %is_last = icmp eq i64 %r, %id
  br i1 %is_last, label %done, label %row
done:
  ret void
}

; The number of rows is in an argument that is passed by pointer.
; CHECK-LABEL: define void @rows_are_an_argument(
; CHECK: br i1 %is_last, label %end_of_row, label %columns
define void @rows_are_an_argument(ptr addrspace(1) %values, ptr byval({ i64, i64, i64 }) %settings) {
begin:
  %place = getelementptr i8, ptr %settings, i64 8
  %rows = load i64, ptr %place
  br label %row
row:
  %r = phi i64 [ 0, %begin ], [ %next_row, %end_of_row ]
  br label %columns
columns:
  %c = phi i64 [ 0, %row ], [ %next_column, %columns ]
  store volatile i64 %c, ptr addrspace(1) %values
  %next_column = add i64 %c, 1
  %is_last = icmp eq i64 %next_column, 4
  br i1 %is_last, label %end_of_row, label %columns
end_of_row:
  %next_row = add i64 %r, 1
  %is_last_row = icmp eq i64 %r, %rows
  br i1 %is_last_row, label %done, label %row
done:
  call void @_Z7barrierj(i32 1)
  ret void
}

; The rows contain a barrier, which all work-items must reach equally often.
; CHECK-LABEL: define void @rows_with_a_barrier(
; CHECK: br i1 %is_last, label %end_of_row, label %columns
define void @rows_with_a_barrier(ptr addrspace(1) %values) {
begin:
  %rows = load i64, ptr addrspace(1) %values
  br label %row
row:
  %r = phi i64 [ 0, %begin ], [ %next_row, %end_of_row ]
  call void @_Z7barrierj(i32 1)
  br label %columns
columns:
  %c = phi i64 [ 0, %row ], [ %next_column, %columns ]
  store volatile i64 %c, ptr addrspace(1) %values
  %next_column = add i64 %c, 1
  %is_last = icmp eq i64 %next_column, 4
  br i1 %is_last, label %end_of_row, label %columns
end_of_row:
  %next_row = add i64 %r, 1
  %is_last_row = icmp eq i64 %r, %rows
  br i1 %is_last_row, label %done, label %row
done:
  ret void
}

; A kernel without a barrier stays as it is.
; CHECK-LABEL: define void @without_a_barrier(
; CHECK: br i1 %is_last, label %end_of_row, label %columns
define void @without_a_barrier(ptr addrspace(1) %values) {
begin:
  %id = call i64 @_Z13get_global_idj(i32 0)
  br label %row
row:
  %r = phi i64 [ 0, %begin ], [ %next_row, %end_of_row ]
  br label %columns
columns:
  %c = phi i64 [ 0, %row ], [ %next_column, %columns ]
  store volatile i64 %c, ptr addrspace(1) %values
  %next_column = add i64 %c, 1
  %is_last = icmp eq i64 %next_column, 4
  br i1 %is_last, label %end_of_row, label %columns
end_of_row:
  %next_row = add i64 %r, 1
  %is_last_row = icmp eq i64 %r, %id
  br i1 %is_last_row, label %done, label %row
done:
  ret void
}

; A function that was not inlined belongs to the kernels that call it, directly or through others: the first one to a kernel with
; a barrier, the second one to a kernel without a barrier. There PoCL does not inline it, and an id would have no value.
; CHECK-LABEL: define internal void @called_with_barriers(
; CHECK: xor i1 %is_last_row, %never
define internal void @called_with_barriers(ptr addrspace(1) %values, i64 %rows) #0 {
begin:
  br label %row
row:
  %r = phi i64 [ 0, %begin ], [ %next_row, %row ]
  store volatile i64 %r, ptr addrspace(1) %values
  %next_row = add i64 %r, 1
  %is_last_row = icmp eq i64 %r, %rows
  br i1 %is_last_row, label %done, label %row
done:
  ret void
}

; CHECK-LABEL: define internal void @called_without_barriers(
; CHECK-NOT: get_global_id
; CHECK: br i1 %is_last_row, label %done, label %row
define internal void @called_without_barriers(ptr addrspace(1) %values, i64 %rows) #0 {
begin:
  br label %row
row:
  %r = phi i64 [ 0, %begin ], [ %next_row, %row ]
  store volatile i64 %r, ptr addrspace(1) %values
  %next_row = add i64 %r, 1
  %is_last_row = icmp eq i64 %r, %rows
  br i1 %is_last_row, label %done, label %row
done:
  ret void
}

define internal void @calls_it(ptr addrspace(1) %values, i64 %rows) #0 {
  call void @called_with_barriers(ptr addrspace(1) %values, i64 %rows)
  ret void
}
define void @kernel_with_barriers(ptr addrspace(1) %values) {
  %id = call i64 @_Z13get_global_idj(i32 0)
  call void @calls_it(ptr addrspace(1) %values, i64 %id)
  call void @_Z7barrierj(i32 1)
  ret void
}
define void @kernel_without_barriers(ptr addrspace(1) %values) {
  %id = call i64 @_Z13get_global_idj(i32 0)
  call void @called_without_barriers(ptr addrspace(1) %values, i64 %id)
  ret void
}
attributes #0 = { noinline "ingot-specialized-function" }

; The loop ends by a switch, as Clang makes one of `break` in a block with variables.
; CHECK-LABEL: define void @ends_by_a_switch(
; CHECK: %[[NEVER:.*]] = zext i1 %never to i32
; CHECK-NEXT: %[[CHOSEN:.*]] = xor i32 %exit, %[[NEVER]]
; CHECK-NEXT: switch i32 %[[CHOSEN]], label %row [
define void @ends_by_a_switch(ptr addrspace(1) %values) {
begin:
  call void @_Z7barrierj(i32 1)
  %id = call i64 @_Z13get_global_idj(i32 0)
  %rows = and i64 %id, 7
  br label %row
row:
  %r = phi i64 [ 0, %begin ], [ %next_row, %end_of_row ]
  store volatile i64 %r, ptr addrspace(1) %values
  %is_last_row = icmp eq i64 %r, %rows
  br i1 %is_last_row, label %end_of_row, label %further
further:
  br label %end_of_row
end_of_row:
  %exit = phi i32 [ 3, %row ], [ 0, %further ]
  %next_row = add i64 %r, 1
  switch i32 %exit, label %row [ i32 3, label %done ]
done:
  ret void
}
