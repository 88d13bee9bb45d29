// What the sanitizers must be told of stacks that change. Nothing where the build has none.
#pragma once

#include <cstddef>

#if defined(__has_feature)
#define INGOT_HAS_FEATURE(name) __has_feature(name)
#else
#define INGOT_HAS_FEATURE(name) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || INGOT_HAS_FEATURE(address_sanitizer)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#define INGOT_ADDRESS_SANITIZER 1
#else
#define INGOT_ADDRESS_SANITIZER 0
#endif

#if defined(__SANITIZE_THREAD__) || INGOT_HAS_FEATURE(thread_sanitizer)
#include <sanitizer/tsan_interface.h>
#define INGOT_THREAD_SANITIZER 1
#else
#define INGOT_THREAD_SANITIZER 0
#endif
#undef INGOT_HAS_FEATURE

// For functions in which one stack is left and another begins: ThreadSanitizer would count calls on the one and returns on the
// other.
#if INGOT_THREAD_SANITIZER
#define INGOT_NO_THREAD_SANITIZER __attribute__((no_sanitize("thread")))
extern "C" {
// Of the run-time library, without a header.
void AnnotateIgnoreReadsBegin(const char* file, int line);
void AnnotateIgnoreReadsEnd(const char* file, int line);
void AnnotateIgnoreWritesBegin(const char* file, int line);
void AnnotateIgnoreWritesEnd(const char* file, int line);
}
#else
#define INGOT_NO_THREAD_SANITIZER
#endif

namespace ingot::backends::cpu_debug::sanitizer {

inline constexpr bool finds_bad_addresses = INGOT_ADDRESS_SANITIZER == 1;
inline constexpr bool finds_races = INGOT_THREAD_SANITIZER == 1;

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
#if INGOT_THREAD_SANITIZER
    own_code() {
        AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
        AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
    }
    ~own_code() {
        AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
        AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
    }
#else
    own_code() {}
    ~own_code() {}
#endif
    own_code(const own_code&) = delete;
    own_code& operator=(const own_code&) = delete;
};

/// Whoever acquires an address sees what was done before it was released.
inline void release([[maybe_unused]] void* address) {
#if INGOT_THREAD_SANITIZER
    __tsan_release(address);
#endif
}
inline void acquire([[maybe_unused]] void* address) {
#if INGOT_THREAD_SANITIZER
    __tsan_acquire(address);
#endif
}

/// Before a jump to `to`. `from` is null where the code that jumps never comes back.
[[gnu::always_inline]] INGOT_NO_THREAD_SANITIZER inline void before_switch([[maybe_unused]] stack* from,
                                                                           [[maybe_unused]] const stack& to) {
#if INGOT_ADDRESS_SANITIZER
    __sanitizer_start_switch_fiber(from ? &from->fake : nullptr, to.bottom, to.size);
#endif
#if INGOT_THREAD_SANITIZER
    // In turns is not in order: barriers say what is.
    __tsan_switch_to_fiber(to.fiber, __tsan_switch_to_fiber_no_sync);
#endif
}

/// The first thing after a jump, on the stack `here`; `left` gets the bounds of the stack that was left.
[[gnu::always_inline]] INGOT_NO_THREAD_SANITIZER inline void after_switch([[maybe_unused]] const stack& here,
                                                                          [[maybe_unused]] stack& left) {
#if INGOT_ADDRESS_SANITIZER
    __sanitizer_finish_switch_fiber(here.fake, &left.bottom, &left.size);
#endif
}

/// A stack of a thread, from that thread.
inline stack of_thread() {
    stack thread;
#if INGOT_THREAD_SANITIZER
    thread.fiber = __tsan_get_current_fiber();
#endif
    return thread;
}

inline void create_fiber([[maybe_unused]] stack& of) {
#if INGOT_THREAD_SANITIZER
    of.fiber = __tsan_create_fiber(0);
#endif
}

inline void destroy_fiber([[maybe_unused]] stack& of) {
#if INGOT_THREAD_SANITIZER
    if (of.fiber) __tsan_destroy_fiber(of.fiber);
#endif
}

/// Frames that were left for good must not make the next ones look bad.
inline void forget_frames([[maybe_unused]] stack& on) {
    on.fake = nullptr;
#if INGOT_ADDRESS_SANITIZER
    __asan_unpoison_memory_region(on.bottom, on.size);
#endif
}

}  // namespace ingot::backends::cpu_debug::sanitizer
