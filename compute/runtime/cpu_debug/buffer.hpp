// Memory of the CPU debug device: the process's own.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>

#include "../backend.hpp"

namespace ingot::backends::cpu_debug {

/// An allocation of exactly the asked size, so that AddressSanitizer finds an access behind it; or memory of somebody else.
class buffer final : public buffer_interface {
public:
    static constexpr std::align_val_t alignment {128};

    /// Takes nothing where there is no such memory: bytes() is null then.
    explicit buffer(size_t size)
        : memory(static_cast<std::byte*>(::operator new(size, alignment, std::nothrow))), first(memory.get()) {}
    /// `used` outlives the buffer.
    explicit buffer(std::span<std::byte> used) : first(used.data()) {}

    std::byte* bytes() const { return first; }

private:
    struct aligned_delete {
        void operator()(std::byte* bytes) const { ::operator delete(bytes, alignment); }
    };
    std::unique_ptr<std::byte, aligned_delete> memory;
    std::byte* first;
};

}  // namespace ingot::backends::cpu_debug
