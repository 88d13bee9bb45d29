// Copies into local memory that no device can make.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void odd_alignment(buffer<const float> values) {
    local_buffer<float, 32> tile;
    // advice: both pointers point to elements of one type, which can be copied; the alignment, the template argument behind the sizes, is a power of two and at least that of the type
    work_group_copy<32, 12>(tile.data(), values.data(), 32);  // error: no matching function for call to 'work_group_copy'
}

kernel void other_type(buffer<const int> values) {
    local_buffer<float, 32> tile;
    work_group_copy_rows<32, 1, 32>(tile.data(), 32, values.data(), 32);  // error: no matching function for call to 'work_group_copy_rows'
}
