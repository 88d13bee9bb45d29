// Functions that are not recursive but cannot be inlined into a kernel.
#include <ingot/kernel.hpp>
#include <cstdarg>

using namespace ingot;

static int sum(int count, ...) {
    va_list values;
    va_start(values, count);
    int all = 0;
    for (int i = 0; i < count; ++i) all += va_arg(values, int);
    va_end(values);
    return all;
}
static int choose(int which) {  // error: a kernel cannot jump to a computed label
    // advice: use a switch
    static const void* const places[] {&&first, &&second};
    goto* places[which & 1];
first:
    return 10;
second:
    return 20;
}

kernel void call(buffer<int> values) {
    values[0] = sum(3, values[1], 2, 3);  // error: a kernel cannot call 'sum(int, ...)', which takes C's variable arguments
    // advice: write a template with a parameter pack: `template <typename... T> … (T... values)`
    values[1] = choose(values[2]);
}
