// Tells the sanitizers of stacks that change.
//
// The functions of the sanitizers' run-time libraries are weak symbols here, null in a program without a sanitizer. So a program
// with -fsanitize=address links this library as it is. ThreadSanitizer has to see the library's own atomic operations too: for it
// the library is built with -fsanitize=thread.
#pragma once

#include <cstddef>

// A function in which one stack is left and another begins: ThreadSanitizer would count its call on the one and its return on the
// other.
#define INGOT_NO_THREAD_SANITIZER __attribute__((no_sanitize("thread")))

// NOLINTBEGIN(bugprone-reserved-identifier): the names are the sanitizers'.
extern "C" {
// As <sanitizer/common_interface_defs.h>, <sanitizer/asan_interface.h> and <sanitizer/tsan_interface.h> declare them.
[[gnu::weak]] void __sanitizer_start_switch_fiber(void** fake_stack_save, const void* bottom, size_t size);
[[gnu::weak]] void __sanitizer_finish_switch_fiber(void* fake_stack_save, const void** bottom_old, size_t* size_old);
[[gnu::weak]] void __asan_unpoison_memory_region(const volatile void* address, size_t size);
[[gnu::weak]] void __tsan_acquire(void* address);
[[gnu::weak]] void __tsan_release(void* address);
[[gnu::weak]] void* __tsan_get_current_fiber();
[[gnu::weak]] void* __tsan_create_fiber(unsigned flags);
[[gnu::weak]] void __tsan_destroy_fiber(void* fiber);
[[gnu::weak]] void __tsan_switch_to_fiber(void* fiber, unsigned flags);
// These have no header.
[[gnu::weak]] void AnnotateIgnoreReadsBegin(const char* file, int line);
[[gnu::weak]] void AnnotateIgnoreReadsEnd(const char* file, int line);
[[gnu::weak]] void AnnotateIgnoreWritesBegin(const char* file, int line);
[[gnu::weak]] void AnnotateIgnoreWritesEnd(const char* file, int line);
}
// NOLINTEND(bugprone-reserved-identifier)

namespace ingot::backends::cpu_debug::sanitizer {

/// True if AddressSanitizer is part of the program.
[[gnu::always_inline]] INGOT_NO_THREAD_SANITIZER inline bool finds_bad_addresses() {
    return __asan_unpoison_memory_region != nullptr;
}
/// True if ThreadSanitizer is part of the program.
[[gnu::always_inline]] INGOT_NO_THREAD_SANITIZER inline bool finds_races() { return __tsan_create_fiber != nullptr; }

/// A stack that code runs on, as the sanitizers know it.
struct stack {
    const void* bottom = nullptr;
    size_t size = 0;
    void* fake = nullptr;   ///< AddressSanitizer's frames of a stack that waits
    void* fiber = nullptr;  ///< ThreadSanitizer's fiber
};

/// While it lives, this thread or fiber's accesses are the library's own: they take turns, and race with nobody.
class own_code {
public:
    own_code() {
        if (!finds_races()) return;
        AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
        AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
    }
    ~own_code() {
        if (!finds_races()) return;
        AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
        AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
    }
    own_code(const own_code&) = delete;
    own_code& operator=(const own_code&) = delete;
};

/// Whoever acquires an address sees what was done before it was released.
inline void release(void* address) {
    if (finds_races()) __tsan_release(address);
}
inline void acquire(void* address) {
    if (finds_races()) __tsan_acquire(address);
}

/// Call this before a jump from the stack `from` to the stack `to`. AddressSanitizer keeps the frames of `from` for the code that
/// continues there, or for the next work-item on that stack. Freeing and creating them takes longer than most work-items.
[[gnu::always_inline]] INGOT_NO_THREAD_SANITIZER inline void before_switch(stack& from, const stack& to) {
    constexpr unsigned no_sync = 1;  // in turns is not in order: barriers say what is
    if (finds_bad_addresses()) __sanitizer_start_switch_fiber(&from.fake, to.bottom, to.size);
    if (finds_races()) __tsan_switch_to_fiber(to.fiber, no_sync);
}

/// The first thing after a jump, on the stack `here`; `left` gets the bounds of the stack that was left.
[[gnu::always_inline]] INGOT_NO_THREAD_SANITIZER inline void after_switch(const stack& here, stack& left) {
    if (finds_bad_addresses()) __sanitizer_finish_switch_fiber(here.fake, &left.bottom, &left.size);
}

/// A stack of a thread, from that thread.
inline stack of_thread() {
    stack thread;
    if (finds_races()) thread.fiber = __tsan_get_current_fiber();
    return thread;
}

inline void create_fiber(stack& of) {
    if (finds_races()) of.fiber = __tsan_create_fiber(0);
}

inline void destroy_fiber(stack& of) {
    if (of.fiber) __tsan_destroy_fiber(of.fiber);
}

/// Frames that were left for good must not make the next ones look bad.
inline void forget_frames(stack& on) {
    on.fake = nullptr;
    if (finds_bad_addresses()) __asan_unpoison_memory_region(on.bottom, on.size);
}

}  // namespace ingot::backends::cpu_debug::sanitizer
