// Functions without a body that devices do not have. The attribute gnu::const (no access to memory) makes no
// difference.
#include <ingot/kernel.hpp>
#include <cmath>
#include <cstdlib>

using namespace ingot;

[[gnu::const]] int on_the_host(int value);

kernel void call(buffer<int> values, buffer<float> other) {
    values[0] = on_the_host(values[1]);  // error: a kernel cannot call 'on_the_host(int)', which is only on the host
    // advice: define it in the kernel file or in a header that it includes
    values[2] = std::div(values[3], 7).rem;  // error: a kernel cannot call 'div', which is only on the host
    // advice: this library function does not exist on devices: write it in the kernel file under a name of your own
    other[0] = std::logb(other[1]);  // error: a kernel cannot call 'logbf', which is only on the host
    values[5] = std::rand();  // error: a kernel cannot call 'rand', which is only on the host
    values[4] = std::ilogb(other[2]);  // error: a kernel cannot call 'ilogbf', which is only on the host
}
