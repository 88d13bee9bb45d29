// Mathematics in constant expressions (const_math in the thesis, Table 8): a software implementation of every function
// of <ingot/language/math.hpp>, for half, float and double. <ingot/language/math.hpp> calls it in constant
// expressions, so kernels rarely use it directly.
//
// Functions of double compute with 106 bits (double_double.hpp), those of float and half with 53, and round once: the error is at
// most 0.5001 ULP (measured, docs/mathematics.md). Arguments are reduced by the functions' identities, angles by Payne and
// Hanek's method; series are Taylor's. The results do not depend on the compiler or on the machine.
#pragma once

#include <ingot/language/constant_math/exponential.hpp>
#include <ingot/language/constant_math/hyperbolic.hpp>
#include <ingot/language/constant_math/rounding.hpp>
#include <ingot/language/constant_math/trigonometric.hpp>
