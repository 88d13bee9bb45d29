// Formats of printf that no device can print.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void wrong(buffer<const char> text, param<int> width) {
    printf("%*d\n", width, 1);  // error: the text that a kernel prints must be known at compile time, and fit the values that it prints
    // advice: pass a string literal; devices do not support printf's '*' and '%n', and support '%s' only with a string literal and with a width of at most 1024
    printf("%s\n", text.data());  // error: the text that a kernel prints must be known at compile time, and fit the values that it prints
    printf("%1025s\n", "text");  // error: the text that a kernel prints must be known at compile time, and fit the values that it prints
    printf(width > 0 ? "%d\n" : "%x\n", width);  // error: the text that a kernel prints must be known at compile time, and fit the values that it prints
}
