// Reports stack switches and memory ordering to AddressSanitizer and ThreadSanitizer.
//
// The functions of the sanitizers' run-time libraries are weak symbols here. In a program without a sanitizer they are null, so
// programs with and without AddressSanitizer link the same build of this library. ThreadSanitizer has to see the library's own
// atomic operations too. Therefore programs with ThreadSanitizer link a second build, which is compiled with -fsanitize=thread.
#pragma once

#include <cstddef>

// Marks a function that switches between stacks. ThreadSanitizer, which records calls and returns, would record the function's
// call on one stack and its return on the other.
#define INGOT_NO_THREAD_SANITIZER __attribute__((no_sanitize("thread")))

// NOLINTBEGIN(bugprone-reserved-identifier): the sanitizers define these names.
extern "C" {
// Declared as in <sanitizer/common_interface_defs.h>, <sanitizer/asan_interface.h> and <sanitizer/tsan_interface.h>.
[[gnu::weak]] void __sanitizer_start_switch_fiber(void** fake_stack_save, const void* bottom, size_t size);
[[gnu::weak]] void __sanitizer_finish_switch_fiber(void* fake_stack_save, const void** bottom_old, size_t* size_old);
[[gnu::weak]] void __asan_unpoison_memory_region(const volatile void* address, size_t size);
[[gnu::weak]] void __tsan_acquire(void* address);
[[gnu::weak]] void __tsan_release(void* address);
[[gnu::weak]] void* __tsan_get_current_fiber();
[[gnu::weak]] void* __tsan_create_fiber(unsigned flags);
[[gnu::weak]] void __tsan_destroy_fiber(void* fiber);
[[gnu::weak]] void __tsan_switch_to_fiber(void* fiber, unsigned flags);
// No header declares these functions.
[[gnu::weak]] void AnnotateIgnoreReadsBegin(const char* file, int line);
[[gnu::weak]] void AnnotateIgnoreReadsEnd(const char* file, int line);
[[gnu::weak]] void AnnotateIgnoreWritesBegin(const char* file, int line);
[[gnu::weak]] void AnnotateIgnoreWritesEnd(const char* file, int line);
}
// NOLINTEND(bugprone-reserved-identifier)

namespace ingot::backends::cpu_debug::sanitizer {

/// True if AddressSanitizer is part of the program.
[[gnu::always_inline]] INGOT_NO_THREAD_SANITIZER inline bool has_address_sanitizer() {
    return __asan_unpoison_memory_region != nullptr;
}
/// True if ThreadSanitizer is part of the program.
[[gnu::always_inline]] INGOT_NO_THREAD_SANITIZER inline bool has_thread_sanitizer() { return __tsan_create_fiber != nullptr; }

/// A stack, with the data that the sanitizers require for switching to it.
struct stack {
    const void* bottom = nullptr;
    size_t size = 0;
    /// AddressSanitizer's fake stack, saved while another stack runs. It is memory in which AddressSanitizer places local
    /// variables of functions that run on this stack.
    void* fake_stack = nullptr;
    void* fiber = nullptr;  ///< ThreadSanitizer's handle of the stack
};

/// While an object of this class exists, ThreadSanitizer ignores the accesses of this thread or fiber. They are accesses of this
/// library to its own data. Only one fiber of a thread runs at a time, so these accesses are no races.
class ignored_accesses {
public:
    ignored_accesses() {
        if (!has_thread_sanitizer()) return;
        AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
        AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
    }
    ~ignored_accesses() {
        if (!has_thread_sanitizer()) return;
        AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
        AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
    }
    ignored_accesses(const ignored_accesses&) = delete;
    ignored_accesses& operator=(const ignored_accesses&) = delete;
};

/// Declares an ordering to ThreadSanitizer: accesses before release(address) happen before accesses after a later
/// acquire(address).
inline void release(void* address) {
    if (has_thread_sanitizer()) __tsan_release(address);
}
inline void acquire(void* address) {
    if (has_thread_sanitizer()) __tsan_acquire(address);
}

/// Call this before a jump from the stack `previous` to the stack `next`. AddressSanitizer keeps the fake stack of `previous`.
/// The code that continues on `previous`, or the next work-item on that stack, uses the fake stack again. Freeing it and
/// creating a new one for each work-item would take longer than most work-items run.
[[gnu::always_inline]] INGOT_NO_THREAD_SANITIZER inline void before_switch(stack& previous, const stack& next) {
    constexpr unsigned no_sync = 1;  // switches do not order memory accesses, only barriers do
    if (has_address_sanitizer()) __sanitizer_start_switch_fiber(&previous.fake_stack, next.bottom, next.size);
    if (has_thread_sanitizer()) __tsan_switch_to_fiber(next.fiber, no_sync);
}

/// Call this first after a jump, on the stack `current`. It writes the bounds of the previous stack to `previous`.
[[gnu::always_inline]] INGOT_NO_THREAD_SANITIZER inline void after_switch(const stack& current, stack& previous) {
    if (has_address_sanitizer()) __sanitizer_finish_switch_fiber(current.fake_stack, &previous.bottom, &previous.size);
}

/// Returns the calling thread's own stack. Its bounds, which AddressSanitizer requires, are added after the first switch.
inline stack current_stack() {
    stack thread;
    if (has_thread_sanitizer()) thread.fiber = __tsan_get_current_fiber();
    return thread;
}

/// Creates the handle with which ThreadSanitizer identifies a stack.
inline void create_fiber(stack& stack) {
    if (has_thread_sanitizer()) stack.fiber = __tsan_create_fiber(0);
}

inline void destroy_fiber(stack& stack) {
    if (stack.fiber) __tsan_destroy_fiber(stack.fiber);
}

/// Removes AddressSanitizer's marks of the frames on a stack. Call this for a stack whose functions did not return. Otherwise
/// AddressSanitizer would report errors in later frames at the same addresses.
inline void forget_frames(stack& stack) {
    stack.fake_stack = nullptr;
    if (has_address_sanitizer()) __asan_unpoison_memory_region(stack.bottom, stack.size);
}

}  // namespace ingot::backends::cpu_debug::sanitizer
