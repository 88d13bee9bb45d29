// Sizes and types that the kernels and the tests of work_group_copy share.
#pragma once

#include <cstddef>
#include <cstdint>

namespace work_group_copies {

inline constexpr uint32_t group_items = 32;
inline constexpr size_t max_count = 160;  ///< of the elements that a group copies

struct three_words {
    uint32_t first, second, third;
    friend bool operator==(const three_words&, const three_words&) = default;
};

}  // namespace work_group_copies
