// Texts that print() rejects: they do not match the values, or are not constant.
#include <ingot/kernel.hpp>

using namespace ingot;

struct body {
    float3 place;
    float mass;
};

kernel void too_few(buffer<float> values) {
    // advice: print: the text has 2 placeholders '$', but 1 value is given
    print("$ and $", values[0]);  // error: call to consteval function 'ingot::detail::print_text<float>::print_text' is not a constant expression
}

kernel void too_many(buffer<float> values) {
    // advice: print: the text has 1 placeholder '$', but 2 values are given
    print("$", values[0], values[1]);  // error: call to consteval function 'ingot::detail::print_text<float, float>::print_text' is not a constant expression
}

kernel void not_known(buffer<char> text, buffer<float> values) {
    print(text.data(), values[0]);  // error: call to consteval function 'ingot::detail::print_text<float>::print_text' is not a constant expression
}
