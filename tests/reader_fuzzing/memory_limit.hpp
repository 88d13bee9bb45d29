// Counts and limits the memory that a reader uses for one input, in programs with AddressSanitizer.
//
// The operator `new` of AddressSanitizer never throws std::bad_alloc: it ends the program if there is no more memory. Therefore
// memory_limit.cpp replaces this operator. While a reader processes an input, the new operator throws std::bad_alloc if a large
// piece of memory would exceed `most_memory`, so that readers are also tested without enough memory. The limit does not apply
// to small pieces, because libFuzzer needs some to store the input of a failure.
#pragma once

#include <cstddef>

#include "target.hpp"

namespace ingot::reader_fuzzing {

/// The limit for all readers: enough for a picture of a million pixels, and little enough to keep each input fast.
inline constexpr size_t most_memory = size_t {64} << 20;
/// A piece of memory of at most this size counts as small.
inline constexpr size_t small_piece = size_t {64} << 10;

/// The limit for a reader with memory_use::by_size: a constant part, and a part for each byte of the input. A JSON
/// document in memory takes up to 24 bytes for a byte of text, and a reader can hold several copies.
inline constexpr size_t constant_memory = size_t {1} << 20;
inline constexpr size_t memory_per_byte = 128;

/// Is `peak`, the most memory in bytes that the reader used at one time for an input of this size, within the reader's limit?
/// For memory_use::by_content the answer is always yes, because the operator `new` enforces that limit.
constexpr bool is_within_limit(const target& reader, size_t input_size, size_t peak) {
    return reader.memory == memory_use::by_content || peak <= constant_memory + memory_per_byte * input_size;
}

/// While an object exists, memory is counted and limited. At most one object may exist at a time.
class memory_count {
public:
    memory_count();
    memory_count(const memory_count&) = delete;
    memory_count& operator=(const memory_count&) = delete;
    ~memory_count();

    /// Returns the most memory that was in use at one time since the construction, in bytes. Memory that was allocated before
    /// the construction does not count; that of all threads and all libraries does.
    size_t peak() const;
};

}  // namespace ingot::reader_fuzzing
