// Mathematics in constant expressions (const_math in Table 8 of the thesis that docs/host-library.md names): a software
// implementation of every function of <ingot/language/math.hpp>, for half, float and double. <ingot/language/math.hpp>
// calls it in constant expressions, so kernels rarely use it directly.
//
// Functions of double compute with 106 bits (double_double.hpp), functions of float and half with 53 bits. Each function rounds
// its result once, so the error is at most 0.5001 ULP (measured, docs/mathematics.md). For exponentials, logarithms and
// trigonometric functions, identities reduce the argument to a small range (for angles by the method of Payne and Hanek), and
// a series gives the result there. Powers and hyperbolic functions are computed from exponentials and logarithms. Roundings,
// remainders, square roots and fma are computed exactly and rounded once. The results do not depend on the compiler or on the
// machine.
#pragma once

#include <ingot/language/constant_math/exponential.hpp>
#include <ingot/language/constant_math/hyperbolic.hpp>
#include <ingot/language/constant_math/rounding.hpp>
#include <ingot/language/constant_math/trigonometric.hpp>
