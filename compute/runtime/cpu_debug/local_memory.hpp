// The local memory of the work-group that a worker thread runs.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace ingot::backends::cpu_debug {

/// The blocks of local memory. All work-items of a group get the same block at the same place in the program. For each
/// group the block is filled with the byte 0xff (NaN as a float), so that a kernel that reads before it writes gives
/// visibly wrong results. A block has exactly the requested size, so that AddressSanitizer finds accesses behind its end.
/// With AddressSanitizer or ThreadSanitizer each block is allocated again for each group; else blocks are reused.
class local_memory {
public:
    /// Returns the running group's block for a place: the code address at which a local_buffer is declared, or the address
    /// of the launch argument that gives the size of a local_buffer parameter. Throws std::bad_alloc.
    void* get_block(const void* place, size_t bytes, size_t alignment);

    /// Ends the use of the blocks by the running group.
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
        bool is_in_use;  // the running group uses it
    };

    std::vector<place_block> blocks_;
};

}  // namespace ingot::backends::cpu_debug
