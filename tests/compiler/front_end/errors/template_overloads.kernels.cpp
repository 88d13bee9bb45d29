#include <ingot/kernel.hpp>

using namespace ingot;

template <int amount>
void add(buffer<float> values, float factor) {  // note: the other is here
    values[global_id.x] += amount * factor;
}
template <int amount>
kernel void add(buffer<float> values) {  // error: kernel 'add' has the name of another function
    // advice: rename the kernel: the host launches it by its name alone
    values[global_id.x] += amount;
}

template <int amount>
kernel void scale(buffer<float> values) {  // note: the first is here
    values[global_id.x] *= amount;
}
template <typename T>
kernel void scale(buffer<T> values) {  // error: a second kernel 'scale'
    // advice: rename one: the host launches kernels by their names, which neither a namespace nor parameters tell apart
    values[global_id.x] *= 2;
}
using scales = instances<scale<2>, scale<float>>;
