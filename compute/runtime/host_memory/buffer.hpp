// Buffers of the devices that run kernels on the processor: memory of the process.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>

#include "../backend.hpp"

namespace ingot::backends::host_memory {

/// An allocation of exactly the requested size, so that AddressSanitizer finds accesses behind its end; or memory of
/// another owner.
class buffer final : public buffer_interface {
public:
    static constexpr std::align_val_t alignment {128};

    /// Allocates memory. If there is not enough, bytes() is null.
    explicit buffer(size_t size)
        : owned_memory_(static_cast<std::byte*>(::operator new(size, alignment, std::nothrow))), bytes_(owned_memory_.get()) {}
    /// Uses existing memory, which must outlive the buffer.
    explicit buffer(std::span<std::byte> memory) : bytes_(memory.data()) {}

    std::byte* bytes() const { return bytes_; }

private:
    struct aligned_delete {
        void operator()(std::byte* bytes) const { ::operator delete(bytes, alignment); }
    };
    std::unique_ptr<std::byte, aligned_delete> owned_memory_;
    std::byte* bytes_;
};

}  // namespace ingot::backends::host_memory
