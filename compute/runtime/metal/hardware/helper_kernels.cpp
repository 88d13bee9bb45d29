#include "helper_kernels.hpp"

#include <algorithm>

namespace ingot::backends::metal::hardware {

namespace {

// The arguments of the kernel, as its text declares them.
struct repeat_arguments {
    uint64_t to;
    uint64_t from;
    uint64_t begin;
    uint64_t period;
    uint32_t bytes;
    uint32_t unused;
};

constexpr const char* helper_text = R"(#include <metal_stdlib>
using namespace metal;

struct repeat_arguments { ulong to; ulong from; ulong begin; ulong period; uint bytes; uint unused; };

// Writes bytes of `from` to `to`. Byte `begin` + i of the whole command is byte (begin + i) % period of `from`.
kernel void ingot_repeat_bytes(device uchar* to [[buffer(0)]], device const uchar* from [[buffer(1)]],
                               constant repeat_arguments& range [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    if (i < range.bytes)
        to[range.to + i] = from[range.from + (range.begin + i) % range.period];
}
)";

// Threads have 32-bit numbers.
constexpr size_t largest_part = size_t {1} << 30;
constexpr count group = 256;

}  // namespace

helper_kernels::helper_kernels(const native_device& device)
    : metal_(device.metal),
      library_(compile_library(device, helper_text, false, "the kernels of Ingot's Metal backend")),
      repeat_(create_pipeline(device, library_.get(), "ingot_repeat_bytes")) {}

void helper_kernels::run(object encoder, const buffer& to, size_t to_offset, const buffer& from, size_t from_offset, size_t bytes,
                         size_t period) const {
    metal_.set_pipeline(encoder, repeat_.get());
    metal_.set_buffer(encoder, to.get(), 0, 0);
    metal_.set_buffer(encoder, from.get(), 0, 1);
    for (size_t begin = 0; begin < bytes; begin += largest_part) {
        const auto part = static_cast<uint32_t>(std::min(bytes - begin, largest_part));
        const repeat_arguments arguments {to_offset + begin, from_offset, begin, period, part, 0};
        metal_.set_bytes(encoder, &arguments, sizeof(arguments), 2);
        metal_.dispatch(encoder, {(part + group - 1) / group, 1, 1}, {group, 1, 1});
    }
}

void helper_kernels::copy(object encoder, const buffer& to, size_t to_offset, const buffer& from, size_t from_offset,
                          size_t bytes) const {
    run(encoder, to, to_offset, from, from_offset, bytes, bytes);
}

void helper_kernels::fill(object encoder, const buffer& to, size_t offset, size_t bytes, const buffer& pattern,
                          size_t size) const {
    run(encoder, to, offset, pattern, 0, bytes, size);
}

uint32_t helper_kernels::simd_width() const { return static_cast<uint32_t>(metal_.thread_execution_width(repeat_.get())); }

}  // namespace ingot::backends::metal::hardware
