// Functions that move elements within one array, where source and destination overlap. The host runs the same functions as
// the reference.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>

namespace memory_moves {

constexpr uint32_t array_size = 24;
constexpr uint32_t move_count = 12;

/// Performs move number `number`. `count` is from 0 to 16 and is known only at run time.
template <typename T>
void move(T* array, uint32_t number, uint32_t count) {
    switch (number) {
        case 0:
            return static_cast<void>(std::memmove(array + 2, array, 5 * sizeof(T)));
        case 1:
            return static_cast<void>(std::memmove(array, array + 2, 5 * sizeof(T)));
        case 2:  // this move and the next one: too many elements to copy without a loop
            return static_cast<void>(std::memmove(array + 1, array, 23 * sizeof(T)));
        case 3:
            return static_cast<void>(std::memmove(array, array + 1, 23 * sizeof(T)));
        case 4:
            return static_cast<void>(std::copy_backward(array, array + count, array + count + 3));
        case 5:
            return static_cast<void>(std::copy(array + 3, array + 3 + count, array));
        case 6:
            return static_cast<void>(std::rotate(array, array + count, array + array_size));
        case 7:  // inserts an element
            std::move_backward(array + count, array + array_size - 1, array + array_size);
            array[count] = T(7);
            return;
        case 8:
            return static_cast<void>(std::fill_n(array + 1, count, T(9)));
        case 9:  // this move and the next one: one number of 32 or 64 bits, which need not be at a multiple of its size
            return static_cast<void>(std::memmove(array, array + count, 4));
        case 10:
            return static_cast<void>(std::memmove(array + count, array + 1, 8));
        default:
            return static_cast<void>(std::memset(array, static_cast<int>(count), 4 * sizeof(T)));
    }
}

}  // namespace memory_moves
