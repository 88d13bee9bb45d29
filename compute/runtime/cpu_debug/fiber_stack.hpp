// The stack of one work-item that waits at barriers.
#pragma once

#include <cstddef>

#include "sanitizer.hpp"

namespace ingot::backends::cpu_debug {

/// Memory for a stack that grows down to a guard page: an overflow stops the program there, not in another's memory. Pages are
/// taken from the system when they are touched.
class fiber_stack {
public:
    static constexpr size_t size = 256 * 1024;

    /// `index` shifts the first frame, so that the frames of many stacks do not compete for the same lines of the cache.
    /// Throws error where the system has no more mappings.
    explicit fiber_stack(size_t index);
    fiber_stack(fiber_stack&& other) noexcept;
    fiber_stack& operator=(fiber_stack&&) = delete;
    ~fiber_stack();

    std::byte* top() const { return first_frame; }
    /// Usable bytes below top().
    size_t usable() const { return static_cast<size_t>(first_frame - bottom()); }

    sanitizer::stack known;

private:
    std::byte* bottom() const;

    std::byte* mapping;  // from the guard page on
    std::byte* first_frame;
};

}  // namespace ingot::backends::cpu_debug
