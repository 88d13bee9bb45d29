// Found after inlining; printed like any other.
#include <ingot/kernel.hpp>

using namespace ingot;

static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

float only_on_the_host(float value);

kernel void numbers(buffer<int> values, buffer<float> other) {
    values[0] = fibonacci(values[1]);  // error: a kernel cannot call 'fibonacci(int)' recursively
    // advice: write a loop, or a template whose recursion ends at compile time
    other[0] = only_on_the_host(other[1]);  // error: a kernel cannot call 'only_on_the_host(float)', which is only on the host
    // advice: define it in the kernel file or in a header that it includes
}
