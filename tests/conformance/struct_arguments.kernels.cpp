// Kernels whose arguments are structs of several sizes and alignments.
#include "struct_arguments.hpp"

#include <ingot/kernel.hpp>

using namespace ingot;
using struct_arguments::group;
using struct_arguments::numbers;

// Reads both structs as a whole and at an index that the work-item computes, before and after a barrier. A work-item
// changes only its own copy.
template <typename T>
kernel void use_structs(buffer<T> copies, buffer<typename T::number> elements, param<uint8_t> before, param<T> first,
                        param<uint16_t> separator, param<T> second) {
    local_buffer<typename T::number, group> tile;
    tile[local_id.x] = first.values[(global_id.x + separator) % T::size];
    T copy = second;
    copy.values[global_id.x % T::size] += tile[local_id.x];
    local_barrier();
    elements[global_id.x] = tile[group - 1 - local_id.x] + second.values[(global_id.x + before) % T::size];
    copies[2 * global_id.x] = first;
    copies[2 * global_id.x + 1] = copy;
}

using use_structs_list =
    instances<use_structs<numbers<uint8_t, 1>>, use_structs<numbers<uint8_t, 3>>, use_structs<numbers<uint8_t, 200>>,
              use_structs<numbers<uint16_t, 5>>, use_structs<numbers<uint32_t, 3>>, use_structs<numbers<float, 16>>,
              use_structs<numbers<double, 2>>, use_structs<numbers<uint64_t, 7>>, use_structs<numbers<uint32_t, 3, 8>>,
              use_structs<numbers<float, 4, 16>>, use_structs<numbers<uint8_t, 5, 32>>, use_structs<numbers<uint32_t, 300, 64>>>;
