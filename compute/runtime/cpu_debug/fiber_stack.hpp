// The stack of a work-item that can wait at barriers.
#pragma once

#include <cstddef>

#include "sanitizer.hpp"

namespace ingot::backends::cpu_debug {

/// A stack that grows down towards a guard page. An overflow stops the program at that page instead of overwriting
/// other memory. The operating system provides memory for each page of the stack when the page is first used.
class fiber_stack {
public:
    static constexpr size_t size = 256 * 1024;

    /// Allocates the stack. The first frame begins at a different distance from the end of the memory for each `index` from
    /// 0 to 63, so that the frames of many stacks do not compete for the same cache lines. Throws error if the system has
    /// no memory or no mappings left.
    explicit fiber_stack(size_t index);
    fiber_stack(fiber_stack&& other) noexcept;
    fiber_stack& operator=(fiber_stack&&) = delete;
    ~fiber_stack();

    /// The address at which the first frame begins.
    std::byte* top() const { return first_frame_; }
    /// The number of usable bytes below top().
    size_t usable() const { return static_cast<size_t>(first_frame_ - bottom()); }

    sanitizer::stack sanitizer_stack;  ///< the stack as the sanitizers know it

private:
    std::byte* bottom() const;

    std::byte* mapping_;  // begins with the guard page
    std::byte* first_frame_;
};

}  // namespace ingot::backends::cpu_debug
