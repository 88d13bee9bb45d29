// The functions that libFuzzer and the sanitizers call, in a program for one reader. CMake defines INGOT_FUZZED_TARGET as
// the name of the reader's object in all_targets.hpp, for example archive_target.
#include <cstdint>
#include <span>

#include "all_targets.hpp"
#include "memory_limit.hpp"

using namespace ingot::reader_fuzzing;

// An exception that leaves this function ends the program, and libFuzzer saves the input in a file.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const target& reader = INGOT_FUZZED_TARGET;
    const memory_count memory;
    reader.read(std::as_bytes(std::span(data, size)));
    require(is_within_limit(reader, size, memory.peak()), "the memory of a reader is limited (memory_limit.hpp)");
    return 0;
}

// The options of the sanitizers. malloc() returns null for more than 32 MiB, which the C libraries of picture formats must
// handle. (The limit cannot be below 16 MiB, which libFuzzer itself allocates in one piece.) An error that
// UndefinedBehaviorSanitizer finds ends the program.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1:max_allocation_size_mb=32"; }
extern "C" const char* __ubsan_default_options();
extern "C" const char* __ubsan_default_options() { return "halt_on_error=1:print_stacktrace=1"; }
// NOLINTEND(bugprone-reserved-identifier)
