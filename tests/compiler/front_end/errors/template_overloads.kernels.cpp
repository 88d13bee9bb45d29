#include <ingot/kernel.hpp>

using namespace ingot;

template <int amount>
void add(buffer<float> values, float factor) {  // note: the other function is here
    values[global_id.x] += amount * factor;
}
template <int amount>
kernel void add(buffer<float> values) {  // error: kernel 'add' has the name of another function
    // advice: rename the kernel: the host identifies a kernel by its name alone
    values[global_id.x] += amount;
}

template <int amount>
kernel void scale(buffer<float> values) {  // note: the first kernel of this name is here
    values[global_id.x] *= amount;
}
template <typename T>
kernel void scale(buffer<T> values) {  // error: another kernel has the name 'scale'
    // advice: rename one: the host launches a kernel by its name alone, without its namespace and its parameters
    values[global_id.x] *= 2;
}
using scales = instances<scale<2>, scale<float>>;
