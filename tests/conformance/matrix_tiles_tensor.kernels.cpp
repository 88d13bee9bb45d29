// The same kernels, compiled for CUDA devices with tensor cores (ingotc --arch sm_80).
#include "matrix_tiles.kernels.cpp"
