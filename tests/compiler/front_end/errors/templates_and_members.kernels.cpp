#include <ingot/kernel.hpp>

using namespace ingot;

template <typename T>
kernel void fill(buffer<T> values) {  // error: kernel template 'fill' has no instances
    // advice: list the instances that the host launches, after the template: `using fill_list = instances<fill<…>, fill<…>>;`
    values[0] = T {};
}

struct effects {
    kernel void blur(buffer<float> values) { values[0] = 0; }  // error: kernel 'blur' is a member of a class
    // advice: move it out of the class: the host has no object of the class when it launches a kernel
    template <int amount>
    kernel void sharpen(buffer<float> values) {  // error: kernel 'sharpen' is a member of a class
        values[0] = amount;
    }
};
