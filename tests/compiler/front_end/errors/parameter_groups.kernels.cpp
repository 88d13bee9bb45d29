#include <array>
#include <ingot/kernel.hpp>

using namespace ingot;

struct arrays {
    buffer<float> values;
    buffer<const float> weights;
};

struct with_constructor {
    with_constructor() = default;
    explicit with_constructor(int) {}
    buffer<float> values;
};

struct derived : arrays {
    buffer<float> more;
};

struct narrow {
    buffer<float> values;
    unsigned count : 3;
};

union either {
    buffer<float> values;
    buffer<int> numbers;
    either() : values() {}
};

struct with_array {
    buffer<float> values;
    float weights[4];
};

kernel void by_reference(const arrays& all) { all.values[0] = 1; }  // error: parameter 'all' of kernel 'by_reference' is a reference
// advice: pass it by value, which does not copy the memory of its buffers

kernel void constructed(with_constructor all) { all.values[0] = 1; }  // error: 'all' of kernel 'constructed' holds buffers or images and is a class with constructors or private members
// advice: make it a struct whose members are public and have names, without constructors, bit-fields and base classes: the host passes the members one by one

kernel void inherited(derived all) { all.more[0] = 1; }  // error: 'all' of kernel 'inherited' holds buffers or images and is a class with a base class

kernel void bit_field(narrow all) { all.values[0] = 1; }  // error: 'all' of kernel 'bit_field' holds buffers or images and is a class with a bit-field or a member without a name

kernel void of_union(either all) { all.values[0] = 1; }  // error: 'all' of kernel 'of_union' holds buffers or images and is a union

kernel void of_plain_array(with_array all) { all.values[0] = all.weights[1]; }  // error: the type of parameter 'all.weights' of kernel 'of_plain_array' is an array
// advice: put the array into a struct, or use std::array

kernel void c_array(buffer<float> all[4]) { all[1][0] = 1; }  // error: parameter 'all' of kernel 'c_array' is an array
// advice: use std::array<buffer<float>, 4>, which can be a parameter

kernel void of_images(std::array<const_image_2d<float4>, 3> all, buffer<float4> out) { out[0] = all[1].read(int2(0, 0)); }  // error: 'all' of kernel 'of_images' is an array of images
// advice: use an image with layers, as image_2d_array<…>, or a parameter for each image
