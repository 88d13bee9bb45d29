// Tests of Table 11 of the thesis that docs/host-library.md names: the position of a work-item, by variable and by function.
#include <ingot/kernel.hpp>

using namespace ingot;

// Writes this work-item's row of the table, seven numbers: x, y and z of the variable, and the results of the function for
// dimensions 0 to 3.
static void write(buffer<uint32_t> table, uint3 variable, uint32_t (*function)(uint32_t)) {
    const uint32_t row = (global_id.z * global_size.y + global_id.y) * global_size.x + global_id.x;
    uint32_t* const values = table + size_t(row) * 7;
    values[0] = variable.x;
    values[1] = variable.y;
    values[2] = variable.z;
    for (uint32_t dimension = 0; dimension < 4; ++dimension) values[3 + dimension] = function(dimension);
}

kernel void write_global_id(buffer<uint32_t> table) { write(table, global_id, get_global_id); }
kernel void write_local_id(buffer<uint32_t> table) { write(table, local_id, get_local_id); }
kernel void write_group_id(buffer<uint32_t> table) { write(table, group_id, get_group_id); }
kernel void write_global_size(buffer<uint32_t> table) { write(table, global_size, get_global_size); }
kernel void write_local_size(buffer<uint32_t> table) { write(table, local_size, get_local_size); }
kernel void write_num_groups(buffer<uint32_t> table) { write(table, num_groups, get_num_groups); }
// group_size is the thesis's name of num_groups.
kernel void write_group_size(buffer<uint32_t> table) { write(table, group_size, get_num_groups); }
