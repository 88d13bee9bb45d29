// Comments that silence remarks: this file has no other remarks than the marked one.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void divides(buffer<uint32_t> values, param<uint32_t> count) {
    values[global_id.x] /= count;  // ingot: keep the count changes with each launch
    // ingot: keep the reason is long,
    // and goes on in a second line
    values[global_id.x] /= count + 1;
    values[global_id.x] /= count + 2;  // remark: integer-division
    values[global_id.x] += "// ingot: keep"[count & 7] == '/' ? 1 : 2;
}
