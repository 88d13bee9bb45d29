#include <ingot/kernel.hpp>

using namespace ingot;

kernel float square(buffer<float> values) {  // error: kernel 'square' returns a value
    // advice: return void, and write results to a buffer<T> parameter
    return values[0] * values[0];
}
