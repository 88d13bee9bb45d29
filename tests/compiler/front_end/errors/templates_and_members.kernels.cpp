#include <ingot/kernel.hpp>

using namespace ingot;

template <typename T>
kernel void fill(buffer<T> values) {  // error: kernel 'fill' is a template
    // advice: keep the template as a plain function, and write one kernel that calls it for each type or number
    values[0] = T {};
}

struct effects {
    kernel void blur(buffer<float> values) { values[0] = 0; }  // error: kernel 'blur' is a member of a class
    // advice: move it out of the class: the host launches kernels without an object
};
