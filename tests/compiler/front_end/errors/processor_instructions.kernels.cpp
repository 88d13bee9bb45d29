// Instructions that only the host's processor has.
#include <ingot/kernel.hpp>

#if defined(__x86_64__)
#include <immintrin.h>
#define FENCE() _mm_sfence()
#else
#error this test names an instruction of x86
#endif

using namespace ingot;

kernel void inverse(buffer<float> values) {
    FENCE();  // error: a kernel cannot use an instruction of the host's processor: '_mm_sfence'
    values[0] = __builtin_ia32_rsqrtss({values[1], 0, 0, 0})[0];  // error: a kernel cannot use an instruction of the host's processor: '__builtin_ia32_rsqrtss'
    // advice: write it in C++, or with a function of <ingot/kernel.hpp>
}
