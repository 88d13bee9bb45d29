// Kernels of this backend's own: for copies and fills that Metal's commands cannot do.
#pragma once

#include <cstdint>

#include "program.hpp"

namespace ingot::backends::metal::hardware {

/// Metal copies and fills only multiples of 4 bytes, at multiples of 4 bytes, and fills with one byte ([MTLBlitCommandEncoder
/// copyFromBuffer:…], [… fillBuffer:range:value:]). These kernels do the others.
class helper_kernels {
public:
    explicit helper_kernels(const native_device& device);

    /// Copies bytes of one buffer to another.
    void copy(object encoder, const buffer& to, size_t to_offset, const buffer& from, size_t from_offset, size_t bytes) const;
    /// Repeats a pattern, which is the first `size` bytes of another buffer.
    void fill(object encoder, const buffer& to, size_t offset, size_t bytes, const buffer& pattern, size_t size) const;

    /// The number of threads of a SIMD-group.
    uint32_t simd_width() const;

private:
    void run(object encoder, const buffer& to, size_t to_offset, const buffer& from, size_t from_offset, size_t bytes,
             size_t period) const;

    const metal_library& metal_;
    retained library_;
    retained repeat_;
};

/// Is this a multiple of 4?
constexpr bool is_whole_words(size_t bytes) { return bytes % 4 == 0; }

}  // namespace ingot::backends::metal::hardware
