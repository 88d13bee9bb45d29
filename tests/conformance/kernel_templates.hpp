// Types of template arguments that kernels and host share.
#pragma once

#include <array>
#include <cstdint>

namespace kernel_template_types {

enum class operation : uint8_t { add, multiply };

struct corner {
    int32_t offset;
    float factor;
};

/// Describes how a work-group processes its elements.
struct plan {
    uint32_t group_size = 16;
    bool is_reversed = false;
    operation by = operation::add;
    std::array<corner, 2> corners {};
    friend constexpr bool operator==(const plan&, const plan&) = default;
};
constexpr bool operator==(const corner& left, const corner& right) {
    return left.offset == right.offset && left.factor == right.factor;
}

inline constexpr plan plans[] {
    {16, false, operation::add, {{{1, 0.5f}, {-2, 2.0f}}}},
    {32, true, operation::multiply, {{{3, 1.0f}, {0, -0.25f}}}},
};

}  // namespace kernel_template_types
