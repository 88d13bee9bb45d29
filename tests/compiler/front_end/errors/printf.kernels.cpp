// Formats of printf that no device can print.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void wrong(buffer<const char> text, param<int> width) {
    printf("%*d\n", width, 1);  // error: the text that a kernel prints must be known at compile time, and fit the values that it prints
    // advice: pass a string literal; of printf's conversions devices have no '*' and '%n', and strings only as literals
    printf("%s\n", text.data());  // error: the text that a kernel prints must be known at compile time, and fit the values that it prints
    printf(width > 0 ? "%d\n" : "%x\n", width);  // error: the text that a kernel prints must be known at compile time, and fit the values that it prints
}
