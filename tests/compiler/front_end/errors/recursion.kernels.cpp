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

// An array of 1 KiB at each of 64 levels, and of the level that runs.
static int with_an_array(int depth, int seed) {
    int row[256];
    for (int i = 0; i < 256; ++i) row[i] = seed * i;
    if (depth == 0) return row[seed & 255];
    return with_an_array(depth - 1, seed + 1) + row[seed & 127];  // error: a kernel cannot call 'with_an_array(int, int)' recursively
    // advice: the variables of all levels need 66816 bytes, and a work-item has at most 32768 for them: pass a smaller greatest depth in the first call, or keep less in each level
}

float only_on_the_host(float value);

kernel void numbers(buffer<int> values, buffer<float> other) {
    values[0] = fibonacci(values[1]);  // note: called from here
    values[2] = steps(values[3]);  // note: called from here
    values[4] = collatz(values[5], 9);  // note: called from here
    values[6] = with_an_array(64, values[7]);  // note: called from here
    other[0] = only_on_the_host(other[1]);  // error: a kernel cannot call 'only_on_the_host(float)', which is only on the host
    // advice: define it in the kernel file or in a header that it includes
}
