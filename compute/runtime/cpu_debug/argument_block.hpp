// The arguments of one launch, in the form in which the entry function of a kernel receives them.
#pragma once

#include <cstddef>
#include <ingot/archive/archive.hpp>
#include <memory>
#include <span>
#include <vector>

#include "../backend.hpp"

namespace ingot::backends::cpu_debug {

/// The arguments of one launch. Contains the values, aligned as their types require, and keeps the buffers and images
/// alive. The launch owns this object until it has finished.
class argument_block {
public:
    argument_block(std::span<const launch_argument> arguments, std::span<const archive::parameter> parameters);

    /// Returns one pointer per argument. It points to the value, to a pointer to the buffer's memory, to a pointer to the
    /// image object, or to the size of local memory.
    const void* const* pointers() const { return pointers_.data(); }

private:
    struct aligned_delete {
        size_t alignment;
        void operator()(std::byte* bytes) const;
    };

    std::vector<std::shared_ptr<buffer_interface>> buffers_;
    std::vector<std::shared_ptr<image_interface>> images_;
    std::unique_ptr<std::byte, aligned_delete> values_;
    std::vector<const void*> pointers_;
};

}  // namespace ingot::backends::cpu_debug
