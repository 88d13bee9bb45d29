// Counts and limits the memory that a reader uses for one input, in programs with AddressSanitizer.
//
// AddressSanitizer ends a program that has no more memory; it never throws std::bad_alloc. Therefore memory_limit.cpp replaces
// the operator `new`. During an input the operator throws std::bad_alloc if a large piece of memory would exceed
// `most_memory`, so that readers are also tested without enough memory. Small pieces are never denied, because libFuzzer needs
// some to store the input of a failure.
#pragma once

#include <cstddef>

#include "target.hpp"

namespace ingot::reader_fuzzing {

/// The limit for all readers: enough for a picture of a million pixels, and little enough to keep each input fast.
inline constexpr size_t most_memory = size_t {64} << 20;
/// The largest piece of memory that is small.
inline constexpr size_t small_piece = size_t {64} << 10;

/// The limit for a reader of the kind memory_use::by_size: a constant part, and a part for each byte of the input. A JSON
/// document in memory takes up to 24 bytes for a byte of text, and a reader can hold several copies.
inline constexpr size_t constant_memory = size_t {1} << 20;
inline constexpr size_t memory_per_byte = 128;

/// Does the reader keep to its limit if it uses `peak` bytes for an input of this size?
constexpr bool is_within_limit(const target& reader, size_t input_size, size_t peak) {
    return reader.memory == memory_use::by_content || peak <= constant_memory + memory_per_byte * input_size;
}

/// While an object exists, memory is counted and limited. There is one object at a time.
class memory_count {
public:
    memory_count();
    memory_count(const memory_count&) = delete;
    memory_count& operator=(const memory_count&) = delete;
    ~memory_count();

    /// The most memory that was allocated at one time since the construction, in bytes. All threads and all libraries are
    /// counted.
    size_t peak() const;
};

}  // namespace ingot::reader_fuzzing
