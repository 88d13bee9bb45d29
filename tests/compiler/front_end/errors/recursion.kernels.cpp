// The middle end finds these errors after inlining. They are printed like the errors of the front end.
#include <ingot/kernel.hpp>

using namespace ingot;

static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);  // error: a kernel cannot call 'fibonacci(int)' recursively
    // advice: device code has no call stack. Write a loop; or add an integer parameter that counts down: pass a constant of at most 256 in the first call, pass one less in each further call, and return where it is 0
}

// The first function counts down from a number that is unknown at compile time. The second one does not count down.
static int steps(int depth) {
    return depth <= 0 ? 0 : 1 + steps(depth - 1) * 3;  // error: a kernel cannot call 'steps(int)' recursively
}
static int collatz(int n, int depth) {
    return n == 1 ? depth : 1 + collatz(n % 2 ? 3 * n + 1 : n / 2, depth) * 2;  // error: a kernel cannot call 'collatz(int, int)' recursively
}

float only_on_the_host(float value);

kernel void numbers(buffer<int> values, buffer<float> other) {
    values[0] = fibonacci(values[1]);  // note: called from here
    values[2] = steps(values[3]);  // note: called from here
    values[4] = collatz(values[5], 9);  // note: called from here
    other[0] = only_on_the_host(other[1]);  // error: a kernel cannot call 'only_on_the_host(float)', which is only on the host
    // advice: define it in the kernel file or in a header that it includes
}
