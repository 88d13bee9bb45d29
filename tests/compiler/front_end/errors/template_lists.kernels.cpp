#include <ingot/kernel.hpp>

using namespace ingot;

template <int amount>
kernel void add(buffer<float> values) {
    values[global_id.x] += amount;
}
using sums = instances<add<1>, add<2>, add<1>>;  // error: 'add<1>' is listed twice
// advice: remove one of the two
using more = instances<add<2>>;  // error: 'add<2>' is listed twice

template <int amount>
static void subtract(buffer<float> values) {  // note: 'subtract<1>' is declared here
    values[global_id.x] -= amount;
}
using differences = instances<subtract<1>>;  // error: 'subtract<1>' is not an instance of a kernel template
// advice: write `kernel` before the template's return type: `template <…> kernel void name(…)`

kernel void clear(buffer<float> values) { values[global_id.x] = 0; }
using all = instances<clear>;  // error: kernel 'clear' is not a template
// advice: remove it from the list: only kernel templates need instances

// The same name in device code as one of the instances above.
kernel void add_2(buffer<float> values) { values[0] = 2; }  // error: 'add<2>' and 'add_2' have the same name in device code: 'add_2'
// advice: rename one of the kernels, or one of the types or enumerators in their template arguments
