// A kernel is a function with a name, and cannot be a template: macros make those of each number of taps.
#pragma once

#define FOR_EACH_NUMBER_OF_TAPS(KERNELS_OF) \
    KERNELS_OF(3)                           \
    KERNELS_OF(5)                           \
    KERNELS_OF(7)                           \
    KERNELS_OF(9)                           \
    KERNELS_OF(11)                          \
    KERNELS_OF(13)                          \
    KERNELS_OF(15)                          \
    KERNELS_OF(17)                          \
    KERNELS_OF(19)                          \
    KERNELS_OF(21)
