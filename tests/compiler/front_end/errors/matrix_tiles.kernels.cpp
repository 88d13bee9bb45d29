// Matrix tiles that no device can have.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void odd_size() {
    // advice: the numbers of rows and columns of a matrix_tile are multiples of 16, and its elements are numbers
    matrix_tile<float, 8, 16> sums;  // error: constraints not satisfied for class template 'matrix_tile' [with T = float, rows = 8, columns = 16, use = ingot::matrix_use::accumulator, items = 32]
}

kernel void sizes_that_do_not_fit() {
    matrix_tile<half, 16, 32, matrix_use::a> a;
    matrix_tile<half, 16, 16, matrix_use::b> b;
    matrix_tile<float, 16, 16> sums;
    // advice: multiply_add(a, b, sums) takes an A of m rows and k columns, a B of k rows and n columns, and an accumulator of m rows and n columns; A and B of half need an accumulator of float
    multiply_add(a, b, sums);  // error: no matching function for call to 'multiply_add'
}

kernel void types_that_do_not_fit() {
    matrix_tile<half, 16, 16, matrix_use::a> a;
    matrix_tile<half, 16, 16, matrix_use::b> b;
    matrix_tile<half, 16, 16> sums;
    multiply_add(a, b, sums);  // error: no matching function for call to 'multiply_add'
}
