// Macros of a kernel file must not change the code that ingotc appends to the file. This code and the headers that it includes
// use some of the words that are macros here.
#include "author_macros.hpp"

#include <ingot/kernel.hpp>

using namespace ingot;

#define scale scale_by_macro
kernel void scale(buffer<float> values, param<factors> factor) { values[global_id.x] *= factor.first + factor.second; }
#undef scale

kernel void add(buffer<float> values, param<float> amount) { values[global_id.x] += amount; }

// A macro with the name of a kernel, after the kernel.
#define add wrong

#define argument wrong
#define arguments wrong
#define call(x) wrong
#define cpu_debug wrong
#define function wrong
#define ingot wrong
#define pointer wrong
#define run wrong
#define size_t wrong
#define std wrong
#define Parameters wrong
#define T wrong

// ingotc compiles this file once for each target, and each of these macros exists in only some of the compilations.
#if defined(INGOT_TARGET_PTX)
#define from wrong
#elif defined(INGOT_DEVICE)
#define name wrong
#else
#define indices wrong
#define entry wrong
#endif
