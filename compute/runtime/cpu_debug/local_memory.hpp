// Local memory of the work-group that a worker runs.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace ingot::backends::cpu_debug {

/// One block for each place in the program that asks for one, the same for all work-items of a group. Each group gets it filled
/// with bytes of ones (for a float not a number), so that a kernel which reads before it writes shows it. Under AddressSanitizer
/// each block is an allocation of its own of exactly the asked size, so that a read behind it is found.
class local_memory {
public:
    /// The block of `place` for the running group. Throws std::bad_alloc.
    void* block(const void* place, size_t bytes, size_t alignment);

    /// The group is done with its blocks.
    void end_group();

private:
    struct aligned_delete {
        size_t alignment;
        void operator()(std::byte* bytes) const;
    };
    struct place_block {
        const void* place;
        size_t bytes;
        std::unique_ptr<std::byte, aligned_delete> memory;
        bool taken;  // by the running group
    };

    std::vector<place_block> blocks;
};

}  // namespace ingot::backends::cpu_debug
