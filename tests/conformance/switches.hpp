// Functions with switches. In most of these functions, one case changes a variable, and the next case changes another variable
// under a condition.
#pragma once

#include <cstdint>

namespace switches {

inline constexpr int16_t table[16] {-9401,  -579,  270, 20785, 23578, 20840,  11066, -18666,
                                    -19164, 27122, 985, -9208, 22756, -30049, 9340,  -32012};

inline constexpr uint32_t group = 64;  // work-items in a group

inline uint32_t combine(uint32_t sum, uint32_t other) { return sum * 16'777'619u ^ other; }

/// A switch of three cases, with an assignment under a condition in the second case.
inline uint32_t assign_in_case(uint32_t sum, uint32_t item) {
    uint32_t other = item;
    switch (uint32_t(table[item % 16]) % 4) {
        case 0:
            other = ~other;
            break;
        case 1:
            if (item % 5 == 0) sum = sum * 31u + 7;
            break;
        case 2:
        default:
            break;
    }
    return combine(sum, other);
}

/// The same switch as in assign_in_case(), but the assignment computes in 16 bits and reads `item`.
inline uint32_t assign_narrow_in_case(uint32_t sum, uint32_t item) {
    uint32_t other = item;
    switch (uint32_t(table[item % 16]) % 4) {
        case 0:
            other = ~other;
            break;
        case 1:
            if (item % 5 == 0)
                sum = sum * 31u + uint32_t(uint16_t(uint16_t(0u - uint32_t(uint16_t(sum * 128))) ^ uint16_t(item)));
            break;
        case 2:
        default:
            break;
    }
    return combine(sum, other);
}

/// A switch inside of a case.
inline uint32_t switch_in_case(uint32_t sum, uint32_t item) {
    uint32_t other = item;
    switch (uint32_t(table[item % 16]) % 4) {
        case 0:
            other = ~other;
            break;
        case 1:
            switch (item % 5) {
                case 0:
                    sum = sum * 31u + uint32_t(uint16_t(sum * 128));
                    break;
                case 3:
                    sum ^= item;
                    break;
                default:
                    break;
            }
            break;
        case 2:
        default:
            break;
    }
    return combine(sum, other);
}

/// A switch with a case for each value that its condition can have. The compiler knows that no other value occurs.
inline uint32_t case_for_each_value(uint32_t sum, uint32_t item) {
    uint32_t other = item;
    switch ((sum ^ item) & 3) {  // NOLINT(bugprone-switch-missing-default-case): a switch without one is tested
        case 0:
            for (uint32_t i = 0; i < item % 4; ++i) sum = combine(sum, i);
            break;
        case 1:
            if (item % 5 == 0) other = sum * 3;
            break;
        case 2:
            other ^= sum >> 7;
            break;
        case 3:
            if (item % 3 == 0) sum = ~sum;
            break;
    }
    return combine(sum, other);
}

/// Cases that continue with the next case, and a case that returns.
inline uint32_t fall_through_cases(uint32_t sum, uint32_t item) {
    uint32_t other = item;
    switch (item % 7) {
        case 5:
            other += 3;
            [[fallthrough]];
        case 2:
            if (sum & 1) sum += other;
            [[fallthrough]];
        case 3:
            other ^= sum;
            break;
        case 6:
            return other - sum;
        default:
            if (item & 8) other = sum;
    }
    return combine(sum, other);
}

/// A switch in a loop. The numbers of its cases are far apart. One case continues the loop, another one leaves it by a return.
inline uint32_t switch_in_loop(uint32_t sum, uint32_t item) {
    uint32_t other = item;
    for (uint32_t i = 0; i < 5; ++i) {
        switch ((sum ^ item) % 1000 / 100 * 100) {
            case 0:
                if (other & 1) sum += 5;
                continue;
            case 300:
                other = ~other;
                break;
            case 700:
                return combine(other, sum);
            case 900:
                if (item % 3 == 0) other += i;
                break;
            default:
                sum = sum * 2'654'435'769u ^ other;
        }
        other = combine(other, i);
    }
    return combine(sum, other);
}

}  // namespace switches
