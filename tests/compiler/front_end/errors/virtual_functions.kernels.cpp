#include <ingot/kernel.hpp>

using namespace ingot;

struct shape {
    virtual float area() const { return 0; }
};
struct square final : shape {
    float area() const override { return 4; }
};

static float area_of(const shape& any) {
    return any.area();  // error: a kernel cannot call a virtual function: 'area'
    // advice: make the type a template parameter, so that the function is known when the kernel is compiled
}

kernel void areas(buffer<float> values) {
    square one;  // error: a kernel cannot make an object with virtual functions: 'square'
    // advice: use a class without virtual functions; to support several types, make the type a template parameter
    values[0] = area_of(one);  // note: called from here, in kernel 'areas'
}
