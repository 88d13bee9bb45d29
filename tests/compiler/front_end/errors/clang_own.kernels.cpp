// Clang's own errors are printed unchanged.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void wrong(buffer<const float> values) {
    values[0] = 1;  // error: cannot assign to return value because function 'operator[]' returns a const value
    missing(values);  // error: use of undeclared identifier 'missing'
}
