// How ingotc runs in builds with AddressSanitizer: LLVM's libraries are built without it, so containers that cross between the
// two look as if they overflowed, and what LLVM keeps until the end looks as if it leaked.
// AddressSanitizer calls the function by this reserved name.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "detect_container_overflow=0:detect_leaks=0"; }
// NOLINTEND(bugprone-reserved-identifier)
