// The arguments of one launch, as an entry takes them.
#pragma once

#include <cstddef>
#include <ingot/archive/archive.hpp>
#include <memory>
#include <span>
#include <vector>

#include "../backend.hpp"

namespace ingot::backends::cpu_debug {

/// Holds the values, aligned as their types ask, and keeps the buffers until the launch is done.
class argument_block {
public:
    argument_block(std::span<const launch_argument> arguments, std::span<const archive::parameter> parameters);

    /// One pointer for each argument: to the value, to the pointer to the buffer's memory, or to the pointer to the image.
    const void* const* pointers() const { return places.data(); }

private:
    struct aligned_delete {
        size_t alignment;
        void operator()(std::byte* bytes) const;
    };

    std::vector<std::shared_ptr<buffer_interface>> buffers;
    std::vector<std::shared_ptr<image_interface>> images;
    std::unique_ptr<std::byte, aligned_delete> values;
    std::vector<const void*> places;
};

}  // namespace ingot::backends::cpu_debug
