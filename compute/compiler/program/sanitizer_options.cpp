// Options for builds of ingotc with AddressSanitizer. LLVM's libraries are built without it. A container that both ingotc
// and LLVM modify would therefore be reported as an overflow, and memory that LLVM keeps until the end as a leak.
// The parts of an LLVM allocator that ingotc contains would forbid access to memory that the parts in the libraries then use.
// AddressSanitizer calls the function by this reserved name.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "allow_user_poisoning=0:detect_container_overflow=0:detect_leaks=0"; }
// NOLINTEND(bugprone-reserved-identifier)
